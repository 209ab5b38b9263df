/** The proxy before a real Solr, in short; the rest is in `solr.all.test.ts`. Skipped without Java or Maven. */
import assert from 'node:assert/strict'
import { commit, documentsIn, send } from './solr-requests.ts'
import { coreUrl, openProxy, solrTest } from './solr-world.ts'

solrTest(
  'of two documents with one text Solr keeps the later one, with the signature of its own chain',
  async () => {
    const proxy = await openProxy({ chain: 'l3' })
    const documents = ['first', 'second'].map(id => ({ id, name_s: 'one text' }))
    const { status, text } = await send(`${proxy.url}/update`, documents)
    assert.equal(status, 200, text)
    await send(`${coreUrl('direct')}/update?update.chain=l3`, documents)
    await Promise.all([commit(coreUrl('dedupe')), commit(coreUrl('direct'))])
    const [kept, ...others] = await documentsIn(coreUrl('dedupe'))
    assert.deepEqual([kept.id, others], ['second', []])
    const [own] = await documentsIn(coreUrl('direct'))
    assert.deepEqual(kept, own)
  },
)
