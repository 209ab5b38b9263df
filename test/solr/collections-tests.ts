/** Two collections behind one proxy, and faults in the middle of requests. */
import assert from 'node:assert/strict'
import type { SolrProxy } from '../../src/solr/proxy/solr-proxy.ts'
import { documentsIn, errorOf, idsIn, send, wipe } from './solr-requests.ts'
import { coreUrl, openProxy, solr, solrTest } from './solr-world.ts'

const text = 'red lamp on red table'

async function wipeAll(): Promise<void> {
  await Promise.all([wipe(coreUrl('dedupe')), wipe(coreUrl('second'))])
}

export function collectionsTests(): void {
  let shared: Promise<SolrProxy> | undefined
  /** A proxy before both collections. */
  const both = () => {
    shared ??= openProxy({ also: [coreUrl('second')], chain: 'md5', batchDocuments: 3 })
    return shared
  }

  solrTest(
    'a document replaces its duplicates in the other collection, with the commit of the client',
    async () => {
      const { url } = await both()
      await wipeAll()
      assert.equal(
        (await send(`${url}/solr/second/update?commit=true`, [{ id: 's', body_t: text }])).status,
        200,
      )
      assert.equal(
        (await send(`${url}/solr/second/update?commit=true`, [{ id: 't', body_t: 'other' }])).status,
        200,
      )
      assert.deepEqual(await idsIn(coreUrl('second')), ['s', 't'])
      const reply = await send(`${url}/update?commit=true`, [{ id: 'd', body_t: text }])
      assert.equal(reply.status, 200, reply.text)
      assert.deepEqual(await idsIn(coreUrl('dedupe')), ['d'])
      assert.deepEqual(await idsIn(coreUrl('second')), ['t'])
    },
  )

  solrTest('the same in the other direction, also if both have the same id', async () => {
    const { url } = await both()
    await wipeAll()
    await send(`${url}/update?commit=true`, [{ id: 'x', body_t: text }])
    await send(`${url}/solr/second/update?commit=true`, [{ id: 'x', body_t: text }])
    assert.deepEqual(await idsIn(coreUrl('dedupe')), [])
    assert.deepEqual(await idsIn(coreUrl('second')), ['x'])
  })

  solrTest('a separate commit reaches the deletions in the other collection', async () => {
    const { url } = await both()
    await wipeAll()
    await send(`${url}/solr/second/update?commit=true`, [{ id: 's', body_t: text }])
    await send(`${url}/update`, [{ id: 'd', body_t: text }])
    assert.deepEqual(await idsIn(coreUrl('second')), ['s'])
    assert.equal((await send(`${url}/update?commit=true`)).status, 200)
    assert.deepEqual(await idsIn(coreUrl('second')), [])
    assert.deepEqual(await idsIn(coreUrl('dedupe')), ['d'])
  })

  solrTest('a collection that is named twice loses no documents', async () => {
    // The same core under another host name, like an alias.
    const twin = coreUrl('dedupe').replace('127.0.0.1', 'localhost')
    const { url } = await openProxy({ also: [twin], chain: 'md5' })
    await wipeAll()
    const reply = await send(`${url}/update?commit=true`, [
      { id: '1', body_t: text },
      { id: '2', body_t: text },
      { id: '3', body_t: 'x' },
    ])
    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual(await idsIn(coreUrl('dedupe')), ['2', '3'])
  })

  solrTest('one document stays when many clients send one text', async () => {
    const { url } = await both()
    await wipeAll()
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) => send(`${url}/update`, [{ id: `c${i}`, body_t: text }])),
    )
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    await send(`${url}/update?commit=true`)
    assert.equal((await idsIn(coreUrl('dedupe'))).length, 1)
  })

  solrTest('adds, deletions and commits of one body keep their order, over several batches', async () => {
    const { url } = await both()
    await wipeAll()
    const adds = (from: number, to: number) =>
      Array.from(
        { length: to - from },
        (_, i) => `"add":{"doc":{"id":"n${from + i}","body_t":"text ${(from + i) % 8}"}}`,
      )
    const [byId, byQuery] = ['"delete":"n3"', '"delete":{"query":"id:n9"}']
    const members = [...adds(0, 10), byId, '"commit":{}', ...adds(10, 14), byQuery, ...adds(3, 4)]
    const body = `{${members.join()}}`
    const reply = await send(`${url}/update?commit=true`, body)
    assert.equal(reply.status, 200, reply.text)
    // n8 to n13 replace n0 to n5, n9 is deleted, and n3 replaces n11.
    assert.deepEqual(await idsIn(coreUrl('dedupe')), ['n10', 'n12', 'n13', 'n3', 'n6', 'n7', 'n8'])
  })

  solrTest(
    'a fault in the middle keeps and de-duplicates the documents before it, as Solr does',
    async () => {
      const { url } = await both()
      await wipeAll()
      await send(`${url}/update`, [
        { id: 'old', body_t: text },
        { id: 'safe', body_t: 'wrong' },
      ])
      const documents = [
        { id: '1', body_t: text },
        { id: '2', body_t: 'wrong', nonsense: 1 },
        { id: '3', body_t: 'z' },
      ]
      const reply = await send(`${url}/update?commit=true&wt=json`, documents)
      assert.deepEqual(errorOf(reply), { code: 400, msg: "ERROR: [doc=2] unknown field 'nonsense'" })
      await send(`${url}/update?commit=true`)
      // The document that was not stored has replaced nothing.
      assert.deepEqual(await idsIn(coreUrl('dedupe')), ['1', 'safe'])
    },
  )

  solrTest("an unreadable text gives Solr's 400, after the documents before it", async () => {
    const { url } = await both()
    await wipeAll()
    const body = '[{"id":"1","body_t":"a"},{"id":"2","body_t":"b"},{"id":2 3}]'
    const [relayed, direct] = await Promise.all(
      [url, coreUrl('direct')].map(base => send(`${base}/update?wt=json&update.chain=md5`, body)),
    )
    assert.equal(relayed.status, 400)
    assert.deepEqual(errorOf(relayed), errorOf(direct))
    await send(`${url}/update?commit=true`)
    assert.deepEqual(await idsIn(coreUrl('dedupe')), ['1', '2'])
    const xml = await send(`${url}/update`, '<add><doc><field name="id">1</field></doc>', 'xml')
    assert.equal(xml.status, 400)
    assert.match(xml.text, /<int name="code">400<\/int>/)
  })

  solrTest('everything else is forwarded: queries, schema, administration, errors', async () => {
    const { url } = await both()
    const same = async (path: string, directPath = path) => {
      const [relayed, direct] = await Promise.all([
        fetch(`${url}${path}`),
        fetch(`${new URL(solr().url).origin}${directPath}`),
      ])
      const plain = async (response: Response) =>
        (await response.text()).replace(/"(QTime|uptime)":[^,\n]*/g, '')
      assert.equal(relayed.status, direct.status, path)
      assert.equal(await plain(relayed), await plain(direct), path)
      assert.equal(relayed.headers.get('content-type'), direct.headers.get('content-type'))
    }
    await same('/select?q=*:*&fl=id', '/solr/dedupe/select?q=*:*&fl=id')
    await same('/solr/second/schema/fields')
    await same('/solr/admin/cores?action=STATUS&indexInfo=false')
    await same('/select?q=field:(', '/solr/dedupe/select?q=field:(')
    await same('/api/cores/dedupe/select?q=*:*&rows=0')
    const head = await fetch(`${url}/select?q=*:*`, { method: 'HEAD' })
    assert.equal(head.status, 200)
    const form = await fetch(`${url}/select`, {
      method: 'POST',
      body: new URLSearchParams({ q: '*:*', rows: '0' }),
    })
    assert.equal((await form.json()).response.docs.length, 0)
  })

  solrTest('CSV with fields that are split is signed and stored as Solr does', async () => {
    const { url } = await openProxy({ chain: 'l3' })
    const rows = [
      'a,b',
      'a, b ,c',
      ',a,,b,',
      '"x,y"',
      "'x,y',z",
      "'it''s'",
      'a;b',
      ';',
      '',
      'p q',
      'one\ntwo,three',
    ]
    const values = rows.map((row, i) => `${i};text ${i};"${row.replaceAll('"', '""')}"`)
    const body = `id;body_t;cat_ss\n${values.join('\n')}\n`
    for (const query of [
      'f.cat_ss.split=true&f.cat_ss.separator=,',
      'f.cat_ss.split=true',
      'f.cat_ss.split=on&f.cat_ss.separator=%20',
      'f.cat_ss.split=true&f.cat_ss.separator=,&f.cat_ss.keepEmpty=true',
      "f.cat_ss.split=true&f.cat_ss.separator=,&f.cat_ss.encapsulator='",
      'split=true&f.body_t.separator=%20&f.cat_ss.separator=,',
      'f.cat_ss.split=false',
      'f.other.split=true',
    ]) {
      const [relayed, direct] = await Promise.all(
        [url, coreUrl('direct')].map(async base => {
          await wipe(base === url ? coreUrl('dedupe') : base)
          const path = `/update?commit=true&wt=json&update.chain=md5-keep&separator=;&${query}`
          return send(`${base}${path}`, body, 'csv')
        }),
      )
      assert.equal(relayed.status, direct.status, query + relayed.text + direct.text)
      assert.deepEqual(await documentsIn(coreUrl('dedupe')), await documentsIn(coreUrl('direct')), query)
    }
  })

  solrTest("Solr's own chain for signed documents replaces the one that signs", async () => {
    const { url } = await openProxy({ chain: 'md5', forwardChain: 'off' })
    await wipeAll()
    assert.equal((await send(`${url}/update?commit=true`, [{ id: '1', body_t: 'p' }])).status, 200)
    const [found] = await documentsIn(coreUrl('dedupe'))
    assert.match(String(found.sig), /^[0-9a-f]{32}$/)
    const unknown = await openProxy({ chain: 'md5', forwardChain: 'zzz' })
    const reply = await send(`${unknown.url}/update?wt=json`, [{ id: '2', body_t: 'p' }])
    assert.deepEqual(errorOf(reply), { code: 400, msg: 'unknown UpdateRequestProcessorChain: zzz' })
  })
}
