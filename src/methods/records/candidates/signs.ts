/**
 * Signs in addition to the similarity: whether the heads and the numbers of two records agree.
 *
 *     heads    the share, by idf, of the first two words without digits that the other record has
 *              (Jaro-Winkler >= 0.85), mean of both directions: [0, .3) [.3, .6) [.6, .9) [.9, 1]
 *     numbers  words with digits: missing in one record, none shared, some shared, all of the shorter list shared
 *
 * The data gives the weight of each state: the pairs that the similarity accepts, and the nearest of those that it
 * rejects, give a log ratio for each state, in [-2, 2], and 0.06 times it moves the score. If a list has too few of
 * either kind, scores stay.
 *
 *     jaro = (m / |a| + m / |b| + (m - t / 2) / m) / 3      m matches within half of the longer word, t out of order
 *     Jaro-Winkler = jaro + l (1 - jaro) / 10                l common first characters, at most 4
 *
 * Source: Winkler, "String comparator metrics and enhanced decision rules", 1990, for the words; Fellegi,
 * Sunter, "A theory for record linkage", 1969, for log ratios of agreement. Ours: the two features, and a first
 * decision instead of labels.
 */
import { forEachInSteps, inBlocks, mapInSteps, type Steps } from '../../../ground/breath/steps.ts'
import { bitCount } from '../../../texts/similarity/bit-count.ts'
import type { CandidatePairs } from './candidates.ts'
import { idfAmong } from './item-weights.ts'
import { lettersOf } from './record-text.ts'

const hasDigit = /\p{N}/u
const states = 4
const headWords = 2
/** Number of words of the other record compared with one in another spelling. */
const nearWords = 12
/** A word of this Jaro-Winkler is another spelling: with the same start its Jaro is at least `leastJaro`. */
const [nearEnough, leastJaro] = [0.85, 0.75]
const leastPairs = 20
const most = 2
const step = 0.06
/** Takes one or two milliseconds if all of them are wanted. */
const pairsAStep = 1024

/** The compared parts of a record. */
export interface Signs {
  readonly words: readonly string[]
  readonly head: readonly string[]
  readonly numbers: readonly string[]
  /** The letters of each word and each of the head, as a set of 32 classes. */
  readonly letters: readonly number[]
  readonly headLetters: readonly number[]
}

/** The weights of heads and numbers in a list. */
export interface SignWeights {
  /** [8]: log ratios of the states of heads, then of numbers; in [-2, 2]. */
  readonly ratios: Float64Array
  /** The threshold of unmoved scores. Scores more than `signReach` below it stay. */
  readonly threshold: number
}

export const signReach = 0.3
/** Maximum shift of a score. */
export const mostMoved = 2 * most * step

/** @example signsOf(['palm', '9001', 'of', 'sunset']).head // => ['palm', 'of'] */
export function signsOf(words: readonly string[]): Signs {
  const head = words.filter(word => !hasDigit.test(word)).slice(0, headWords)
  const numbers = [...new Set(words.filter(word => hasDigit.test(word)))]
  return { words, head, numbers, letters: words.map(lettersOf), headLetters: head.map(lettersOf) }
}

/** The state of both features, as heads * 4 + numbers. @param idf the idf of a word */
export function stateOf(a: Signs, b: Signs, idf: (word: string) => number): number {
  const head = (headShare(a, b, idf) + headShare(b, a, idf)) / 2
  const headState = head < 0.3 ? 0 : head < 0.6 ? 1 : head < 0.9 ? 2 : 3
  return headState * states + numberState(a.numbers, b.numbers)
}

/** The states of the requested pairs; 255 for the others. */
export function* pairStates(
  words: readonly (readonly string[])[],
  { left, right }: CandidatePairs,
  isWanted: (pair: number) => boolean,
): Steps<Uint8Array> {
  const known = yield* idfOf(words)
  const idf = (word: string): number => known.get(word) ?? 0
  const signs = yield* mapInSteps(words, signsOf)
  const result = new Uint8Array(left.length).fill(255)
  yield* inBlocks(left.length, pairsAStep, (from, to) => {
    for (let p = from; p < to; p++)
      if (isWanted(p)) result[p] = stateOf(signs[left[p]], signs[right[p]], idf)
  })
  return result
}

function* idfOf(words: readonly (readonly string[])[]): Steps<Map<string, number>> {
  const rows = new Map<string, number>()
  yield* forEachInSteps(words, row => {
    for (const word of new Set(row)) rows.set(word, (rows.get(word) ?? 0) + 1)
  })
  for (const [word, count] of rows) rows.set(word, idfAmong(words.length, count))
  return rows
}

/** The share, by idf, of the head of one record that the other has. */
function headShare(
  { head, headLetters }: Signs,
  { words, letters }: Signs,
  idf: (word: string) => number,
): number {
  let shared = 0
  let all = 0
  for (let h = 0; h < head.length; h++) {
    const weight = idf(head[h])
    all += weight
    if (words.includes(head[h]) || hasNearWord(words, letters, head[h], headLetters[h])) shared += weight
  }
  return all > 0 ? shared / all : 0
}

function hasNearWord(
  other: readonly string[],
  letters: readonly number[],
  word: string,
  ownLetters: number,
): boolean {
  const count = Math.min(nearWords, other.length)
  for (let w = 0; w < count; w++) {
    // Letters that the other word lacks match none, so most words need no comparison.
    const same = Math.min(
      word.length - bitCount(ownLetters & ~letters[w]),
      other[w].length - bitCount(letters[w] & ~ownLetters),
    )
    const jaro = (same / word.length + same / other[w].length + 1) / 3
    const isSameStart = word.charCodeAt(0) === other[w].charCodeAt(0)
    if (jaro < (isSameStart ? leastJaro : nearEnough)) continue
    if (jaroWinkler(word, other[w]) >= nearEnough) return true
  }
  return false
}

function numberState(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0
  let shared = 0
  for (const word of a) if (b.includes(word)) shared++
  return shared === 0 ? 1 : shared === Math.min(a.length, b.length) ? 3 : 2
}

/**
 * The weights of the states, as [8] log ratios; undefined if there are too few pairs to learn from.
 *
 * @param accepted 1 for the pairs of the first decision, at `threshold`
 */
export function stateRatios(
  scores: Float64Array,
  pairStates: Uint8Array,
  accepted: Uint8Array,
  threshold: number,
): Float64Array | undefined {
  // Counts by kind (rejected, accepted), feature and state, from 1 so that no ratio is infinite.
  const counts = new Float64Array(4 * states).fill(1)
  const totals = [0, 0]
  for (let p = 0; p < scores.length; p++) {
    if (pairStates[p] === 255) continue
    const kind = accepted[p]
    const [from, to] = kind === 1 ? [0, threshold + 0.35] : [threshold - 0.25, threshold + 0.1]
    if (scores[p] <= from || scores[p] >= to) continue
    totals[kind]++
    counts[kind * 2 * states + (pairStates[p] >> 2)]++
    counts[kind * 2 * states + states + (pairStates[p] & 3)]++
  }
  if (totals[0] < leastPairs || totals[1] < leastPairs) return undefined
  const ratios = new Float64Array(2 * states)
  for (let s = 0; s < 2 * states; s++) {
    const inAccepted = counts[2 * states + s] / (totals[1] + states)
    const inRejected = counts[s] / (totals[0] + states)
    ratios[s] = Math.max(-most, Math.min(most, Math.fround(Math.log(inAccepted / inRejected))))
  }
  return ratios
}

/** A score moved by the weight of its state, clipped to [0, 1.2]; unchanged for state 255. */
export function weighedScore(score: number, state: number, ratios: Float64Array): number {
  if (state === 255) return score
  const worth = ratios[state >> 2] + ratios[states + (state & 3)]
  return Math.max(0, Math.min(1.2, score + step * worth))
}

/**
 * In [0, 1]; 1 for equal words.
 *
 * @example jaroWinkler('martha', 'marhta').toFixed(3) // => '0.961'
 * @example jaroWinkler('dixon', 'dicksonx').toFixed(3) // => '0.813'
 */
export function jaroWinkler(a: string, b: string): number {
  if (a === b) return 1
  if (a.length === 0 || b.length === 0) return 0
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const isUsedA = new Uint8Array(a.length)
  const isUsedB = new Uint8Array(b.length)
  let matches = 0
  for (let i = 0; i < a.length; i++) {
    const to = Math.min(b.length, i + reach + 1)
    for (let j = Math.max(0, i - reach); j < to; j++) {
      if (isUsedB[j] === 1 || a[i] !== b[j]) continue
      isUsedA[i] = 1
      isUsedB[j] = 1
      matches++
      break
    }
  }
  if (matches === 0) return 0
  let moved = 0
  for (let i = 0, j = 0; i < a.length; i++) {
    if (isUsedA[i] === 0) continue
    while (isUsedB[j] === 0) j++
    if (a[i] !== b[j]) moved++
    j++
  }
  const jaro = (matches / a.length + matches / b.length + (matches - moved / 2) / matches) / 3
  let common = 0
  while (common < 4 && common < a.length && common < b.length && a[common] === b[common]) common++
  return jaro + (common * (1 - jaro)) / 10
}
