import assert from 'node:assert/strict'
import { test } from 'node:test'
import { candidateProbability } from './banding.ts'
import { bandOdds, defaultSimilarities, similarityAt, trialOdds } from './odds.ts'
import { defaultTrialShape } from './trials.ts'

test('gives a row for each similarity and a cell for each shape', () => {
  const shapes = [
    { bands: 21, rows: 6, agree: 1 },
    { bands: 25, rows: 5, agree: 3 },
  ]
  const { columns, similarities, probabilities } = bandOdds(shapes, [0.5, 0.8])
  assert.deepEqual(columns, shapes)
  assert.deepEqual(similarities, [0.5, 0.8])
  const printed = probabilities.map(row => row.map(cell => cell.toFixed(3)))
  assert.deepEqual(printed, [
    ['0.282', '0.042'],
    ['0.998', '0.996'],
  ])
})

test('lists 19 similarities from 1 down to 0.5 by default', () => {
  assert.equal(defaultSimilarities.length, 19)
  assert.deepEqual(defaultSimilarities.slice(9, 13), [0.91, 0.9, 0.85, 0.8])
  assert.equal(trialOdds([defaultTrialShape]).probabilities[10][0].toFixed(3), '0.415')
})

test('finds the similarity at which a curve reaches a probability', () => {
  for (const [bands, rows] of [
    [20, 5],
    [8, 16],
    [1, 1],
  ]) {
    const curve = (s: number) => candidateProbability({ bands, rows }, s)
    for (const probability of [0.1, 0.5, 0.99]) {
      assert.ok(Math.abs(curve(similarityAt(curve, probability)) - probability) < 1e-6)
    }
  }
})
