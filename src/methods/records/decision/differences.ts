/**
 * Differences: how the two records of the accepted pairs differ, as evidence for copies that no score has.
 *
 *     contained   one record has no word that the other lacks, but for typing errors, initials, short forms and ue
 *                 for ü; one of twelve words may be new, if the new ones of both have no digits; or, of two lists, both
 *                 have a word with digits that no other record has, such as the number of a model
 *     replaced    else, if both have at most two words of their own: `cable 1 m black` and `cable 2 m black`
 *     long        else, if both have 25 words, and not both new ones with digits: long texts about one thing have words
 *                 of their own, copies or not
 *
 * A copy is shortened, lengthened and mistyped; even of noisy copies a share is contained. Look-alikes have words of
 * their own, known from other records: of lists without copies nearly no pair is contained, whatever its score.
 *
 * Ours: all of it. Cost: the words of each accepted pair.
 */
import { inBlocks, type Steps } from '../../../ground/breath/steps.ts'
import { areForms, hasDigit, ownWords } from '../words/explained-words.ts'
import type { ValueWords } from '../words/word-lists.ts'
import type { Evidence } from './evidence.ts'

/** Shares of the accepted pairs, in [0, 1]; 0 without pairs. */
export interface Differences {
  readonly pairs: number
  readonly contained: number
  readonly replaced: number
  readonly long: number
  /** The mean similarity of the texts. */
  readonly similarity: number
  /** The share of the records that are in an accepted pair. */
  readonly rows: number
}

const fewWords = 2
const newShare = 1 / 12
const longText = 25
/** Pairs of long texts take a few microseconds. */
const pairsAStep = 256

export function* differencesOf(
  { rows, split, pairs: { left, right }, countingWords, similarities }: Evidence,
  accepted: Uint8Array,
): Steps<Differences> {
  const { starts, wordTexts } = countingWords
  const isNumber = (word: number): boolean => hasDigit.test(wordTexts[word])
  const isMatched = new Uint8Array(rows)
  let [pairs, contained, replaced, long, similarity] = [0, 0, 0, 0, 0]
  yield* inBlocks(accepted.length, pairsAStep, (from, to) => {
    for (let p = from; p < to; p++) {
      if (accepted[p] === 0) continue
      pairs++
      similarity += similarities[p]
      isMatched[left[p]] = 1
      isMatched[right[p]] = 1
      const rest = ownWords(countingWords, left[p], right[p])
      const shorter = Math.min(
        starts[left[p] + 1] - starts[left[p]],
        starts[right[p] + 1] - starts[right[p]],
      )
      const isForm = (word: number, of: readonly number[]): boolean =>
        of.some(other => areForms(wordTexts[word], wordTexts[other]))
      const fewest = Math.min(
        rest.a.filter(word => !isForm(word, rest.b)).length,
        rest.b.filter(word => !isForm(word, rest.a)).length,
      )
      const areNumbers = rest.a.some(isNumber) && rest.b.some(isNumber)
      if (fewest <= Math.floor(shorter * newShare) && !areNumbers) contained++
      else if (split > 0 && haveOwnNumber(countingWords, left[p], right[p])) contained++
      else if (Math.max(rest.a.length, rest.b.length) <= fewWords) replaced++
      else if (shorter >= longText && !areNumbers) long++
    }
  })
  const share = (count: number): number => count / Math.max(1, pairs)
  return {
    pairs,
    contained: share(contained),
    replaced: share(replaced),
    long: share(long),
    similarity: share(similarity),
    rows: isMatched.reduce((sum, one) => sum + one, 0) / Math.max(1, rows),
  }
}

/** Whether both records have a word with digits that no other has. */
function haveOwnNumber({ starts, items, frequency, wordTexts }: ValueWords, x: number, y: number): boolean {
  const own = items.subarray(starts[x], starts[x + 1])
  const other = items.subarray(starts[y], starts[y + 1])
  return own.some(word => frequency[word] === 2 && hasDigit.test(wordTexts[word]) && other.includes(word))
}
