/** The ROC of the choice: its shape, and its error against a known truth. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookAlikes, people } from '../../../../test/golden/records/samples.ts'
import { comparedText } from '../candidates/record-text.ts'
import { findRecordPairs } from '../find-record-pairs.ts'
import { thresholdsAround } from './roc.ts'

test('thresholds fall, include the chosen one, and stay within the scores', () => {
  const scores = Float64Array.of(0.2, 0.45, 0.9)
  const around = thresholdsAround(0.5, scores)
  assert.deepEqual(
    around.map(at => Number(at.toFixed(3))),
    [0.9, 0.833, 0.767, 0.7, 0.633, 0.567, 0.5, 0.47, 0.44, 0.41, 0.38, 0.35],
  )
  assert.equal(thresholdsAround(0.21, scores).at(-1), 0.21, 'nothing is below 0.2')
  assert.deepEqual(thresholdsAround(2, new Float64Array()), [2])
})

test('lower thresholds give more pairs, more right and more wrong ones, and lower precision', () => {
  for (const texts of [people(1200, 0.3, 16), ...Object.values(lookAlikes(800, 3))]) {
    const { notes } = findRecordPairs(texts)
    const { roc } = notes
    for (let k = 1; k < roc.length; k++) {
      const [before, here] = [roc[k - 1], roc[k]]
      assert.ok(here.threshold <= before.threshold && here.pairs >= before.pairs)
      assert.ok(here.recall >= before.recall - 1e-12 && here.falseRate >= before.falseRate - 1e-12)
      if (before.pairs > 0) assert.ok(here.precision <= before.precision + 1e-12, JSON.stringify(roc))
    }
    for (const { precision, recall, falseRate } of roc) {
      for (const share of [precision, recall, falseRate])
        assert.ok(share >= -1e-12 && share <= 1 + 1e-12, JSON.stringify(roc))
    }
    assert.ok(roc.length >= 3 && roc.length <= 12, `${roc.length}`)
  }
})

test('the chosen point is the decision: its threshold, pairs and estimated precision', () => {
  for (const threshold of [undefined, 0.6]) {
    const { notes } = findRecordPairs(
      [...new Set(people(1200, 0.3, 16).map(comparedText))],
      undefined,
      threshold === undefined ? {} : { threshold },
    )
    const chosen = notes.roc.filter(({ isChosen }) => isChosen)
    assert.equal(chosen.length, 1)
    assert.equal(chosen[0].threshold, notes.threshold)
    assert.equal(chosen[0].pairs, notes.pairs - notes.identicalPairs)
    assert.ok(Math.abs(chosen[0].precision - (notes.estimatedPrecision ?? 0)) < 1e-9)
  }
})

test('the estimated recall reveals a threshold that is far too strict', () => {
  const texts = people(2000, 0.2, 6)
  const [own, strict] = [undefined, 0.9].map(threshold => {
    const { notes } = findRecordPairs(texts, undefined, threshold === undefined ? {} : { threshold })
    return notes.roc.find(({ isChosen }) => isChosen)?.recall ?? 0
  })
  assert.ok(own > 0.9 && strict < own, `${own} and ${strict}`)
})
