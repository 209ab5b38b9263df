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
 * read. Then the checksums are compared. No pair is lost.
 *
 * Source: "Finding fuzzy duplicates of short documents" for similarity and threshold; Chaudhuri, Ganti, Kaushik, "A
 * primitive operator for similarity joins in data cleaning", ICDE 2006, and Xiao et al., "Efficient similarity joins
 * for near duplicate detection", WWW 2008, for the prefix and the number of words after it. Ours: both for the shorter
 * length.
 * Cost: 16 bytes a word; 70,000 advertisements of 15 words take two seconds, most of them for reading the texts.
 */
import { atOnce, forEachInSteps, inBlocks, type Steps } from '../../ground/breath/steps.ts'
import { withRoom } from '../../ground/lists/growing-lists.ts'
import { readOptions } from '../../ground/options/resolve.ts'
import { joinWordLists } from './join-word-lists.ts'
import { wordSketch } from './longest-words.ts'
import { type GivenSharedWords, type SharedWordsOptions, wordParams } from './params.ts'
import type { WordLists } from './ranked-lists.ts'

/** Pairs by left, then right row; left < right; `similarity` in percent. */
export interface SharedWordPairs {
  readonly left: Int32Array
  readonly right: Int32Array
  readonly similarity: Float64Array
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
const mostPairs = 2 ** 26
const pairsAStep = 2 ** 15

/**
 * All pairs of texts that are equal or above the threshold.
 *
 * @param sides for only pairs of a text before `split` and one from it on
 * @throws NearsameError OPTION_VALUE, PAIRS_LIMIT
 * @example findSharedWordPairs(['Selling green garden bench', 'green garden bench, selling: 5', 'bench']).similarity // => Float64Array.of(100)
 */
export function findSharedWordPairs(
  texts: readonly string[],
  given: GivenSharedWords = {},
  sides?: { readonly split: number },
): SharedWordPairs {
  return atOnce(sharedWordPairs(texts, given, sides))
}

/** `findSharedWordPairs` in steps. */
export function* sharedWordPairs(
  texts: readonly string[],
  given: GivenSharedWords = {},
  sides?: { readonly split: number },
): Steps<SharedWordPairs> {
  const options = readOptions(wordParams, given)
  const required = Int32Array.from({ length: options.words + 1 }, (_, length) =>
    requiredShared(length, options),
  )
  const rule = { required, split: sides?.split, mostPairs }
  const lists = yield* readTexts(texts, options)
  const { left, right, shared, shorter, ...notes } = yield* joinWordLists(lists, rule)
  const similarity = new Float64Array(shared.length)
  yield* inBlocks(shared.length, pairsAStep, (from, to) => {
    for (let i = from; i < to; i++)
      similarity[i] = shared[i] < 0 ? 100 : sharedWordsSimilarity(shared[i], shorter[i])
  })
  return { left, right, similarity, notes }
}

/** The checksums of all texts, and one number for equal texts. */
function* readTexts(texts: readonly string[], options: SharedWordsOptions): Steps<WordLists> {
  const starts = new Int32Array(texts.length + 1)
  const textOf = new Int32Array(texts.length)
  const numbers = new Map<string, number>()
  let words = new Int32Array(1024)
  yield* forEachInSteps(texts, (text, row) => {
    const { fullHash, hashes } = wordSketch(text, options)
    let number = numbers.get(fullHash)
    if (number === undefined) {
      number = row
      numbers.set(fullHash, row)
    }
    textOf[row] = number
    const end = starts[row] + hashes.length
    words = withRoom(words, end)
    words.set(hashes, starts[row])
    starts[row + 1] = end
  })
  return { words: words.subarray(0, starts[texts.length]), starts, textOf }
}
