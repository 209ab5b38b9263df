/** Shared words: the source's decision on small texts, all pairs against a naive search, and each refused option. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { textOfFrequentWords } from '../../../test/databases/frequent-words.ts'
import { runs } from '../../../test/ground/runs.ts'
import { atOnce } from '../../ground/breath/steps.ts'
import { wordSketch } from './longest-words.ts'
import { defaultSharedWords, type SharedWordsOptions } from './params.ts'
import { sharedWordPairs, sharedWordsSimilarity } from './shared-words.ts'

const advert =
  'Selling wooden garden bench with cushions, barely used, collected from Brighton station, price negotiable, ' +
  'please telephone evenings after seven'

type Row = readonly [left: number, right: number, similarity: number]

/** The definition: all pairs of texts. */
function naive(texts: readonly string[], given: Partial<SharedWordsOptions>, split?: number): Row[] {
  const options = { ...defaultSharedWords, ...given }
  const sketches = texts.map(text => wordSketch(text, options))
  const rows: Row[] = []
  for (let left = 0; left < texts.length; left++) {
    for (let right = left + 1; right < texts.length; right++) {
      if (split !== undefined && (left >= split || right < split)) continue
      const [a, b] = [sketches[left], sketches[right]]
      const inBoth = [...a.hashes].filter(hash => b.hashes.includes(hash)).length
      const shorter = Math.min(a.hashes.length, b.hashes.length)
      if (a.fullHash === b.fullHash) rows.push([left, right, 100])
      else if (inBoth >= options.minIntersections && 100 * inBoth > options.threshold * shorter) {
        rows.push([left, right, (100 * inBoth) / shorter])
      }
    }
  }
  return rows
}

function found(texts: readonly string[], options: Partial<SharedWordsOptions>, split?: number): Row[] {
  const { left, right, similarity } = atOnce(
    sharedWordPairs(texts, options, split === undefined ? split : { split }),
  )
  return Array.from(left, (row, i) => [row, right[i], similarity[i]])
}

test('of the 15 words of the advertisement 13 are enough and 12 are not', () => {
  assert.equal(wordSketch(advert).hashes.length, 15)
  const changed = (count: number) =>
    ['cushions', 'evenings', 'Brighton']
      .slice(0, count)
      .reduce((text, word, i) => text.replace(word, `x${'y'.repeat(i + 9)}`), advert)
  const texts = [advert, changed(1), changed(2), changed(3)]
  assert.deepEqual(found(texts, {}), [
    [0, 1, (100 * 14) / 15],
    [0, 2, (100 * 13) / 15],
    [1, 2, (100 * 14) / 15],
    [1, 3, (100 * 13) / 15],
    [2, 3, (100 * 14) / 15],
  ])
})

test('a text with another price, order, markup or small words still matches', () => {
  const other = `<p>${advert.replace('seven', '7 pm').split(', ').reverse().join('!<br>')}</p> £45`
  assert.deepEqual(found([advert, other], {}), [[0, 1, 100]])
})

test('equal texts match without any word, different texts of one word do not', () => {
  assert.deepEqual(found(['x', 'bench', 'x', 'bench!', 'bench'], {}), [
    [0, 2, 100],
    [1, 4, 100],
  ])
})

test('a short text contained in a long one matches, because the shorter length counts', () => {
  assert.deepEqual(found(['wooden bench', advert], {}), [[0, 1, 100]])
  assert.deepEqual(found(['wooden bench', advert], { minIntersections: 3 }), [])
})

test('the notes count candidates and pairs', () => {
  const { notes } = atOnce(sharedWordPairs([advert, advert, `${advert}.`, 'a', 'wooden bench']))
  assert.deepEqual(notes, { withoutWords: 1, distinctWords: 15, candidates: 5, exactPairs: 1 })
})

test('no texts, no pairs', () => {
  assert.deepEqual(found([], {}), [])
  assert.deepEqual(found([advert], {}, 0), [])
})

test('agrees with comparing all pairs of texts', () => {
  const options = fc.record({
    words: fc.integer({ min: 1, max: 15 }),
    minIntersections: fc.integer({ min: 1, max: 4 }),
    threshold: fc.constantFrom(0, 33.3, 50, 55, 66, 80, 99, 100),
  })
  const split = fc.option(fc.nat(12), { nil: undefined })
  const property = fc.property(
    fc.array(textOfFrequentWords, { maxLength: 16 }),
    options,
    split,
    (texts, given, beyond) => {
      const at = beyond && Math.min(beyond, texts.length)
      assert.deepEqual(found(texts, given, at), naive(texts, given, at))
    },
  )
  fc.assert(property, { numRuns: runs(2000), seed: 10 })
})

/** Different words of six letters. */
const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) =>
    (from + i)
      .toString(10)
      .padStart(6, '0')
      .replace(/\d/g, digit => 'abcdefghij'[Number(digit)]),
  ).join(' ')

test('the threshold itself is not enough, at any length', () => {
  for (let length = 1; length <= 100; length++) {
    for (let shared = 1; shared <= length; shared++) {
      const texts = [words(0, length), `${words(0, shared)} ${words(1000, length - shared)}`]
      const pairs = found(texts, { words: 100, minIntersections: 1 })
      assert.equal(pairs.length === 1, shared * 5 > length * 4, `${shared} of ${length}`)
    }
  }
})

test('refuses more pairs than fit in memory', () => {
  assert.throws(() => atOnce(sharedWordPairs(Array<string>(11_600).fill('Bar'))), {
    code: 'PAIRS_LIMIT',
    message:
      'PAIRS_LIMIT: expected at most 67108864 pairs, got 67274200 or more. To fix: raise `threshold` or ' +
      '`minIntersections`, or remove equal texts first.',
  })
})

test('refuses options outside their range', () => {
  const refused = (given: Partial<SharedWordsOptions>, message: string) =>
    assert.throws(() => atOnce(sharedWordPairs([], given)), {
      code: 'OPTION_VALUE',
      message: `OPTION_VALUE: ${message}`,
    })
  refused(
    { minIntersections: 0 },
    'expected minIntersections to be a whole number in [1, 255], got 0. ' +
      'To fix: change minIntersections, or leave it out for its default.',
  )
  refused(
    { threshold: 101 },
    'expected threshold to be a number in [0, 100], got 101. ' +
      'To fix: change threshold, or leave it out for its default.',
  )
  for (const words of [0, 256, 1.5, Number.NaN]) {
    for (const given of [{ words }, { minLetters: words }])
      assert.throws(() => atOnce(sharedWordPairs([], given)), { code: 'OPTION_VALUE' })
  }
})

test('the formula of the page, in its order of operations, gives the bits of the similarity', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/methods/longest-words.md'), 'utf8')
  assert(page.includes('similarity = 100 * shared / words of the shorter text\n'))
  let others = 0
  for (let words = 1; words <= 255; words++) {
    for (let shared = 0; shared <= words; shared++) {
      assert.equal(sharedWordsSimilarity(shared, words), (100 * shared) / words)
      if ((shared / words) * 100 !== (100 * shared) / words) others++
    }
  }
  assert(others > 1000)
})
