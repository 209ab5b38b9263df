import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { atOnce } from '../../ground/breath/steps.ts'
import { similarityOf } from '../../texts/similarity/overlap.ts'
import { binOf } from '../evaluate/similarity-bins.ts'
import type { NumberSets } from './posting-table.ts'
import {
  addCounts,
  ProbeCounter,
  type ProbeCounts,
  placedKeys,
  probeCounts,
  probeIndex,
  unitsOf,
} from './probe-counts.ts'

interface World {
  readonly sets: readonly (readonly number[])[]
  readonly keys: readonly (readonly number[])[]
  readonly isProbe: readonly boolean[]
}

const keyCount = 3
const worlds: fc.Arbitrary<World> = fc.integer({ min: 0, max: 12 }).chain(size => {
  const exactly = { minLength: size, maxLength: size }
  return fc.record({
    sets: fc.array(fc.uniqueArray(fc.nat(12), { minLength: 1, maxLength: 10 }), exactly),
    keys: fc.array(fc.array(fc.nat(2), { minLength: keyCount, maxLength: keyCount }), exactly),
    isProbe: fc.array(fc.boolean(), exactly),
  })
})

const rule = { measure: 'jaccard', threshold: 0.5, agree: 2 } as const

function flat(given: readonly (readonly number[])[]): NumberSets {
  let end = 0
  return {
    halves: Uint32Array.from(given.flat().flatMap(number => [number, number % 3])),
    ends: Uint32Array.from(given, set => {
      end += set.length
      return end
    }),
  }
}

/** Counts of the documents, as the sum of two parts. */
function counted({ sets, keys, isProbe }: World): { probes: number[]; counts: ProbeCounts } {
  const probes = [...sets.keys()].filter(i => isProbe[i])
  const index = atOnce(
    probeIndex(
      Int32Array.from(probes),
      flat(probes.map(i => sets[i])),
      Uint32Array.from(probes.flatMap(i => keys[i])),
      bytes => new ArrayBuffer(bytes),
    ),
  )
  const total = probeCounts(probes.length)
  for (const odd of [1, 0]) {
    const counter = new ProbeCounter(index, rule)
    for (let i = 0; i < sets.length; i++) {
      const placed = placedKeys(Uint32Array.from(keys[i]), keyCount)
      if (i % 2 === odd) counter.add(i, flat([sets[i]]).halves, sets[i].length, placed)
    }
    addCounts(total, probeCounts(probes.length, counter.counts.all.slice()))
  }
  return { probes, counts: total }
}

test('equals the counts of comparing every document with every probe', () => {
  fc.assert(
    fc.property(worlds, world => {
      const { probes, counts } = counted(world)
      const { sets, keys } = world
      const expected = probeCounts(probes.length)
      probes.forEach((i, probe) => {
        for (let j = 0; j < sets.length; j++) {
          if (i === j) continue
          const [a, b] = [new Set(sets[i]), new Set(sets[j])]
          const sizes = { shared: a.intersection(b).size, a: a.size, b: b.size }
          const similarity = similarityOf('jaccard', sizes)
          const isCandidate = keys[i].filter((key, band) => key === keys[j][band]).length >= rule.agree
          const isMatch = similarity >= rule.threshold
          const bin = binOf(similarity)
          if (bin > 0) {
            expected.byMeasure[bin]++
            expected.pairs[bin]++
            expected.pairUnits[bin] += unitsOf(similarity)
          }
          if (isMatch) {
            expected.matched[bin]++
            expected.matchedUnits[bin] += unitsOf(similarity)
          }
          if (isCandidate) expected.met[bin]++
          expected.matches[probe] += Number(isMatch)
          expected.candidates[probe] += Number(isCandidate)
          expected.found[probe] += Number(isMatch && isCandidate)
          if (isMatch && (expected.above[probe] === 0 || similarity < expected.above[probe])) {
            expected.above[probe] = similarity
            expected.aboveDocument[probe] = j
          }
          if (!isMatch && similarity > expected.below[probe]) {
            expected.below[probe] = similarity
            expected.belowDocument[probe] = j
          }
          if (similarity > expected.nearest[probe]) {
            expected.nearest[probe] = similarity
            expected.nearestDocument[probe] = j
          }
        }
      })
      // Pairs that share nothing are not all visited.
      for (const column of [counts.byMeasure, counts.pairs]) column[0] = 0
      assert.deepEqual(counts.all, expected.all)
    }),
  )
})
