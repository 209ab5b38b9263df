import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PairQueue, reporting } from './pair-queue.ts'

/** A verifier that holds its results until released; the similarity of (l, r) is l / 100,000. */
function heldVerifier() {
  const sizes: number[] = []
  const held: (() => void)[] = []
  return {
    sizes,
    held,
    measure(left: Int32Array, _right: Int32Array): Promise<Float64Array> {
      sizes.push(left.length)
      const answers = Float64Array.from(left, l => l / 100_000)
      left.fill(-1) // as if it had been transferred
      return new Promise(resolve => held.push(() => resolve(answers)))
    },
  }
}

test('pairs go out in batches of 4,096, and results come in the order of add, whichever batch is faster', async () => {
  const verifier = heldVerifier()
  const seen: number[] = []
  const queue = new PairQueue(verifier, (left, right, similarity, tag) => {
    assert.deepEqual([right, similarity, tag], [left + 1, left / 100_000, left + 2])
    seen.push(left)
  })
  for (let left = 0; left < 20_000; left++) {
    if (queue.add(left, left + 1, left + 2)) await queue.send()
  }
  const drained = queue.drain()
  assert.deepEqual(verifier.sizes, [4096, 4096, 4096, 4096, 3616])
  for (const release of verifier.held.reverse()) release()
  await drained
  assert.deepEqual(
    seen,
    Array.from({ length: 20_000 }, (_, left) => left),
  )
})

test('the ninth batch waits for the result of the first', async () => {
  const verifier = heldVerifier()
  const queue = new PairQueue(verifier, () => {})
  for (let batch = 0; batch < 7; batch++) {
    queue.add(batch, 9)
    await queue.send()
  }
  queue.add(7, 9)
  let isSent = false
  const eighth = queue.send().then(() => {
    isSent = true
  })
  await new Promise(resolve => setImmediate(resolve))
  assert.deepEqual([isSent, verifier.sizes], [false, new Array(8).fill(1)])
  verifier.held[0]()
  await eighth
  for (const release of verifier.held) release()
  await queue.drain()
})

test('draining rejects if a batch fails, even while an earlier batch is in flight', async () => {
  let calls = 0
  const verifier = {
    async measure(left: Int32Array): Promise<Float64Array> {
      if (calls++ > 0) throw new Error('worker died')
      await new Promise(resolve => setTimeout(resolve, 20))
      return new Float64Array(left.length)
    },
  }
  const queue = new PairQueue(verifier, () => {})
  queue.add(0, 1)
  await queue.send()
  queue.add(1, 2)
  await queue.send()
  await assert.rejects(queue.drain(), /worker died/)
})

test('pairs are reported smaller number first, before their result is handled', () => {
  const seen: unknown[] = []
  const answer = reporting(
    (...pair) => seen.push(pair),
    (...pair) => seen.push(pair),
  )
  answer(7, 3, 0.5, 1)
  assert.deepEqual(seen, [
    [3, 7, 0.5],
    [7, 3, 0.5, 1],
  ])
})
