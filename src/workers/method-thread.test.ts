import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openIndex } from '../online/text-index.ts'
import { memoryStore } from '../store/memory-store.ts'
import { methodThread } from './method-thread.ts'

const thread = methodThread()
after(() => thread.close())

const long = Array.from({ length: 20_000 }, (_, i) => `word${i % 7919}`).join(' ')

for (const storeText of [true, false]) {
  test(`long texts are sketched and measured elsewhere with the same results (storeText ${storeText})`, async () => {
    let calls = 0
    const heavy: typeof thread.work = (header, call) => {
      calls++
      return thread.work(header, call)
    }
    const documents = [
      { id: 1, text: long },
      { id: 2, text: 'a short one' },
      { id: 3, text: `${long} and a little more` },
      { id: 4, text: '' },
    ]
    const results = []
    for (const options of [{ heavy, storeText }, { storeText }]) {
      const index = await openIndex(memoryStore(), options)
      const added = await Promise.all(documents.map(document => index.add(document)))
      results.push({ added, checked: await index.check(`${long} and more`) })
    }
    assert.deepEqual(results[0], results[1])
    assert.deepEqual(
      results[0].checked.map(({ id }) => id),
      [1, 3],
    )
    assert(calls >= 4, `${calls}`)
  })
}

test('other work goes on while a long text is at work', async () => {
  const index = await openIndex(memoryStore(), { heavy: thread.work })
  await index.add({ id: 1, text: 'short' })
  const order: string[] = []
  const heavy = index.check(long).then(() => order.push('long'))
  await index.check('short').then(() => order.push('short'))
  await heavy
  assert.deepEqual(order, ['short', 'long'])
})

for (const method of ['minhash', 'solr-md5', 'repeated-trials', 'longest-words'] as const) {
  test(`two long texts are explained elsewhere, with the same answer: ${method}`, async () => {
    let explained = 0
    const heavy: typeof thread.work = (header, call) => {
      if (call.kind === 'comparison') explained++
      return thread.work(header, call)
    }
    const answers = []
    for (const options of [{ heavy }, {}]) {
      const index = await openIndex(memoryStore(), { method, ...options })
      await index.add({ id: 1, text: long })
      await index.add({ id: 2, text: `${long} and a little more` })
      await index.add({ id: 3, text: 'a short one' })
      await index.add({ id: 4, text: 'a short one too' })
      answers.push([await index.explain(1, 2), await index.explain(3, 4)])
    }
    assert.deepEqual(answers[0], answers[1])
    assert.equal(explained, 1)
  })
}

test('a thread that ends fails its calls, and the next call starts another', async () => {
  const own = methodThread()
  const index = await openIndex(memoryStore(), { heavy: own.work })
  const lost = index.check(long)
  await own.close()
  const isLost = await Promise.race([
    lost.then(
      () => false,
      () => true,
    ),
    new Promise(done => setTimeout(done, 2000, true)),
  ])
  assert(isLost)
  assert.deepEqual(await index.check(long), [])
  await own.close()
})
