/**
 * Ranked lists: texts as lists of words, rarest first, and the inverted index from words to lists.
 *
 * Cost: O(words * log words), and one pass over all rows for each word of the longest list.
 */
import { sortInSteps } from '../../ground/breath/sort.ts'
import { inBlocks, type Steps } from '../../ground/breath/steps.ts'
import { groupedInSteps } from '../../ground/lists/grouped.ts'

/** Texts as lists of words, in the order of rows. */
export interface WordLists {
  /** The words of row r are at [starts[r], starts[r + 1]); distinct within a row. */
  readonly words: Int32Array
  readonly starts: Int32Array
  /** The first row of the same text. */
  readonly textOf: Int32Array
}

/** Lists by rank, and the postings of each rank. */
export interface RankedLists {
  /** In place of `words`, ascending within a row. */
  readonly ranks: Int32Array
  readonly distinctWords: number
  /** Postings of rank k are at [from[k], from[k + 1]): rows, and their number of words from this one on, falling. */
  readonly from: Int32Array
  readonly rows: Int32Array
  readonly left: Int32Array
}

/** About a millisecond each. */
const wordsAStep = 2 ** 14
const rowsAStep = 64

/** Ranks the words of all lists: 0 is the word in the fewest lists, the smallest one among ties. */
export function* rankedLists({ words, starts }: WordLists): Steps<RankedLists> {
  const rankOf = yield* ranksByRarity(words)
  const ranks = new Int32Array(words.length)
  yield* inBlocks(words.length, wordsAStep, (start, end) => {
    for (let at = start; at < end; at++) ranks[at] = rankOf.get(words[at]) as number
  })
  let longest = 0
  for (let row = 0; row + 1 < starts.length; row++)
    longest = Math.max(longest, starts[row + 1] - starts[row])
  const rowOf = new Int32Array(words.length)
  const missing = new Int32Array(words.length)
  yield* inBlocks(starts.length - 1, rowsAStep, (start, end) => {
    for (let row = start; row < end; row++) {
      ranks.subarray(starts[row], starts[row + 1]).sort()
      rowOf.fill(row, starts[row], starts[row + 1])
      for (let at = starts[row]; at < starts[row + 1]; at++) missing[at] = longest - (starts[row + 1] - at)
    }
  })
  // By falling number of words left, then by rank, so that each list of postings has that order.
  const byLeft = yield* groupedInSteps(missing, longest)
  const { starts: from, members } = yield* groupedInSteps(ranks, rankOf.size, byLeft.members)
  const rows = members.map(at => rowOf[at])
  const left = members.map(at => longest - missing[at])
  return { ranks, distinctWords: rankOf.size, from, rows, left }
}

/** A number for each distinct word, from 0: by the number of its lists, then by value. */
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
