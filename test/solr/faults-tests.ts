/** A slow Solr, and one that dies in the middle. These run last: the Solr does not survive them. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorOf, idsIn, send, wipe } from './solr-requests.ts'
import { coreUrl, openProxy, solr, solrTest } from './solr-world.ts'

export function faultsTests(): void {
  solrTest('a Solr that does not answer in time gives a 504, and works again afterwards', async () => {
    const [{ url }, patient] = [
      await openProxy({ chain: 'md5', uniqueKey: 'id', responseTimeoutMs: 500 }),
      await openProxy({ chain: 'md5' }),
    ]
    await wipe(coreUrl('dedupe'))
    process.kill(solr().processId, 'SIGSTOP')
    try {
      const replies = await Promise.all([
        send(`${url}/update?wt=json`, [{ id: '1', body_t: 'b' }]),
        send(`${url}/select?q=*:*&wt=json`),
      ])
      for (const { code, msg } of replies.map(errorOf)) {
        assert.equal(code, 504)
        assert.match(msg, /^nearsame: no answer from Solr at http:.*: silence for 500 ms$/)
      }
    } finally {
      process.kill(solr().processId, 'SIGCONT')
    }
    assert.equal((await send(`${patient.url}/update?commit=true`, [{ id: '2', body_t: 'c' }])).status, 200)
    assert((await idsIn(coreUrl('dedupe'))).includes('2'))
  })

  solrTest(
    'a Solr that dies in the middle of a body gives a 502, and nothing is acknowledged',
    async () => {
      const { url } = await openProxy({ chain: 'md5', batchDocuments: 10 })
      await wipe(coreUrl('dedupe'))
      const answered = Promise.withResolvers<{ status: number; text: string }>()
      const upload = request(`${url}/update?wt=json`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
      })
      upload.on('response', async response => {
        let text = ''
        for await (const piece of response) text += piece
        answered.resolve({ status: response.statusCode ?? 0, text })
      })
      upload.on('error', answered.reject)
      const documents = (from: number) =>
        Array.from({ length: 50 }, (_, i) =>
          JSON.stringify({ id: `m${from + i}`, body_t: `text ${from + i}` }),
        ).join()
      upload.write(`[${documents(0)},`)
      await sleep(500)
      process.kill(solr().processId, 'SIGKILL')
      upload.end(`${documents(50)}]`)
      const { status, text } = await answered.promise
      assert.equal(status, 502)
      assert.match(JSON.parse(text).error.msg, /^nearsame: no answer from Solr at /)
    },
  )

  solrTest('without a Solr every request gets a 502, in the format that the client reads', async () => {
    const { url } = await openProxy({ chain: 'md5', uniqueKey: 'id' })
    const xml = await send(`${url}/update`, '<add><doc><field name="id">1</field></doc></add>', 'xml')
    assert.equal(xml.status, 502)
    assert.match(xml.text, /<int name="code">502<\/int>/)
    const query = await send(`${url}/select?q=*:*`)
    assert.equal(errorOf(query).code, 502)
  })
}
