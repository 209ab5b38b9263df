import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agreeingProbability } from '../../texts/lsh/agreeing-bands.ts'
import { binOf, binsInAll } from '../evaluate/similarity-bins.ts'
import { bestRow, higherBoundary, reachingBands, type ShingleRow, shingleRow } from './proposal.ts'

const words5 = { unit: 'words', size: 5 } as const
const chars5 = { unit: 'chars', size: 5 } as const

function row(depth: number, near: number, size = 1): ShingleRow {
  const boundary = { threshold: 0.6, depth, near, precision: 1 }
  return { shingle: { unit: 'words', size }, perText: 10, boundary, counts: [] }
}

test('a valley counts if it is clear and has enough near texts behind it', () => {
  const counts = (near: number) => {
    const bins = new Float64Array(binsInAll)
    bins[binOf(0.2)] = 1000
    bins[binOf(0.9)] = near
    return bins
  }
  assert.equal(shingleRow(words5, 10, counts(4)).boundary, undefined)
  assert.equal(shingleRow(words5, 10, counts(40)).boundary?.near, 40)
  assert.equal(shingleRow(words5, 10, new Float64Array(binsInAll)).boundary, undefined)
})

test('takes the shingle under which most texts have a near one, if its valley is as deep', () => {
  assert.equal(bestRow([]), undefined)
  const none = { shingle: words5, perText: 10, counts: [] }
  assert.equal(bestRow([none, { ...none, shingle: chars5 }]), undefined)
  const [given, more, shallow] = [row(2, 100, 5), row(2.1, 150, 2), row(0.8, 900, 1)]
  assert.equal(bestRow([none, shallow]), shallow)
  assert.equal(bestRow([given, more, shallow]), more)
  assert.equal(bestRow([given, row(2.5, 101, 3)]), given, 'a slight gain is no reason to change')
})

test('bands reach the recall, with a longer signature if necessary', () => {
  const reached = reachingBands({ measure: 'jaccard', threshold: 0.25, recall: 0.99, signatureLength: 16 })
  assert.deepEqual(reached?.signatureLength, 32)
  assert.ok(reached && agreeingProbability(reached.bands, 0.25) >= 0.99)
  assert.equal(
    reachingBands({ measure: 'jaccard', threshold: 0.0001, recall: 0.999, signatureLength: 128 }),
    undefined,
  )
})

/** Texts by the similarity to their nearest: [similarity, texts] each. */
function hills(...given: readonly (readonly [number, number])[]): Float64Array {
  const bins = new Float64Array(binsInAll)
  for (const [similarity, texts] of given) bins[binOf(similarity)] += texts
  return bins
}

function boundaryOf(counts: Float64Array) {
  const { boundary } = shingleRow(words5, 10, counts)
  assert.ok(boundary)
  return boundary
}

test('above a hill of siblings the next valley counts, or none', () => {
  const threeHills = hills([0.05, 900], [0.55, 400], [0.95, 60])
  const lower = boundaryOf(threeHills)
  assert.ok(lower.threshold < 0.5, `${lower.threshold}`)
  const copies = { matches: 1.4, share: 0.4 }
  assert.equal(higherBoundary(threeHills, lower, copies), lower)
  const upper = higherBoundary(threeHills, lower, { matches: 70, share: 0.4 })
  assert.ok(upper && upper.threshold > 0.6 && upper.threshold < 0.9 && upper.near === 60)
  const twoHills = hills([0.05, 300], [0.55, 700])
  assert.equal(higherBoundary(twoHills, boundaryOf(twoHills), { matches: 70, share: 0.7 }), null)
  // In few texts, siblings are worth a warning only.
  const few = hills([0.05, 900], [0.55, 100])
  assert.equal(higherBoundary(few, boundaryOf(few), { matches: 70, share: 0.1 })?.near, 100)
})

test('the boundary rises on the slope if other texts may be among the near ones', () => {
  const slope = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6].map((similarity, i) => [similarity, 300 - 50 * i] as const)
  const counts = hills(...slope, [0.7, 50], [0.8, 120], [0.9, 250])
  const valley = boundaryOf(counts)
  assert.ok(valley.precision < 0.9 && !valley.isRaised)
  assert.equal(higherBoundary(counts, valley, { matches: 1, share: 0.2 }), valley)
  const raised = higherBoundary(counts, valley, { matches: 3, share: 0.2 })
  assert.ok(raised?.isRaised && raised.threshold > valley.threshold && raised.threshold < 0.85)
  assert.ok(raised.precision >= 0.9 && raised.near < valley.near)
})
