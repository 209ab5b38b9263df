/** The frozen model: similarities against those of a list, thresholds, unseen items, bytes and their errors. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lookAlikes, people } from '../../../test/golden/records/samples.ts'
import { restaurants } from '../../../test/golden/restaurant/naive.ts'
import { runs } from '../../../test/ground/runs.ts'
import { atOnce } from '../../ground/breath/steps.ts'
import { gramFeatures, pairSimilarities, wordFeatures } from './candidates/features.ts'
import { comparedText, wordsOf } from './candidates/record-text.ts'
import { pairStates, signsOf, weighedScore } from './candidates/signs.ts'
import { findRecordPairs } from './find-record-pairs.ts'
import { ItemTable } from './item-table.ts'
import { recordItems } from './record-items.ts'
import {
  plainThreshold,
  type RecordModel,
  scoreBy,
  trainRecordModel,
  untrainedModel,
} from './record-model.ts'
import { packRecordModel, recordModelVersion, unpackRecordModel } from './record-model-bytes.ts'
import { recordSimilarity, weighRecord } from './record-similarity.ts'

const similarityOf = ({ table }: RecordModel, a: string, b: string): number =>
  recordSimilarity(weighRecord(recordItems(a), table), recordItems(b), table)

/** All pairs of rows, by left. */
function allPairs(rows: number) {
  const pairs = Array.from({ length: rows }, (_, a) =>
    Array.from({ length: rows - a - 1 }, (_, k) => [a, a + k + 1] as const),
  ).flat()
  return {
    left: Int32Array.from(pairs, ([left]) => left),
    right: Int32Array.from(pairs, ([, right]) => right),
  }
}

const word = fc.constantFrom('palm', 'grill', 'grille', 'sunset', '9001', 'a', '東京都', 'é')
const record = fc.array(word, { minLength: 1, maxLength: 7 }).map(words => comparedText(words.join(' ')))

test('the similarity of a pair is the one in the training list', () => {
  const property = fc.property(fc.uniqueArray(record, { minLength: 2, maxLength: 12 }), texts => {
    const table = ItemTable.of(texts.map(recordItems))
    const pairs = allPairs(texts.length)
    const expected = atOnce(
      pairSimilarities([atOnce(wordFeatures(texts.map(wordsOf))), atOnce(gramFeatures(texts))], pairs),
    )
    expected.forEach((value, p) => {
      const [a, b] = [texts[pairs.left[p]], texts[pairs.right[p]]]
      const model = { table, threshold: 1, weights: undefined }
      assert.ok(Math.abs(similarityOf(model, a, b) - value) < 1e-6, `${a} / ${b}`)
      assert.ok(Math.abs(similarityOf(model, b, a) - value) < 1e-6, `${b} / ${a}`)
    })
  })
  fc.assert(property, { numRuns: runs(300) })
})

test('heads and numbers move a score as in the list', () => {
  const texts = [...new Set(restaurants().map(({ text }) => comparedText(text)))]
  const model = trainRecordModel(texts)
  assert.ok(model.weights)
  const { ratios, threshold } = model.weights
  const words = texts.map(wordsOf)
  const signs = words.map(signsOf)
  const pairs = allPairs(120)
  const states = atOnce(pairStates(words, pairs, () => true))
  states.forEach((state, p) => {
    const [a, b] = [signs[pairs.left[p]], signs[pairs.right[p]]]
    assert.equal(scoreBy(model, threshold, a, b), weighedScore(threshold, state, ratios))
    assert.equal(scoreBy(model, threshold - 0.31, a, b), threshold - 0.31)
  })
})

test('with one copy a record the threshold is that of the list, and a given one stays', () => {
  const texts = restaurants().map(({ text }) => text)
  assert.equal(trainRecordModel(texts).threshold, findRecordPairs(texts).notes.threshold)
  assert.equal(trainRecordModel(texts, { threshold: 0.55 }).threshold, 0.55)
  assert.equal(trainRecordModel([], { threshold: 0.55 }).threshold, 0.55)
})

test('after a list without pairs, only records more alike than any in it match', () => {
  for (const texts of [[], ['one'], ['one', 'two', 'three'], [' ', '?']]) {
    assert.equal(trainRecordModel(texts).threshold, plainThreshold)
  }
  for (const texts of [lookAlikes(60, 4).template, lookAlikes(60, 3).variants, people(60, 0, 3)]) {
    assert.equal(findRecordPairs(texts).left.length, 0)
    const model = trainRecordModel(texts)
    const compared = texts.map(comparedText)
    const { left, right } = allPairs(texts.length)
    const all = Array.from(left, (a, p) => similarityOf(model, compared[a], compared[right[p]]))
    assert.ok(model.threshold >= plainThreshold && model.threshold > Math.max(...all))
  }
})

test('an unseen item weighs as much as the rarest; without a model all items weigh the same', () => {
  const { table } = trainRecordModel(['palm grill', 'palm bar', 'ivy'])
  const key = (text: string) => recordItems(text).find(item => (item & 1) === 0) as number
  assert.equal(table.idfOf(key('ivy')), table.idfOf(key('unseen')))
  assert.equal(table.frequencyOf(key('palm')), 2)
  assert.ok(table.idfOf(key('palm')) < table.idfOf(key('unseen')))
  assert.equal(untrainedModel().table.idfOf(key('palm')), 1)
  assert.equal(similarityOf(untrainedModel(), 'palm', 'palm'), 1)
  assert.equal(similarityOf(untrainedModel(), '', 'palm'), 0)
})

test('unpacking the bytes restores the model', () => {
  const models = [
    untrainedModel(),
    trainRecordModel(people(900, 0.3, 4)),
    trainRecordModel(people(90, 0.3, 4)),
  ]
  assert.ok(models[1].weights)
  for (const model of models) {
    const bytes = packRecordModel(model)
    const shifted = new Uint8Array(bytes.length + 3)
    shifted.set(bytes, 3)
    for (const given of [bytes, shifted.subarray(3)]) assert.deepEqual(unpackRecordModel(given), model)
  }
})

test('refuses bytes of another version, truncated ones and other bytes', () => {
  const bytes = packRecordModel(trainRecordModel(people(300, 0.3, 4)))
  const newer = bytes.slice()
  newer[0] = recordModelVersion + 1
  assert.throws(() => unpackRecordModel(newer), { code: 'STORE_FORMAT' })
  for (const cut of [0, 3, 4, 50, bytes.length - 1]) {
    assert.throws(() => unpackRecordModel(bytes.subarray(0, cut)), { code: 'STORE_CORRUPT' }, `${cut}`)
  }
  const unordered = bytes.slice()
  unordered.fill(0, 96, 104)
  assert.throws(() => unpackRecordModel(unordered), { code: 'STORE_CORRUPT' })
})
