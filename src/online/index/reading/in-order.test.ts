import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inOrder } from './in-order.ts'

const wide = { count: 16, bytes: 100, sizeOf: () => 1 }
const same = async (item: number) => item

async function arrayOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

test('results come in the order of the items, with a limited number in flight', async () => {
  const items = Array.from({ length: 300 }, (_, i) => i)
  let [working, most] = [0, 0]
  const work = async (item: number) => {
    most = Math.max(most, ++working)
    await sleep(Math.random() * 3)
    working--
    return item
  }
  const batches = await arrayOf(inOrder(items, work, { count: 16, bytes: 100, sizeOf: () => 10 }))
  assert.deepEqual(batches.flat(), items)
  assert.equal(most, 10)
  assert(batches.every(batch => batch.length > 0))
})

test('the first failure ends the stream after the results before it; a too large item enters alone', async () => {
  const results: number[] = []
  const fail = async () => {
    const work = async (item: number) => {
      if (item === 3) throw new Error('third')
      return item
    }
    for await (const batch of inOrder([1, 2, 3, 4], work, { count: 9, bytes: 1, sizeOf: () => 5 }))
      results.push(...batch)
  }
  await assert.rejects(fail, /third/)
  assert.deepEqual(results, [1, 2])
})

test('a failing source ends the stream after the begun items; it pulls only while results are taken', async () => {
  let pulled = 0
  async function* items() {
    for (; ; pulled++) {
      if (pulled === 50) throw new Error('no more')
      yield pulled
    }
  }
  const inFlight = { count: 4, bytes: 100, sizeOf: () => 1 }
  const results: number[] = []
  await assert.rejects(async () => {
    for await (const batch of inOrder(items(), same, inFlight)) results.push(...batch)
  }, /no more/)
  assert.equal(results.length, 50)
  pulled = 0
  for await (const _ of inOrder(items(), same, inFlight)) {
    await sleep(20)
    break
  }
  assert(pulled <= 10, `${pulled} pulled`)
})

test('results are yielded as soon as they are known, without waiting for the next item', async () => {
  const { promise: more, resolve } = Promise.withResolvers<void>()
  async function* items() {
    yield* [1, 2]
    await more
    yield 3
  }
  const results: number[] = []
  for await (const batch of inOrder(items(), same, wide)) {
    results.push(...batch)
    if (results.length === 2) resolve()
  }
  assert.deepEqual(results, [1, 2, 3])
})

test('a yielded result stays in flight until the next batch is requested', async () => {
  const begun: number[] = []
  const work = async (item: number) => begun.push(item)
  for await (const _ of inOrder([1, 2, 3], work, { ...wide, count: 1 })) {
    const before = begun.length
    await sleep(5)
    assert.equal(begun.length, before)
  }
  assert.deepEqual(begun, [1, 2, 3])
  assert.deepEqual(await arrayOf(inOrder([1, 2], same, { ...wide, count: 0 })), [[1], [2]])
})

test('the source is closed when the consumer stops, and when an item fails', async () => {
  let closed = 0
  async function* items() {
    try {
      for (let item = 0; ; item++) yield item
    } finally {
      await sleep(1)
      closed++
    }
  }
  const inFlight = { ...wide, count: 2 }
  for await (const _ of inOrder(items(), same, inFlight)) {
    await sleep(5)
    break
  }
  assert.equal(closed, 1)
  const work = async (item: number) => {
    if (item === 9) throw new Error('ninth')
    return item
  }
  await assert.rejects(arrayOf(inOrder(items(), work, inFlight)), /ninth/)
  await sleep(10)
  assert.equal(closed, 2)
})

test('a source with a pending pull is closed without waiting; an exhausted one is not closed', async () => {
  let returned = 0
  const from = (next: () => Promise<IteratorResult<number>>) => ({
    [Symbol.asyncIterator]: () => ({
      next,
      return: async () => {
        returned++
        return { done: true as const, value: undefined }
      },
    }),
  })
  let item = 0
  const stalled = () => new Promise<never>(() => {})
  const items = from(() => (item++ === 0 ? Promise.resolve({ done: false, value: 5 }) : stalled()))
  for await (const batch of inOrder(items, same, wide)) {
    assert.deepEqual(batch, [5])
    await sleep(1)
    break
  }
  assert.equal(returned, 1)
  const ended = from(async () => ({ done: true, value: undefined }))
  assert.deepEqual(await arrayOf(inOrder(ended, same, wide)), [])
  const failing = from(() => Promise.reject(new Error('no more')))
  await assert.rejects(arrayOf(inOrder(failing, same, wide)), /no more/)
  assert.equal(returned, 1)
})

test('the first failure is thrown, not a later one while closing', async () => {
  function* items() {
    try {
      yield* [1, 2]
    } finally {
      // biome-ignore lint/correctness/noUnsafeFinally: this is the tested case
      throw new Error('not closed')
    }
  }
  const work = async () => {
    throw new Error('first')
  }
  const inFlight = { ...wide, count: 1 }
  await assert.rejects(arrayOf(inOrder(items(), work, inFlight)), /first/)
  await assert.rejects(async () => {
    for await (const _ of inOrder(items(), same, inFlight)) break
  }, /not closed/)
})

test('the stream yields to the event loop between items that are slow to start', async () => {
  let breaths = 0
  const breath = async () => {
    breaths++
  }
  const work = async (item: number) => {
    const until = performance.now() + 1
    while (performance.now() < until);
    return item
  }
  const items = Array.from({ length: 12 }, (_, i) => i)
  const batches = await arrayOf(inOrder(items, work, { ...wide, breath }))
  assert.deepEqual(batches.flat(), items)
  assert.ok(breaths >= 3 && breaths <= 12, `${breaths}`)
})
