import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { atOnce } from '../../ground/breath/steps.ts'
import { binOf } from '../evaluate/similarity-bins.ts'
import { type NumberSets, postingTable, SharedCounts } from './posting-table.ts'
import { sharedByPairs, similarityCounts } from './sample-pairs.ts'

/** Sets of {low, high}; few values, so that halves coincide in every combination. */
const sets = fc.array(
  fc.uniqueArray(fc.tuple(fc.nat(6), fc.nat(3)), {
    selector: ([low, high]) => `${low} ${high}`,
    maxLength: 20,
  }),
  { maxLength: 12 },
)

type Given = readonly (readonly (readonly [number, number])[])[]

function flat(given: Given): NumberSets {
  let end = 0
  return {
    halves: Uint32Array.from(given.flat(2)),
    ends: Uint32Array.from(given, set => {
      end += set.length
      return end
    }),
  }
}

function naiveShared(a: Given[number], b: Given[number]): number {
  return a.filter(([low, high]) => b.some(other => other[0] === low && other[1] === high)).length
}

test('the shared counts equal those of a naive comparison', () => {
  fc.assert(
    fc.property(sets, given => {
      const shared = atOnce(sharedByPairs(flat(given)))
      for (let i = 0; i < given.length; i++) {
        for (let j = 0; j < i; j++)
          assert.equal(shared[(i * (i - 1)) / 2 + j], naiveShared(given[i], given[j]))
      }
    }),
  )
})

test('the counts stay the same when the numbers are split into parts', () => {
  const numbers = Array.from(
    { length: 30_000 },
    (_, i) => [Math.imul(i, 0x9e3779b1) >>> 0, i % 1000] as const,
  )
  const given = [numbers, numbers.slice(0, 20_000), numbers.slice(10_000), [...numbers.slice(5, 6)]]
  assert.deepEqual([...atOnce(sharedByPairs(flat(given)))], [20_000, 20_000, 10_000, 1, 1, 0])
})

test('a posting table counts what a set shares with each', () => {
  fc.assert(
    fc.property(sets, sets, (given, asked) => {
      const counter = new SharedCounts(atOnce(postingTable(flat(given))), given.length)
      for (const set of asked) {
        counter.count(Uint32Array.from(set.flat()), set.length)
        assert.deepEqual(
          [...counter.counts],
          given.map(other => naiveShared(set, other)),
        )
        const touched = [...counter.touched.subarray(0, counter.touchedCount)].sort((a, b) => a - b)
        assert.deepEqual(
          touched,
          [...given.keys()].filter(i => counter.counts[i] > 0),
        )
        counter.clear()
      }
    }),
  )
})

test('pairs and nearest texts are counted by similarity', () => {
  const a = [
    [1, 0],
    [2, 0],
    [3, 0],
    [4, 0],
  ] as const
  const { pairs, nearest } = atOnce(similarityCounts(flat([a, a.slice(0, 2), [[9, 9]], []]), 'jaccard'))
  assert.deepEqual([pairs[0], pairs[binOf(0.5)], nearest[0], nearest[binOf(0.5)]], [5, 1, 2, 2])
  assert.equal(atOnce(similarityCounts(flat([a, a.slice(0, 2)]), 'containment')).pairs[100], 1)
})

test('many pairs are counted in many steps', () => {
  const sets = Array.from({ length: 1000 }, (_, i): [number, number][] => [
    [7, 7],
    [i >> 1, 1],
  ])
  assert([...similarityCounts(flat(sets), 'jaccard')].length > 60)
})
