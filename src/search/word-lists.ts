/**
 * Word lists: texts as short lists of distinct words, given as 32-bit numbers, and the pairs of lists that share
 * enough.
 *
 * The join that `shared-words.ts` describes, on flat arrays:
 *
 *     words ─▶ ranks, rarest first ─▶ lists ascending by rank ─▶ postings of each rank, most words left first
 *           ─▶ each text asks with its first words ─▶ compare ─▶ pairs by left, then right
 *
 * Cost: O(words * log words) to rank; then the postings that are looked at, and a merge of two lists a candidate.
 */
import { sortInSteps } from '../breath/sort.ts'
import { inBlocks, type Steps } from '../breath/steps.ts'
import { NearsameError } from '../errors/nearsame-error.ts'
import { IntList } from '../lists/growing-lists.ts'
import { pairOrderInSteps } from '../pair-rows/pair-rows.ts'

/** Texts as lists of words, in the order of rows. */
export interface WordLists {
  /** The words of row r are at [starts[r], starts[r + 1]); distinct within a row. */
  readonly words: Int32Array
  readonly starts: Int32Array
  /** The first row of the same text. */
  readonly textOf: Int32Array
}

/** Pairs by left, then right row; left < right. */
export interface JoinedRows {
  readonly left: Int32Array
  readonly right: Int32Array
  /** Words that both have; -1 for a pair of equal texts. */
  readonly shared: Int32Array
  /** Words of the shorter one. */
  readonly shorter: Int32Array
  readonly candidates: number
  readonly exactPairs: number
  readonly distinctWords: number
  readonly withoutWords: number
}

/** Lists by rank, and where in which lists each rank is. */
interface Ranked {
  readonly ranks: Int32Array
  readonly distinctWords: number
  /** Postings of rank k are at [from[k], from[k + 1]): rows, and the words left in them from this one on, falling. */
  readonly from: Int32Array
  readonly rows: Int32Array
  readonly left: Int32Array
}

/** Which pairs are wanted. */
export interface JoinRule {
  /** For each length of the shorter list, how many words a pair must share; at least 1. */
  readonly required: Int32Array
  /** Only pairs of a row before and one from it on; all when left out. */
  readonly split?: number | undefined
  /** More pairs than this are refused. */
  readonly mostPairs: number
}

/** About a millisecond each; a row that asks may meet thousands. */
const wordsAStep = 2 ** 14
const rowsAStep = 64
const askingAStep = 8

class FoundPairs {
  readonly left = new IntList()
  readonly right = new IntList()
  readonly shared = new IntList()
  readonly shorter = new IntList()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  push(a: number, b: number, shared: number, shorter: number): void {
    if (this.left.length === this.#most) throw tooManyPairs(this.#most)
    this.left.push(Math.min(a, b))
    this.right.push(Math.max(a, b))
    this.shared.push(shared)
    this.shorter.push(shorter)
  }
}

function tooManyPairs(most: number): NearsameError {
  return new NearsameError('PAIRS_LIMIT', {
    expected: `at most ${most} pairs`,
    got: 'more',
    fix: 'raise `threshold` or `minIntersections`, or remove equal texts first',
  })
}

/** @throws NearsameError PAIRS_LIMIT */
export function* joinWordLists(
  lists: WordLists,
  { required, split, mostPairs }: JoinRule,
): Steps<JoinedRows> {
  const ranked = yield* rank(lists)
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

function* rank({ words, starts }: WordLists): Steps<Ranked> {
  const rankOf = yield* ranksByRarity(words)
  const ranks = new Int32Array(words.length)
  yield* inBlocks(words.length, wordsAStep, (start, end) => {
    for (let at = start; at < end; at++) ranks[at] = rankOf.get(words[at]) as number
  })
  const from = new Int32Array(rankOf.size + 1)
  for (const each of ranks) from[each + 1]++
  for (let each = 0; each < rankOf.size; each++) from[each + 1] += from[each]
  let longest = 0
  yield* inBlocks(starts.length - 1, rowsAStep, (start, end) => {
    for (let row = start; row < end; row++) {
      ranks.subarray(starts[row], starts[row + 1]).sort()
      longest = Math.max(longest, starts[row + 1] - starts[row])
    }
  })
  const next = from.slice()
  const rows = new Int32Array(words.length)
  const left = new Int32Array(words.length)
  // Filled by falling number of words left, so that each list of postings comes out in that order.
  for (let remaining = longest; remaining >= 1; remaining--) {
    for (let row = 0; row + 1 < starts.length; row++) {
      const at = starts[row + 1] - remaining
      if (at < starts[row]) continue
      const place = next[ranks[at]]++
      rows[place] = row
      left[place] = remaining
    }
    yield
  }
  return { ranks, distinctWords: rankOf.size, from, rows, left }
}

/** A number for each distinct word, from 0: by how many lists have it, then by value. */
function* ranksByRarity(words: Int32Array): Steps<Map<number, number>> {
  const sorted = yield* sortInSteps(new Int32Array(words))
  const distinct: number[] = []
  const counts: number[] = []
  for (let at = 0; at < sorted.length; ) {
    const start = at
    while (at < sorted.length && sorted[at] === sorted[start]) at++
    distinct.push(sorted[start])
    counts.push(at - start)
  }
  yield
  const places = Int32Array.from(distinct.keys())
  const order = yield* sortInSteps(places, (a, b) => counts[a] - counts[b] || a - b)
  const ranks = new Map<number, number>()
  yield* inBlocks(order.length, wordsAStep, (from, to) => {
    for (let rank = from; rank < to; rank++) ranks.set(distinct[order[rank]], rank)
  })
  return ranks
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
  readonly ranked: Ranked
  readonly required: Int32Array
  readonly isWanted: (a: number, b: number) => boolean
}

/** Pairs of different texts. @returns how many were compared. */
function* pairByWords(join: Join, found: FoundPairs): Steps<number> {
  const rows = join.lists.textOf.length
  const seenBy = new Int32Array(rows).fill(-1)
  let candidates = 0
  yield* inBlocks(rows, askingAStep, (from, to) => {
    candidates += pairRowsByWords(join, found, seenBy, [from, to])
  })
  return candidates
}

/** Asks with some rows. @param seenBy [rows] the last row that met each */
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
        // What comes before here in either list is not in the other.
        const otherAt = starts[other + 1] - left[place]
        const shared = countShared(ranks, at, starts[row + 1], otherAt, starts[other + 1])
        if (shared >= least) found.push(row, other, shared, length)
      }
    }
  }
  return candidates
}

/** Values that two ascending parts of an array share. */
function countShared(ranks: Int32Array, a: number, aEnd: number, b: number, bEnd: number): number {
  let [i, j, shared] = [a, b, 0]
  while (i < aEnd && j < bEnd) {
    const difference = ranks[i] - ranks[j]
    if (difference === 0) shared++
    if (difference <= 0) i++
    if (difference >= 0) j++
  }
  return shared
}
