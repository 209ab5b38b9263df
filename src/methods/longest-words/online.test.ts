/** Longest words online: known postings, then checks against the pairs of all texts at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkRows, foundPairs, pairsOf } from '../../../test/golden/online/check-rows.ts'
import { runs } from '../../../test/ground/runs.ts'
import { openEngine } from '../../engine/library/open-engine.ts'
import { atOnce } from '../../ground/breath/steps.ts'
import { crc32OfText } from '../../ground/hash/crc32.ts'
import { posting } from '../contract/sketch.ts'
import { OnlineWords } from './online.ts'
import { defaultSharedWords, type SharedWordsOptions } from './params.ts'
import { sharedWordPairs } from './shared-words.ts'

const open = async (given: Partial<SharedWordsOptions> = {}) => {
  const { space } = await openEngine({ method: 'longest-words' })
  return new OnlineWords({ space, params: { ...defaultSharedWords, minLetters: 1, ...given } })
}

test('postings are the checksums of the words, or come from the text if these are too few', async () => {
  const method = await open({ minIntersections: 2 })
  const [two, one, none] = method.sketches(['Green, green garden!', 'garden', ''])
  assert.deepEqual(
    new Set(two.postings),
    new Set(['green', 'garden'].map(word => posting(crc32OfText(word), 0))),
  )
  assert.equal(two.postings.length, 2)
  for (const { postings, hashes } of [one, none]) {
    assert.equal(new Set(postings).size, 2)
    assert.deepEqual([...hashes.subarray(4)], [0, 0, 0, 0])
  }
})

test('equal texts have 100 with any words, others are strictly above the threshold', async () => {
  const method = await open({ threshold: 50, minIntersections: 1 })
  const texts = ['a b c d', 'a b x y', 'a b c x', '5', '5', '6']
  assert.deepEqual(pairsOf(checkRows(method, 1, texts)), ['0-2 75', '1-2 75', '3-4 100'])
})

test('a threshold of 100 finds equal texts only', async () => {
  const method = await open({ threshold: 100 })
  const texts = ['red green blue', 'blue green red', 'red green blue']
  assert.deepEqual(pairsOf(checkRows(method, 2, texts)), ['0-2 100'])
})

const word = fc.constantFrom(...'abcdefghijklm', 'garden', 'bench', 'ж', '\ud800')
const text = fc.array(word, { maxLength: 9 }).map(words => words.join(' '))
const params = fc.record({
  words: fc.integer({ min: 1, max: 9 }),
  minLetters: fc.constantFrom(1, 1, 2, 5),
  minIntersections: fc.integer({ min: 1, max: 4 }),
  threshold: fc.constantFrom(0, 33.3, 50, 75, 80, 100),
})

test('checks find exactly the pairs of all texts at once, with and without stored texts', async () => {
  const property = fc.asyncProperty(fc.array(text, { maxLength: 30 }), params, async (texts, given) => {
    const method = await open(given)
    const expected = foundPairs(atOnce(sharedWordPairs(texts, given)))
    for (const kept of ['texts', 'shingles'] as const) {
      const checked = checkRows(method, given.minIntersections, texts, kept)
      assert.deepEqual(pairsOf(checked), expected)
      checked.matches.forEach((found, row) => {
        for (const [other, similarity] of found) {
          assert.equal(checked.matches[other].get(row), similarity)
        }
      })
    }
  })
  await fc.assert(property, { numRuns: runs(300) })
})
