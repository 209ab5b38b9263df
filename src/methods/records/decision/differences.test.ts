import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from '../../../ground/breath/steps.ts'
import { wordLists } from '../words/word-lists.ts'
import { type Differences, differencesOf } from './differences.ts'
import type { Evidence } from './evidence.ts'
import { neighboursOf } from './neighbours.ts'

/** All pairs of consecutive texts are accepted. */
const differences = (texts: readonly string[], split = 0): Differences => {
  const left = Int32Array.from(texts.keys()).filter(row => row % 2 === 0)
  const pairs = { left, right: left.map(row => row + 1) }
  const words = texts.map(text => text.split(' '))
  const copies = new Int32Array(texts.length).fill(1)
  const evidence: Evidence = {
    ...{ rows: texts.length, pairs, split, decided: new Int8Array(left.length) },
    ...{ words, copies, countingWords: atOnce(wordLists(words, list => list, copies)) },
    neighbours: atOnce(neighboursOf(texts.length, pairs)),
    similarities: new Float64Array(left.length).fill(0.5),
  }
  return atOnce(differencesOf(evidence, new Uint8Array(left.length).fill(1)))
}

const long = Array.from({ length: 30 }, (_, at) => `w${'x'.repeat(at)}`).join(' ')

test('a shorter or mistyped record is contained; one with another word is not', () => {
  const found = differences(['ann lee', 'ann lee york', 'bob stone', 'bob stnoe', 'cable 1 m', 'cable 2 m'])
  assert.deepEqual([found.pairs, found.rows, found.similarity], [3, 1, 0.5])
  assert.ok(Math.abs(found.contained - 2 / 3) < 1e-9 && Math.abs(found.replaced - 1 / 3) < 1e-9)
})

test('of long texts a few words may be new, but no numbers', () => {
  assert.equal(differences([`${long} ye`, `${long} you`]).contained, 1)
  assert.equal(differences([`${long} 7`, `${long} 9`]).replaced, 1)
  assert.equal(differences([`${long} a b c`, `${long} r s t`]).long, 1)
})

test('between two lists, a number that only the two records have is evidence', () => {
  const texts = ['sony zx81 set', 'zx81 radio black', 'sony tv set', 'tv radio black']
  assert.equal(differences(texts).contained, 0)
  assert.equal(differences(texts, 2).contained, 0.5)
})

test('without accepted pairs all shares are 0', () => {
  const { pairs, contained, rows } = differences([])
  assert.deepEqual([pairs, contained, rows], [0, 0, 0])
})
