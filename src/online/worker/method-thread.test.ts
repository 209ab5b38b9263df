import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, test } from 'node:test'
import { openIndex } from '../index/text-index.ts'
import { memoryStore } from '../store/memory-store.ts'
import { methodThread } from './method-thread.ts'

const thread = methodThread()
after(() => thread.close())

const { header } = await openIndex(memoryStore())
const long = Array.from({ length: 20_000 }, (_, i) => `word${i % 7919}`).join(' ')

for (const storeText of [true, false]) {
  test(`the thread sketches and measures long texts with the same results (storeText ${storeText})`, async () => {
    let calls = 0
    const heavy: typeof thread.work = (header, call) => {
      calls++
      return thread.work(header, call)
    }
    const documents = [
      { id: 1, text: long },
      { id: 2, text: 'a short one' },
      { id: 3, text: `${long} and a little more` },
      { id: 4, text: '.' },
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

test('other work goes on while the thread works on a long text', async () => {
  const index = await openIndex(memoryStore(), { heavy: thread.work })
  await index.add({ id: 1, text: 'short' })
  const order: string[] = []
  const heavy = index.check(long).then(() => order.push('long'))
  await index.check('short').then(() => order.push('short'))
  await heavy
  assert.deepEqual(order, ['short', 'long'])
})

for (const method of ['minhash', 'solr-md5', 'repeated-trials', 'longest-words'] as const) {
  test(`the thread explains two long texts with the same answer: ${method}`, async () => {
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

test('closing the thread fails the running call, and the next call starts another', async () => {
  const own = methodThread()
  // Not at the first answer: by then the thread is certainly working.
  await own.work(header, { kind: 'shingles', text: 'a short one' })
  const lost = own.work(header, { kind: 'shingles', text: long.repeat(50) }).then(
    () => 'answered',
    ({ message }) => message,
  )
  await own.close()
  const never = new Promise(done => setTimeout(done, 5000, 'never settled').unref())
  assert.match(String(await Promise.race([lost, never])), /^WORKER_DIED: .* got .*: it was closed/)
  const index = await openIndex(memoryStore(), { heavy: own.work })
  assert.deepEqual(await index.check(long), [])
  await own.close()
})

test('a call that cannot be sent is refused, and does not keep the program alive', () => {
  const module = JSON.stringify(new URL('./method-thread.ts', import.meta.url).href)
  const program = `
    import { methodThread } from ${module}
    const text = () => {}
    console.log(await methodThread().work({}, { kind: 'shingles', text }).catch(({ name }) => name))`
  const given = ['--input-type=module', '-e', program]
  const { stdout, signal } = spawnSync(process.execPath, given, { encoding: 'utf8', timeout: 20_000 })
  assert.deepEqual([stdout, signal], ['DataCloneError\n', null])
})
