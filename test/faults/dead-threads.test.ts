/** If a thread ends in the middle of the work, every task fails at once, with a reason. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { Pool, type Urgency } from '../../src/ground/threads/pool.ts'

/** A thread that answers `{ task: n }` with n after a millisecond, 'who' with its id, exits on 'exit', throws on 'throw'. */
const source = `
  import { parentPort, threadId } from 'node:worker_threads'
  parentPort.on('message', ({ id, task }) => {
    if (task === 'who') return parentPort.postMessage({ id, result: threadId })
    if (task === 'exit') process.exit(0)
    if (task === 'throw') throw new Error('out of order')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    parentPort.postMessage({ id, result: task })
  })`
const entry = new URL(`data:text/javascript,${encodeURIComponent(source)}`)

function pool() {
  const runHere = (task: unknown) => task
  return new Pool<unknown, unknown>({ threads: 2, entry, workerData: null, runHere })
}

test('threads and the caller answer tasks', async () => {
  const threads = pool()
  const tasks = Array.from({ length: 100 }, (_, i) => i)
  assert.deepEqual(await Promise.all(tasks.map(task => threads.run(task))), tasks)
  await threads.close()
})

test('a pool leaves its threads to the next one, but none that is still at work', async () => {
  const idle: Worker[] = []
  const settings = { threads: 2, entry, workerData: null, runHere: () => 'here', idle }
  const ids: unknown[] = []
  for (let job = 0; job < 2; job++) {
    const threads = new Pool<unknown, unknown>(settings)
    ids.push(await threads.run('who'))
    await threads.close()
    assert.equal(idle.length, 1)
  }
  assert.equal(ids[0], ids[1])
  const busy = new Pool<unknown, unknown>(settings)
  void busy.run(1)
  await busy.close()
  assert.deepEqual(idle, [])
})

test('threads not started at once start when tasks pile up', async () => {
  const threads = new Pool<unknown, unknown>({
    threads: 2,
    atOnce: 1,
    entry,
    workerData: null,
    runHere: task => `here ${task}`,
  })
  const askAll = (count: number) => Promise.all(Array.from({ length: count }, (_, i) => threads.run(i)))
  const isHere = (answer: unknown) => String(answer).startsWith('here')
  assert.ok((await askAll(20)).every(isHere))
  const answers: unknown[] = []
  for (let round = 0; round < 200 && answers.every(isHere); round++) answers.push(...(await askAll(200)))
  assert.ok(!answers.every(isHere))
  await threads.close()
})

test('background tasks delay no other task, and the caller runs them when it waits for nothing else', async () => {
  const answered: string[] = []
  const threads = new Pool<string, string>({
    threads: 2,
    entry,
    workerData: null,
    runHere: task => `${task} here`,
  })
  const ask = async (task: string, urgency?: Urgency) => answered.push(await threads.run(task, urgency))
  const tasks = Array.from({ length: 30 }, (_, i) => i)
  const beside = tasks.map(i => ask(`beside ${i}`, 'beside'))
  await Promise.all([...beside, ...tasks.map(i => ask(`usual ${i}`))])
  const lastUsual = answered.findLastIndex(answer => answer.startsWith('usual'))
  const before = answered.slice(0, lastUsual)
  assert.ok(!before.some(answer => /^beside .* here$/.test(answer)), answered.join())
  assert.ok(
    answered.slice(lastUsual).some(answer => /^beside .* here$/.test(answer)),
    answered.join(),
  )
  // The thread gets two of the others, too, however many background tasks it has.
  for (const i of [0, 1]) assert.ok(answered.includes(`usual ${i}`), answered.join())
  assert.equal(answered.length, 60)
  await threads.close()
})

for (const [how, got] of [
  ['exit', 'a thread that ended'],
  ['throw', 'a thread that ended with: out of order'],
] as const) {
  test(`a thread that ends by ${how} fails current and later tasks`, async () => {
    const threads = pool()
    const message = `WORKER_DIED: expected every worker thread to stay alive, got ${got}. To fix: run again, with fewer \`threads\` if memory is short.`
    await assert.rejects(threads.run(how), { code: 'WORKER_DIED', message })
    await assert.rejects(threads.run(1), { code: 'WORKER_DIED' })
    await threads.close()
  })
}
