import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  agreeingProbability,
  bandsFor,
  chooseAgreeingBands,
  mostAgreeing,
  promisedAt,
} from './agreeing-bands.ts'
import { candidateProbability, chooseBands } from './banding.ts'

const table: [{ bands: number; rows: number; agree: number }, [number, string][]][] = [
  [
    { bands: 21, rows: 6, agree: 1 },
    [
      [0.5, '0.282'],
      [0.6, '0.633'],
      [0.7, '0.928'],
      [0.8, '0.998'],
    ],
  ],
  [
    { bands: 25, rows: 5, agree: 3 },
    [
      [0.5, '0.042'],
      [0.6, '0.307'],
      [0.7, '0.816'],
      [0.8, '0.996'],
    ],
  ],
]

test('gives the probabilities in its header', () => {
  for (const [shape, cells] of table) {
    for (const [jaccard, printed] of cells)
      assert.equal(agreeingProbability(shape, jaccard).toFixed(3), printed)
  }
})

test('equals banding if one band is enough', () => {
  for (const jaccard of [0, 0.1, 0.5, 0.8, 1]) {
    const banded = candidateProbability({ bands: 20, rows: 5 }, jaccard)
    assert.ok(Math.abs(agreeingProbability({ bands: 20, rows: 5, agree: 1 }, jaccard) - banded) < 1e-12)
  }
})

test('reaches every goal that chooseBands reaches, and never admits more pairs', () => {
  for (const length of [32, 64, 128, 200, 256]) {
    for (const jaccard of [0.5, 0.7, 0.8, 0.9, 0.95, 1]) {
      for (const recall of [0.8, 0.95, 0.99]) {
        const plain = chooseBands(length, { jaccard, recall })
        const shape = chooseAgreeingBands(length, { jaccard, recall })
        assert.ok(agreeingProbability(shape, jaccard) >= recall)
        assert.ok(shape.bands * shape.rows <= length)
        const below = Array.from({ length: 100 }, (_, i) => (jaccard * (i + 0.5)) / 100)
        const sum = (curve: (s: number) => number) => below.reduce((total, s) => total + curve(s), 0)
        assert.ok(
          sum(s => agreeingProbability(shape, s)) <= sum(s => candidateProbability(plain, s)) + 1e-9,
        )
      }
    }
  }
})

test('keeps the recall for contained texts at least half as long', () => {
  const options = {
    near: true,
    measure: 'containment',
    threshold: 0.8,
    recall: 0.99,
    signatureLength: 128,
  } as const
  const shape = bandsFor(options)
  for (const ratio of [1, 1.5, 2]) assert.ok(agreeingProbability(shape, 0.8 / (1 + ratio - 0.8)) >= 0.99)
  assert.deepEqual(bandsFor({ ...options, near: false }), { bands: 0, rows: 0, agree: 1 })
})

test('four rows are the fewest of which several bands must agree', () => {
  const goal = { jaccard: 0.8, recall: 0.99 }
  assert.deepEqual(mostAgreeing(128, 4, goal), { bands: 32, rows: 4, agree: 3 })
  assert.deepEqual(mostAgreeing(128, 3, goal), { bands: 42, rows: 3, agree: 1 })
})

test('the recall of containment is promised where one text is twice as long as the other', () => {
  assert.equal(promisedAt({ measure: 'containment', threshold: 0.75 }), 1 / 3)
  assert.equal(promisedAt({ measure: 'jaccard', threshold: 0.75 }), 0.75)
})
