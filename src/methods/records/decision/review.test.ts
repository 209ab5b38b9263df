/** The pairs that a person reviews: doubtful ones and likely errors. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chanceOf, misspelt, people } from '../../../../test/golden/records/samples.ts'
import { atOnce } from '../../../ground/breath/steps.ts'
import { findRecordPairs } from '../find-record-pairs.ts'
import type { ReviewPair } from '../notes.ts'
import { doubtfulPairs } from './review.ts'

test('doubtful pairs are the nearest on either side, most doubtful first, without decided ones', () => {
  const scores = Float64Array.of(0.9, 0.52, 0.485, 0.1, 0.51, 0.47, 0.505)
  const accepted = Uint8Array.of(1, 1, 0, 0, 1, 0, 1)
  const decided = Int8Array.of(0, 0, 0, 0, 0, 0, 1)
  assert.deepEqual([...atOnce(doubtfulPairs(scores, accepted, decided, 0.5, 2))], [4, 2, 1, 5])
})

/** 800 people, and misspelt copies of the first 200. */
const copied = (seed: number): string[] => {
  const chance = chanceOf(seed)
  const once = people(800, 0, seed)
  return [...once, ...once.slice(0, 200).map(text => misspelt(chance, text))]
}
const rightOf = (pairs: readonly ReviewPair[]): number =>
  pairs.filter(({ left, right }) => right === left + 800).length

test('under a strict threshold pairs that stand alone are likely missed; they come with their texts', () => {
  const texts = copied(21)
  const { notes } = findRecordPairs(texts, undefined, { threshold: 0.9, oneToOne: true })
  const { likelyMissed } = notes.confusion
  assert.equal(likelyMissed.length, 10)
  assert.ok(rightOf(likelyMissed) >= 9, `${rightOf(likelyMissed)} of 10 are right`)
  for (const pair of likelyMissed) {
    assert.equal(pair.isAccepted, false)
    assert.ok(pair.similarity < 0.9 && pair.similarity >= 0.75)
    assert.deepEqual([pair.leftText, pair.rightText], [texts[pair.left], texts[pair.right]])
  }
})

test('under a lax threshold pairs that do not stand out are likely false', () => {
  const { notes } = findRecordPairs(copied(22), undefined, { threshold: 0.25, oneToOne: true })
  const { likelyFalse } = notes.confusion
  assert.equal(likelyFalse.length, 10)
  assert.ok(likelyFalse.every(({ isAccepted }) => isAccepted))
  assert.ok(rightOf(likelyFalse) <= 1, `${rightOf(likelyFalse)} of 10 are right`)
})

test('rows have their names if known, and long texts are cut between characters', () => {
  const long = '🦊'.repeat(100)
  const texts = people(400, 0.3, 23).map(text => `${text} ${long}`)
  const idOf = (row: number): string => `row ${row}`
  const [pair] = findRecordPairs(texts, undefined, { idOf }).notes.doubtful
  assert.deepEqual([pair.leftId, pair.rightId], [`row ${pair.left}`, `row ${pair.right}`])
  const [plain] = findRecordPairs(texts).notes.doubtful
  assert.equal('leftId' in plain, false)
  assert.equal(Array.from(plain.leftText).length, 80)
  assert.ok(plain.leftText.isWellFormed() && plain.leftText.endsWith('🦊…'))
})

test('the review leaves out pairs that a person has decided', () => {
  const texts = people(800, 0.3, 24)
  const asked = findRecordPairs(texts, undefined, { threshold: 0.3 }).notes
  const shown = [...asked.doubtful, ...asked.confusion.likelyFalse, ...asked.confusion.likelyMissed]
  const accepted = shown.map(({ left, right }): [number, number] => [left, right])
  const { notes } = findRecordPairs(texts, undefined, { threshold: 0.3, accepted })
  const again = [...notes.doubtful, ...notes.confusion.likelyFalse, ...notes.confusion.likelyMissed]
  const decided = new Set(accepted.map(pair => pair.join()))
  assert.deepEqual(
    again.filter(({ left, right }) => decided.has(`${left},${right}`)),
    [],
  )
})
