import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oddSketchWords } from '../kernels/reference/odd-sketches.ts'
import { boundedVerifier } from './bounded-verifier.ts'

/** Sketches of `count` sets of 100 members: set d has its first d bits set. */
function sketchesOf(count: number): Uint32Array {
  const sketches = new Uint32Array(oddSketchWords * count)
  for (let set = 0; set < count; set++) {
    for (let bit = 0; bit < set; bit++) sketches[oddSketchWords * set + (bit >> 5)] |= 1 << (bit & 31)
    sketches[oddSketchWords * set + oddSketchWords - 1] = 100
  }
  return sketches
}

/** Answers 0.5 to everything, and notes what it was asked. */
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

test('only pairs whose bound reaches the threshold are asked for, in their order', async () => {
  const verifier = askedVerifier()
  const bounded = boundedVerifier(verifier, { sketches: sketchesOf(60), measure: 'jaccard', atLeast: 0.8 })
  // Bits that differ: 22, 23, 0, 59. (200 - 22) / (200 + 22) = 0.8018, (200 - 23) / (200 + 23) = 0.7937.
  const answers = await bounded.measure(Int32Array.of(0, 0, 7, 59), Int32Array.of(22, 23, 7, 0), true)
  assert.deepEqual(verifier.asked, [[[0, 7], [22, 7], true]])
  assert.deepEqual([...answers], [0.5, 177 / 223, 0.5, 141 / 259])
})

test('nobody is asked when all pairs are refused', async () => {
  const verifier = askedVerifier()
  let rests = 0
  const rest = async () => void rests++
  const bounded = boundedVerifier(verifier, {
    sketches: sketchesOf(60),
    measure: 'jaccard',
    atLeast: 0.8,
    rest,
  })
  assert.deepEqual([...(await bounded.measure(Int32Array.of(1), Int32Array.of(50)))], [151 / 249])
  assert.deepEqual([verifier.asked, rests], [[], 1])
  await bounded.measure(Int32Array.of(1), Int32Array.of(1))
  assert.equal(rests, 1)
})
