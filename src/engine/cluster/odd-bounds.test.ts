import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { chunked } from '../../../test/worlds/chunked.ts'
import { notSketched, oddSketchWords } from '../../texts/kernels/layout/plan-layout.ts'
import { oddBound } from '../../texts/kernels/reference/odd-bound.ts'
import { oddSketch } from '../../texts/kernels/reference/odd-sketches.ts'
import { similarityOf } from '../../texts/similarity/overlap.ts'
import { oddBounds } from './odd-bounds.ts'

/** Sketches of sets of u64, concatenated. */
function sketchesOf(...sets: bigint[][]): Uint32Array {
  const sketches = new Uint32Array(oddSketchWords * sets.length)
  sets.forEach((set, i) => {
    const memory = new Uint8Array(8 * set.length + 4 * oddSketchWords)
    new BigUint64Array(memory.buffer, 0, set.length).set(set)
    oddSketch(memory, 0, set.length, 8 * set.length)
    sketches.set(new Uint32Array(memory.buffer, 8 * set.length, oddSketchWords), oddSketchWords * i)
  })
  return sketches
}

const random64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

test('the bound is never below the similarity, for sets of any size that share any part', () => {
  const part = fc.uniqueArray(random64, { maxLength: 500 })
  fc.assert(
    fc.property(
      part,
      part,
      part,
      fc.constantFrom('jaccard' as const, 'containment' as const),
      (a, b, c, measure) => {
        const [left, right] = [new Set([...a, ...b]), new Set([...b, ...c])]
        const sizes = { shared: left.intersection(right).size, a: left.size, b: right.size }
        const exact = similarityOf(measure, sizes)
        const bound = oddBound(measure, sketchesOf([...left]), 0, sketchesOf([...right]), 0)
        if (left.size + right.size > 0) assert.ok(bound >= exact && bound <= 1, `${bound} for ${exact}`)
      },
    ),
    { numRuns: runs(100) },
  )
})

test('the bound tells sets of 300 that share half apart, but not equal ones or those without a sketch', () => {
  const hash = (i: number) => BigInt.asUintN(64, BigInt(i + 1) * 0x9e3779b97f4a7c15n)
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => hash(from + i))
  const sketches = sketchesOf(range(0, 300), range(150, 450), range(0, 300), [])
  assert.ok(oddBound('jaccard', sketches, 0, sketches, 1) < 0.7)
  assert.ok(oddBound('jaccard', sketches, 0, sketches, 1) >= 1 / 3)
  assert.equal(oddBound('jaccard', sketches, 0, sketches, 2), 1)
  assert.equal(oddBound('containment', sketches, 2, sketches, 0), 1)
  sketches[4 * oddSketchWords - 1] = notSketched
  assert.equal(oddBound('jaccard', sketches, 0, sketches, 3), 1)
})

test('all pairs have bounds if there are sketches', () => {
  // Sets of 100 members; d has its first d bits set: (200 - 22) / (200 + 22) for 0 and 22.
  const sketches = new Uint32Array(oddSketchWords * 24)
  for (let set = 0; set < 24; set++) {
    sketches[oddSketchWords * set] = 2 ** set - 1
    sketches[oddSketchWords * (set + 1) - 1] = 100
  }
  const bounds = oddBounds({ columns: chunked({ count: 24, sketches }), measure: 'jaccard' })
  assert.equal(bounds?.bound(0, 22), 178 / 222)
  assert.equal(bounds?.bound(23, 0), 177 / 223)
  assert.equal(bounds?.bound(7, 7), 1)
  assert.equal(oddBounds({ columns: chunked({ count: 24 }), measure: 'jaccard' }), undefined)
})
