import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundedVerifier } from './bounded-verifier.ts'
import { boundsBy } from './candidates.ts'

/** Gives every pair 0.5, and records the pairs. */
function askedVerifier() {
  const asked: unknown[] = []
  return {
    asked,
    async measure(left: Int32Array, right: Int32Array, isUrgent?: boolean): Promise<Float64Array> {
      asked.push([[...left], [...right], isUrgent])
      return new Float64Array(left.length).fill(0.5)
    },
  }
}

/** The bound is 0.8 for neighbours. */
const bound = (left: number, right: number) => (Math.abs(left - right) <= 1 ? 0.8 : 0.79)

test('only pairs whose bound reaches the similarity are measured, in order', async () => {
  const verifier = askedVerifier()
  const bounded = boundedVerifier(verifier, boundsBy(bound), 0.8)
  const answers = await bounded.measure(Int32Array.of(0, 0, 7, 59), Int32Array.of(1, 2, 7, 0), true)
  assert.deepEqual(verifier.asked, [[[0, 7], [1, 7], true]])
  assert.deepEqual([...answers], [0.5, 0, 0.5, 0])
  assert.equal(boundedVerifier(verifier, undefined, 0.8), verifier)
})

test('no pair is measured if bounds decide all of them; work that waits for the thread may run', async () => {
  const verifier = askedVerifier()
  let rests = 0
  const bounded = boundedVerifier(
    verifier,
    boundsBy(bound, async () => void rests++),
    0.8,
  )
  assert.deepEqual([...(await bounded.measure(Int32Array.of(1), Int32Array.of(50)))], [0])
  assert.deepEqual([verifier.asked, rests], [[], 1])
  await bounded.measure(Int32Array.of(1), Int32Array.of(1))
  assert.equal(rests, 1)
})
