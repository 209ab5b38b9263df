/** The decision and its estimated precision where the similarities show no valley. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chanceOf, madeUpWords } from '../../../../test/golden/records/samples.ts'
import { findRecordPairs, type RecordPairs } from '../find-record-pairs.ts'

const size = 12

/**
 * 60 families of 12 rows of ten words. Families of a topic share their first words, `noise` of the words of rows differ;
 * rows that are shortened lack words at the end instead.
 */
function families(noise: number, isShortened = false): string[] {
  const chance = chanceOf(5)
  const words = madeUpWords(chance, 300)
  const word = (): string => words[Math.floor(chance() * words.length)]
  const topics = Array.from({ length: 30 }, () => Array.from({ length: 5 }, word))
  return Array.from({ length: 60 }, (_, family) => {
    const head = topics[family % 30].slice(0, Math.floor(chance() * 6))
    const base = [...head, ...Array.from({ length: 10 - head.length }, word)]
    return Array.from({ length: size }, () => {
      const own = 2 * noise * chance()
      if (isShortened) return base.slice(0, Math.ceil((1 - own) * 10)).join(' ')
      return base.map(kept => (chance() < own ? word() : kept)).join(' ')
    })
  }).flat()
}

const precisionOf = ({ left, right }: RecordPairs): number =>
  left.filter((row, p) => Math.floor(row / size) === Math.floor(right[p] / size)).length / left.length

test('without a valley closed wedges keep the pairs; if all have words of their own, they are not believed', () => {
  const found = findRecordPairs(families(0.2))
  const { clearBoundary, estimatedPrecision, oneToOne, warnings } = found.notes
  assert.deepEqual([clearBoundary, oneToOne], [false, false])
  assert.match(warnings.join(), /no clear boundary/)
  assert.ok(found.left.length > 3000, `${found.left.length} of ${60 * 66} pairs`)
  assert.ok(precisionOf(found) > 0.95)
  // These are right, but nothing shows it: colours of a product differ by words of their own in every pair, too, and a
  // low estimate costs a look at the pairs, where a high one would remove products.
  assert.ok((estimatedPrecision ?? 1) < 0.1, `${estimatedPrecision}`)
})

test('families of shortened records are believed', () => {
  const found = findRecordPairs(families(0.35, true))
  assert.ok(precisionOf(found) > 0.85)
  assert.ok((found.notes.estimatedPrecision ?? 0) > 0.6, `${found.notes.estimatedPrecision}`)
})

test('open wedges leave few pairs and a low estimate', () => {
  const found = findRecordPairs(families(0.35))
  assert.equal(found.notes.clearBoundary, false)
  assert.ok(found.left.length <= 500 && (found.notes.estimatedPrecision ?? 0) <= 0.5)
})

test('fewer than four pairs without a boundary are none, unless records are equal, too', () => {
  const verbs = 'opens closes starts stops locks moves'.split(' ')
  const nouns = 'door gate lamp pump valve lift'.split(' ')
  const days = 'monday tuesday friday'.split(' ')
  const lines = verbs.flatMap((verb, v) =>
    nouns.map((noun, n) => `${verb} ${noun} ${days[(v + n) % 3]} ${(7 * v + 11 * n) % 60}`),
  )
  const alone = findRecordPairs(lines)
  assert.ok(alone.left.length === 0 || alone.left.length >= 4, `${alone.left.length}`)
})

test('if most rows of two lists match, each gets its best, even without a valley', () => {
  const chance = chanceOf(7)
  const words = madeUpWords(chance, 300)
  const word = (): string => words[Math.floor(chance() * words.length)]
  const first = Array.from({ length: 200 }, () => Array.from({ length: 10 }, word))
  const second = first.map(row => row.map(own => (chance() < 0.5 ? own : word())))
  const texts = [...first, ...second].map(row => row.join(' '))
  const { left, right, notes } = findRecordPairs(texts, { split: 200 })
  assert.equal(notes.clearBoundary, false)
  const found = left.filter((row, p) => right[p] === row + 200).length
  assert.ok(found >= 190, `${found} of 200`)
  assert.ok((notes.estimatedPrecision ?? 0) > 0.7, `${notes.estimatedPrecision}`)
})
