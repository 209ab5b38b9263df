/**
 * Shared words: finds all pairs of texts that share most of their longest words, without comparing every pair.
 *
 *     similarity = 100 * shared checksums / words of the shorter text;  100 for texts of equal MD5
 *
 * A pair matches if its texts are equal (MD5), or share at least `minIntersections` checksums and have a similarity
 * strictly above `threshold`. A shorter text of m words therefore shares at least
 *
 *     required(m) = max(minIntersections, floor(m * threshold / 100) + 1)                              (1)
 *
 * of them. Words are sorted, rarest first. In the shorter text of m words, the first common word is among the first
 * m - required(m) + 1, and both texts have at least required(m) words from it on. So each text looks up only these few
 * words, and reads in each list only the texts with enough words left; the lists of frequent words are hardly ever
 * read. Then the checksums are compared. No pair is lost. Equal texts are looked up once, and their pairs unfolded.
 *
 * Source: "Finding fuzzy duplicates of short documents" for similarity and threshold; Chaudhuri, Ganti, Kaushik, "A
 * primitive operator for similarity joins in data cleaning", ICDE 2006, and Xiao et al., "Efficient similarity joins
 * for near duplicate detection", WWW 2008, for the prefix and the number of words after it. Ours: both for the shorter
 * length.
 * Cost: 16 bytes a word; 70,000 advertisements of 15 words take two seconds, most of them for reading the texts.
 */
import { forEachInSteps, inBlocks, type Steps } from '../../ground/breath/steps.ts'
import { DoubleList, IntList, withRoom } from '../../ground/lists/growing-lists.ts'
import { countSharedWithin } from '../../ground/lists/shared-values.ts'
import { readOptions } from '../../ground/options/resolve.ts'
import { DocumentClasses } from '../../ground/pair-rows/classes.ts'
import { allRowsInSteps, type ClassMatches, type PairRows } from '../../ground/pair-rows/pair-rows.ts'
import { wordSketch } from './longest-words.ts'
import { type GivenSharedWords, type SharedWordsOptions, wordParams } from './params.ts'
import { type RankedLists, rankedLists, type WordLists } from './ranked-lists.ts'

/** Pairs by left, then right row; left < right; `similarity` in percent. */
export interface SharedWordPairs extends PairRows {
  readonly notes: {
    /** Number of texts without a chosen word; they match only equal texts. */
    readonly withoutWords: number
    readonly distinctWords: number
    /** Number of pairs with compared checksums. */
    readonly candidates: number
    /** Number of pairs of equal texts. */
    readonly exactPairs: number
  }
}

/**
 * Equation (1): the number of words that a pair must share if its shorter text has `length`. No pair can if the result
 * is above `length`.
 *
 * @example requiredShared(15, defaultSharedWords) // => 13
 * @example requiredShared(1, defaultSharedWords) // => 2
 */
export function requiredShared(
  length: number,
  { minIntersections, threshold }: Pick<SharedWordsOptions, 'minIntersections' | 'threshold'>,
): number {
  return Math.max(minIntersections, Math.floor((length * threshold) / 100) + 1)
}

/**
 * Similarity in percent, in [0, 100]; 0 if a text has no words.
 *
 * @example sharedWordsSimilarity(12, 15) // => 80
 */
export function sharedWordsSimilarity(shared: number, shorterLength: number): number {
  return shorterLength === 0 ? 0 : (100 * shared) / shorterLength
}

/** These pairs take two gigabytes; 11,585 equal texts have almost as many. */
const limit = {
  most: 2 ** 26,
  fix: 'raise `threshold` or `minIntersections`, or remove equal texts first',
}
/** About a millisecond: a text may meet thousands of others. */
const textsAStep = 8

/**
 * All pairs of texts that are equal or above the threshold.
 *
 * @param sides for only pairs of a text before `split` and one from it on
 * @throws NearsameError OPTION_VALUE, PAIRS_LIMIT
 * @example atOnce(sharedWordPairs(['Selling green garden bench', 'green garden bench, selling: 5', 'bench'])).similarity // => Float64Array.of(100)
 */
export function* sharedWordPairs(
  texts: readonly string[],
  given: GivenSharedWords = {},
  sides?: { readonly split: number },
): Steps<SharedWordPairs> {
  const options = readOptions(wordParams, given)
  const lists = yield* readTexts(texts, options)
  const { starts, textOf } = lists
  const classes = new DocumentClasses(textOf, texts.length, sides?.split)
  const ranked = yield* rankedLists(lists)
  const required = Int32Array.from({ length: options.words + 1 }, (_, length) =>
    requiredShared(length, options),
  )
  const matches = { left: new IntList(), right: new IntList(), similarity: new DoubleList() }
  const seenBy = new Int32Array(texts.length).fill(-1)
  let candidates = 0
  yield* inBlocks(texts.length, textsAStep, (from, to) => {
    candidates += matchTexts({ lists, ranked, classes, required }, matches, seenBy, [from, to])
  })
  const { distinctWords } = ranked
  const withoutWords = textOf.filter(text => starts[text] === starts[text + 1]).length
  const rows = yield* allRowsInSteps(classes, matches, 100, limit)
  return { ...rows, notes: { withoutWords, distinctWords, candidates, exactPairs: classes.rowsWithin() } }
}

/** The checksums of all texts, those of equal ones once, and one number for these. */
function* readTexts(texts: readonly string[], options: SharedWordsOptions): Steps<WordLists> {
  const starts = new Int32Array(texts.length + 1)
  const textOf = new Int32Array(texts.length)
  const numbers = new Map<string, number>()
  let words = new Int32Array(1024)
  yield* forEachInSteps(texts, (text, row) => {
    const { fullHash, hashes } = wordSketch(text, options)
    const first = numbers.get(fullHash)
    textOf[row] = first ?? row
    starts[row + 1] = starts[row]
    if (first !== undefined) return
    numbers.set(fullHash, row)
    starts[row + 1] += hashes.length
    words = withRoom(words, starts[row + 1])
    words.set(hashes, starts[row])
  })
  return { words: words.subarray(0, starts[texts.length]), starts, textOf }
}

interface Join {
  readonly lists: WordLists
  readonly ranked: RankedLists
  readonly classes: DocumentClasses
  /** For each length of the shorter list, the minimum number of common words; at least 1. */
  readonly required: Int32Array
}

/**
 * Looks up the first words of texts [first, end).
 *
 * @param seenBy [texts] the last text that met each
 * @returns the number of pairs of texts, copies included, whose words were compared
 */
function matchTexts(
  { lists: { starts }, ranked, classes, required }: Join,
  { left: found, right, similarity }: ClassMatches,
  seenBy: Int32Array,
  [first, end]: readonly [number, number],
): number {
  const { ranks, from, rows, left } = ranked
  let candidates = 0
  for (let text = first; text < end; text++) {
    const length = starts[text + 1] - starts[text]
    const least = required[length]
    for (let at = starts[text]; at + least <= starts[text + 1]; at++) {
      const last = from[ranks[at] + 1]
      for (let place = from[ranks[at]]; place < last && left[place] >= least; place++) {
        const other = rows[place]
        const otherLength = starts[other + 1] - starts[other]
        const isOthersTurn = otherLength < length || (otherLength === length && other <= text)
        if (isOthersTurn || seenBy[other] === text) continue
        seenBy[other] = text
        const pairs = classes.rowsBetween(text, other)
        if (pairs === 0) continue
        candidates += pairs
        // Words before this point in either list are not in the other.
        const otherAt = starts[other + 1] - left[place]
        const shared = countSharedWithin(ranks, at, starts[text + 1], otherAt, starts[other + 1])
        if (shared < least) continue
        found.push(text)
        right.push(other)
        similarity.push(sharedWordsSimilarity(shared, length))
      }
    }
  }
  return candidates
}
