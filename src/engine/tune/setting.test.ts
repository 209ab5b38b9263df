import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agreeingProbability } from '../../texts/lsh/agreeing-bands.ts'
import { binOf } from '../evaluate/similarity-bins.ts'
import { probeCounts, unitsOf } from './probe-counts.ts'
import { settingReport } from './setting.ts'

const setting = {
  shingle: 'words:5',
  measure: 'jaccard',
  threshold: 0.8,
  signatureLength: 128,
  bands: { bands: 25, rows: 5, agree: 3 },
} as const

/** Two of eight texts: one has a match that is found, the other a missed match and a false candidate. */
function example() {
  const counts = probeCounts(2)
  counts.matches.set([1, 1])
  counts.candidates.set([1, 1])
  counts.found.set([1, 0])
  for (const bins of [counts.byMeasure, counts.pairs]) {
    bins[binOf(0.9)] = 1
    bins[binOf(0.8)] = 1
    bins[binOf(0.6)] = 1
  }
  for (const similarity of [0.9, 0.8, 0.6]) counts.pairUnits[binOf(similarity)] = unitsOf(similarity)
  for (const similarity of [0.9, 0.8]) {
    counts.matched[binOf(similarity)] = 1
    counts.matchedUnits[binOf(similarity)] = unitsOf(similarity)
  }
  counts.met[binOf(0.9)] = 1
  counts.met[binOf(0.6)] = 1
  return counts
}

test('measured shares, and estimates for all texts', () => {
  const { measured, estimated, histogram, curve } = settingReport(setting, example(), 8, true)
  assert.deepEqual(
    [measured.recall.estimate, measured.precision.estimate, measured.texts.estimate],
    [0.5, 0.5, 0.5],
  )
  // Each probe represents four texts, and every pair is seen from both sides.
  assert.deepEqual(estimated, { matchingPairs: 4, candidatePairs: 4, textsWithMatch: 8, removed: 4 })
  assert.deepEqual(
    histogram.filter(({ pairs }) => pairs > 0),
    [
      { from: 0.6, pairs: 2 },
      { from: 0.8, pairs: 2 },
      { from: 0.9, pairs: 2 },
    ],
  )
  assert.deepEqual(
    curve.map(({ jaccard, pairs, met }) => [jaccard, pairs, met]),
    [
      [0.625, 1, 1],
      [0.825, 1, 0],
      [0.925, 1, 1],
    ],
  )
})

test('expected shares follow from the bands', () => {
  const { expected, curve } = settingReport(setting, example(), 8, true)
  const [near, at, far] = [0.9, 0.8, 0.6].map(jaccard => agreeingProbability(setting.bands, jaccard))
  assert.ok(Math.abs((expected.recall as number) - (near + at) / 2) < 1e-5)
  assert.ok(Math.abs((expected.precision as number) - (near + at) / (near + at + far)) < 1e-5)
  assert.ok(Math.abs((curve[0].expected as number) - far) < 1e-5)
})

test('all pairs of equal sets are expected to be found', () => {
  const counts = probeCounts(2)
  counts.matches.set([1, 1])
  const equal = binOf(1)
  for (const bins of [counts.pairs, counts.matched]) bins[equal] = 2
  for (const bins of [counts.pairUnits, counts.matchedUnits]) bins[equal] = 2 * unitsOf(1)
  const bands = { bands: 1, rows: 128, agree: 1 }
  const { expected } = settingReport({ ...setting, threshold: 1, bands }, counts, 2, true)
  assert.deepEqual(expected, { recall: 1, precision: 1 })
})

test('nothing is expected without bands, or without pairs', () => {
  const { expected, curve } = settingReport(setting, example(), 8, false)
  assert.deepEqual([expected, curve[0].expected], [{ recall: null, precision: null }, undefined])
  const empty = settingReport(setting, probeCounts(0), 0, true)
  assert.deepEqual(empty.expected, { recall: null, precision: null })
  assert.deepEqual(
    [empty.measured.recall.estimate, empty.estimated.matchingPairs, empty.curve],
    [null, 0, []],
  )
})
