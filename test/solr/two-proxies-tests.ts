/** Two proxies before one Solr, as two processes would be: they share nothing but that Solr. */
import assert from 'node:assert/strict'
import { idsIn, send, wipe } from './solr-requests.ts'
import { coreUrl, openProxy, solrTest } from './solr-world.ts'

/** Runs the works, `width` at a time. */
export async function atATime(width: number, works: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = works.values()
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const work of waiting) await work()
    }),
  )
}

/** Sends each text as two documents, one through each proxy. @returns the works */
export function copies(urls: readonly string[], texts: number, field: string): (() => Promise<void>)[] {
  return Array.from({ length: texts }, (_, i) => i).flatMap(i =>
    urls.map((url, p) => async () => {
      const reply = await send(`${url}/update`, [{ id: `${p}-${i}`, [field]: `text ${i}` }])
      assert.equal(reply.status, 200, reply.text)
    }),
  )
}

export function twoProxiesTests(): void {
  solrTest('of two equal texts sent through two proxies at once one stays', async () => {
    const urls = [await openProxy({ chain: 'md5' }), await openProxy({ chain: 'md5' })].map(
      ({ url }) => url,
    )
    await wipe(coreUrl('dedupe'))
    await atATime(8, copies(urls, 120, 'body_t'))
    assert.equal((await send(`${urls[0]}/update?commit=true`)).status, 200)
    const left = (await idsIn(coreUrl('dedupe'))).map(id => Number(String(id).slice(2)))
    assert.deepEqual(
      left.sort((a, b) => a - b),
      Array.from({ length: 120 }, (_, i) => i),
    )
  })

  solrTest('the same with batches of texts in different orders', async () => {
    const urls = [await openProxy({ chain: 'md5' }), await openProxy({ chain: 'md5' })].map(
      ({ url }) => url,
    )
    await wipe(coreUrl('dedupe'))
    const numbers = Array.from({ length: 120 }, (_, i) => i)
    const works = Array.from({ length: 12 }, (_, b) => b).flatMap(b =>
      urls.map((url, p) => async () => {
        const batch = numbers
          .slice(10 * b, 10 * b + 10)
          .map(i => ({ id: `${p}-${i}`, body_t: `text ${i}` }))
        const reply = await send(`${url}/update`, p === 0 ? batch : batch.reverse())
        assert.equal(reply.status, 200, reply.text)
      }),
    )
    await atATime(8, works)
    await send(`${urls[1]}/update?commit=true`)
    const left = (await idsIn(coreUrl('dedupe'))).map(id => Number(String(id).slice(2)))
    assert.deepEqual(
      left.sort((a, b) => a - b),
      numbers,
    )
  })

  solrTest('two documents of one text, sent by two clients in two orders, leave one of them', async () => {
    const urls = [await openProxy({ chain: 'md5' }), await openProxy({ chain: 'md5' })].map(
      ({ url }) => url,
    )
    await wipe(coreUrl('dedupe'))
    const numbers = Array.from({ length: 60 }, (_, i) => i)
    for (const i of numbers) {
      const two = ['x', 'y'].map(name => ({ id: `${name}-${i}`, body_t: `text ${i}` }))
      const bodies = [two, two.toReversed()]
      const replies = await Promise.all(urls.map((url, p) => send(`${url}/update`, bodies[p])))
      assert(replies.every(({ status }) => status === 200))
    }
    await send(`${urls[0]}/update?commit=true`)
    const left = (await idsIn(coreUrl('dedupe'))).map(id => Number(String(id).slice(2)))
    assert.deepEqual(
      left.sort((a, b) => a - b),
      numbers,
    )
  })

  solrTest('and over two collections, each proxy before both', async () => {
    const [dedupe, second] = [coreUrl('dedupe'), coreUrl('second')]
    const one = await openProxy({ chain: 'md5', also: [second] })
    const two = await openProxy({ chain: 'md5', forward: second, also: [dedupe] })
    await Promise.all([wipe(dedupe), wipe(second)])
    await atATime(8, copies([one.url, two.url], 40, 'body_t'))
    await Promise.all([one, two].map(({ url }) => send(`${url}/update?commit=true`)))
    const left = [...(await idsIn(dedupe)), ...(await idsIn(second))].map(id => String(id).slice(2))
    assert.equal(new Set(left).size, 40)
  })
}
