/** Candidates against all pairs: recall, also across two lists, and order. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { people } from '../../../../test/golden/records/samples.ts'
import { atOnce } from '../../../ground/breath/steps.ts'
import { type CandidatePairs, defaultLimits, findCandidates } from './candidates.ts'
import { type Features, gramFeatures, pairSimilarities, wordFeatures } from './features.ts'

const familiesOf = (texts: readonly string[]): Features[] => [
  atOnce(wordFeatures(texts.map(text => text.split(' ').filter(Boolean)))),
  atOnce(gramFeatures(texts)),
]

function allPairs(rows: number): CandidatePairs {
  const left: number[] = []
  const right: number[] = []
  for (let i = 0; i < rows; i++) {
    for (let j = i + 1; j < rows; j++) {
      left.push(i)
      right.push(j)
    }
  }
  return { left: Int32Array.from(left), right: Int32Array.from(right) }
}

const keysOf = ({ left, right }: CandidatePairs): Set<string> =>
  new Set(Array.from(left, (row, p) => `${row} ${right[p]}`))

test('at least 0.99 of the pairs of similarity 0.45 and all of 0.6 are candidates, with little work too', () => {
  const texts = people(1500, 0.4, 3)
  const families = familiesOf(texts)
  const all = allPairs(texts.length)
  const similarities = atOnce(pairSimilarities(families, all))
  for (const limits of [defaultLimits, { ...defaultLimits, easyWork: 500, work: 20_000 }]) {
    const found = keysOf(atOnce(findCandidates(families, 0, limits)))
    assert.ok(found.size < all.left.length / 20)
    for (const [least, recall] of [
      [0.45, 0.99],
      [0.6, 1],
    ]) {
      const wanted = Array.from(all.left.keys()).filter(p => similarities[p] >= least)
      const there = wanted.filter(p => found.has(`${all.left[p]} ${all.right[p]}`)).length
      assert.ok(wanted.length > 300)
      assert.ok(there >= recall * wanted.length, `${there} of ${wanted.length} at ${least}`)
    }
  }
})

test('pairs are sorted, distinct, and never of a row with itself', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'dd', 'ee', 'abc'), { maxLength: 4 })
  fc.assert(
    fc.property(fc.array(words, { maxLength: 30 }), rows => {
      const { left, right } = atOnce(findCandidates(familiesOf(rows.map(row => row.join(' ')))))
      for (let p = 0; p < left.length; p++) {
        assert.ok(left[p] < right[p])
        assert.ok(p === 0 || left[p - 1] < left[p] || (left[p - 1] === left[p] && right[p - 1] < right[p]))
      }
    }),
  )
})

test('for two lists only pairs across are candidates, and a row has its `few` best even if they are far', () => {
  const texts = people(300, 0.5, 5)
  const { left, right } = atOnce(findCandidates(familiesOf(texts), 120))
  assert.ok(left.length > 0)
  for (let p = 0; p < left.length; p++) assert.ok(left[p] < 120 && right[p] >= 120)
  const limits = { ...defaultLimits, floor: 0.3, few: 3 }
  const few = atOnce(findCandidates(familiesOf(texts), 0, limits))
  const counts = new Map<number, number>()
  for (const row of [...few.left, ...few.right]) counts.set(row, (counts.get(row) ?? 0) + 1)
  for (let row = 0; row < texts.length; row++) assert.ok((counts.get(row) ?? 0) >= 3)
})
