/** Documents with children: those of a replaced document go with it, through the proxy; Solr's own chain loses all. */
import assert from 'node:assert/strict'
import { idsIn, send, wipe } from './solr-requests.ts'
import { coreUrl, openProxy, solrTest } from './solr-world.ts'

const nested = (id: string, text: string) => ({
  id,
  body_t: text,
  parts: [{ id: `${id}c`, name_s: 'c', deeper: { id: `${id}d`, name_s: 'd' } }],
})
const anonymous = (id: string, text: string) => ({
  id,
  body_t: text,
  _childDocuments_: [{ id: `${id}c`, name_s: 'c' }],
})

export function childrenTests(): void {
  for (const core of ['paths', 'roots'] as const) {
    for (const isCommitted of [false, true]) {
      const when = isCommitted ? 'committed' : 'not yet committed'
      solrTest(`children of a replaced document go with it: ${core}, ${when}`, async () => {
        const document = core === 'paths' ? nested : anonymous
        const { url } = await openProxy({ chain: 'md5', forward: coreUrl(core) })
        await wipe(coreUrl(core))
        const plain = [
          { id: 'a', body_t: 'a' },
          { id: 'b', body_t: 'b' },
        ]
        const commits = isCommitted ? '?commit=true' : ''
        await send(`${url}/update${commits}`, [
          plain[0],
          document('1', 'one'),
          document('o', 'other'),
          plain[1],
        ])
        const before = core === 'paths' ? ['oc', 'od'] : ['oc']
        const after = core === 'paths' ? ['2c', '2d'] : ['2c']
        // A second proxy knows nothing of what came through the first one.
        const second = await openProxy({ chain: 'md5', forward: coreUrl(core) })
        const isKnown = core === 'paths' || isCommitted
        const next = isKnown ? second.url : url
        const reply = await send(`${next}/update?commit=true`, [document('2', 'one')])
        assert.equal(reply.status, 200, reply.text)
        assert.deepEqual(await idsIn(coreUrl(core)), ['2', ...after, 'a', 'b', 'o', ...before])
        // Of one batch the last stays, with its children alone.
        const batch = [document('3', 'one'), document('4', 'one'), document('5', 'other')]
        await send(`${next}/update?commit=true`, batch)
        const last = core === 'paths' ? ['4', '4c', '4d', '5', '5c', '5d'] : ['4', '4c', '5', '5c']
        assert.deepEqual(await idsIn(coreUrl(core)), [...last, 'a', 'b'])
      })
    }
  }

  solrTest('a root that got another text keeps its children', async () => {
    for (const [core, document] of [
      ['paths', nested],
      ['roots', anonymous],
    ] as const) {
      const { url } = await openProxy({ chain: 'md5', forward: coreUrl(core) })
      await wipe(coreUrl(core))
      await send(`${url}/update?commit=true`, [document('1', 'one')])
      await send(`${url}/update`, [document('1', 'changed')])
      await send(`${url}/update?commit=true`, [document('2', 'one')])
      const left = (await idsIn(coreUrl(core))).filter(id => !String(id).endsWith('d'))
      assert.deepEqual(left, ['1', '1c', '2', '2c'])
    }
  })

  solrTest("Solr's own chain drops the children of every document that it adds", async () => {
    for (const [core, document] of [
      ['paths', nested],
      ['roots', anonymous],
    ] as const) {
      await wipe(coreUrl(core))
      const reply = await send(`${coreUrl(core)}/update?commit=true&update.chain=md5`, [
        document('1', 'one'),
      ])
      assert.equal(reply.status, 200)
      assert.deepEqual(await idsIn(coreUrl(core)), ['1'])
    }
  })
}
