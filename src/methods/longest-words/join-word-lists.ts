/**
 * Join of word lists: finds the pairs of texts that share enough words. A text is a short list of distinct words, as
 * 32-bit numbers.
 *
 * The join that `shared-words.ts` describes, on flat arrays:
 *
 *     words ─▶ ranks, rarest first ─▶ lists ascending by rank ─▶ postings of each rank, most words left first
 *           ─▶ each text looks up its first words ─▶ compare ─▶ pairs by left, then right
 *
 * Cost: ranking (`ranked-lists.ts`), reading the postings, and a merge of two lists for each candidate.
 */
import { inBlocks, type Steps } from '../../ground/breath/steps.ts'
import { IntList } from '../../ground/lists/growing-lists.ts'
import { countSharedWithin } from '../../ground/lists/shared-values.ts'
import { pairOrderInSteps } from '../../ground/pair-rows/pair-rows.ts'
import { type PairsLimit, refuseAbove } from '../../ground/pair-rows/pairs-limit.ts'
import { type RankedLists, rankedLists, type WordLists } from './ranked-lists.ts'

/** Pairs by left, then right row; left < right. */
interface JoinedRows {
  readonly left: Int32Array
  readonly right: Int32Array
  /** The number of common words; -1 for a pair of equal texts. */
  readonly shared: Int32Array
  /** The number of words of the shorter text. */
  readonly shorter: Int32Array
  readonly candidates: number
  readonly exactPairs: number
  readonly distinctWords: number
  readonly withoutWords: number
}

/** The conditions of a pair. */
interface JoinRule {
  /** For each length of the shorter list, the minimum number of common words; at least 1. */
  readonly required: Int32Array
  /** Only pairs of a row before it and a row from it on. Default: all pairs. */
  readonly split?: number | undefined
  /** Maximum number of pairs; more are refused. */
  readonly mostPairs: number
}

/** About a millisecond each; a row may meet thousands of others. */
const wordsAStep = 2 ** 14
const rowsAStep = 64
const askingAStep = 8

class FoundPairs {
  readonly left = new IntList()
  readonly right = new IntList()
  readonly shared = new IntList()
  readonly shorter = new IntList()
  readonly #limit: PairsLimit

  constructor(most: number) {
    const fix = 'raise `threshold` or `minIntersections`, or remove equal texts first'
    this.#limit = { most, fix }
  }

  push(a: number, b: number, shared: number, shorter: number): void {
    refuseAbove(this.#limit, this.left.length + 1)
    this.left.push(Math.min(a, b))
    this.right.push(Math.max(a, b))
    this.shared.push(shared)
    this.shorter.push(shorter)
  }
}

/** @throws NearsameError PAIRS_LIMIT */
export function* joinWordLists(
  lists: WordLists,
  { required, split, mostPairs }: JoinRule,
): Steps<JoinedRows> {
  const ranked = yield* rankedLists(lists)
  const found = new FoundPairs(mostPairs)
  const isWanted = (a: number, b: number): boolean =>
    split === undefined || (a < b ? a < split && b >= split : b < split && a >= split)
  const exactPairs = yield* pairEqualTexts(lists, isWanted, found)
  const candidates = yield* pairByWords({ lists, ranked, required, isWanted }, found)
  const { left, right } = found
  const rows = (list: IntList): Int32Array => list.values.subarray(0, left.length)
  const order = yield* pairOrderInSteps(rows(left), rows(right), lists.textOf.length)
  return {
    left: yield* picked(left, order),
    right: yield* picked(right, order),
    shared: yield* picked(found.shared, order),
    shorter: yield* picked(found.shorter, order),
    candidates,
    exactPairs,
    distinctWords: ranked.distinctWords,
    withoutWords: lists.starts.slice(1).filter((end, row) => end === lists.starts[row]).length,
  }
}

function* picked({ values }: IntList, order: Int32Array): Steps<Int32Array> {
  const column = new Int32Array(order.length)
  yield* inBlocks(order.length, wordsAStep, (from, to) => {
    for (let i = from; i < to; i++) column[i] = values[order[i]]
  })
  return column
}

function* pairEqualTexts(
  { textOf, starts }: WordLists,
  isWanted: (a: number, b: number) => boolean,
  found: FoundPairs,
): Steps<number> {
  const rowsOf = new Map<number, number[]>()
  let pairs = 0
  yield* inBlocks(textOf.length, rowsAStep, (from, to) => {
    for (let row = from; row < to; row++) {
      const before = rowsOf.get(textOf[row]) ?? []
      for (const other of before) {
        if (!isWanted(other, row)) continue
        found.push(other, row, -1, starts[row + 1] - starts[row])
        pairs++
      }
      before.push(row)
      rowsOf.set(textOf[row], before)
    }
  })
  return pairs
}

interface Join {
  readonly lists: WordLists
  readonly ranked: RankedLists
  readonly required: Int32Array
  readonly isWanted: (a: number, b: number) => boolean
}

/** Finds the pairs of different texts. @returns the number of compared pairs. */
function* pairByWords(join: Join, found: FoundPairs): Steps<number> {
  const rows = join.lists.textOf.length
  const seenBy = new Int32Array(rows).fill(-1)
  let candidates = 0
  yield* inBlocks(rows, askingAStep, (from, to) => {
    candidates += pairRowsByWords(join, found, seenBy, [from, to])
  })
  return candidates
}

/** Looks up a range of rows. @param seenBy [rows] the last row that met each row */
function pairRowsByWords(
  { lists, ranked, required, isWanted }: Join,
  found: FoundPairs,
  seenBy: Int32Array,
  [first, end]: readonly [number, number],
): number {
  const { starts, textOf } = lists
  const { ranks, from, rows, left } = ranked
  let candidates = 0
  for (let row = first; row < end; row++) {
    const length = starts[row + 1] - starts[row]
    const least = required[length]
    for (let at = starts[row]; at + least <= starts[row + 1]; at++) {
      const last = from[ranks[at] + 1]
      for (let place = from[ranks[at]]; place < last && left[place] >= least; place++) {
        const other = rows[place]
        const otherLength = starts[other + 1] - starts[other]
        const isOthersTurn = otherLength < length || (otherLength === length && other <= row)
        if (isOthersTurn || seenBy[other] === row) continue
        seenBy[other] = row
        if (textOf[other] === textOf[row] || !isWanted(row, other)) continue
        candidates++
        // Words before this point in either list are not in the other.
        const otherAt = starts[other + 1] - left[place]
        const shared = countSharedWithin(ranks, at, starts[row + 1], otherAt, starts[other + 1])
        if (shared >= least) found.push(row, other, shared, length)
      }
    }
  }
  return candidates
}
