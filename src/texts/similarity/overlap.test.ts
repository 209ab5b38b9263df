/** Measures from sizes against the sets themselves. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { similarityOf } from './overlap.ts'

function measures(a: ReadonlySet<number>, b: ReadonlySet<number>): readonly [number, number] {
  const sizes = { shared: a.intersection(b).size, a: a.size, b: b.size }
  return [similarityOf('jaccard', sizes), similarityOf('containment', sizes)]
}

const set = fc.array(fc.nat(9), { maxLength: 12 }).map(list => new Set(list))

test('gives both measures between 0 and 1, equal in both directions', () => {
  const property = fc.property(set, set, (a, b) => {
    const [jaccard, containment] = measures(a, b)
    assert.deepEqual(measures(b, a), [jaccard, containment])
    assert.ok(jaccard >= 0 && jaccard <= containment && containment <= 1)
    if (a.size > 0) assert.equal(jaccard, a.intersection(b).size / a.union(b).size)
  })
  fc.assert(property, { numRuns: runs(300), seed: 12 })
})

test('a proper subset has containment 1 and a Jaccard below 1', () => {
  assert.deepEqual(measures(new Set([1, 2, 3, 4]), new Set([4, 2])), [0.5, 1])
})

test('an empty set has similarity 0 with everything, also with another empty set', () => {
  assert.deepEqual(measures(new Set(), new Set()), [0, 0])
  assert.deepEqual(measures(new Set(), new Set([1])), [0, 0])
})
