/**
 * Sample pairs: how much every two of some sets share, and the distribution of their similarities.
 *
 *     number ─▶ the sets that have it: every two of them share one more
 *
 * Numbers of only one set are dropped first, by two bitmaps (seen, seen again); a number kept by mistake has no
 * partner. The rest is split into parts by the high half, so that the table of each part fits in the cache. In a part
 * the sets of a number are contiguous, so nearly all of the time goes to additions along rows.
 *
 * Ours: all of it. Cost: 4 bytes a pair, 12 a number; one addition for each number that two sets share. Error: none.
 */

import { inBlocks, type Steps } from '../../ground/breath/steps.ts'
import { release } from '../../ground/lists/release.ts'
import { similarityOf } from '../../texts/similarity/overlap.ts'
import { binOf, binsInAll } from '../evaluate/similarity-bins.ts'
import type { NumberSets } from './posting-table.ts'

/** Approximate size of a part; its table has four times as many slots. */
const partNumbers = 2 ** 15
/** Bits of a bitmap: 4 MB. */
const bits = 2 ** 25
/** Entries in about a millisecond: an entry meets up to one other for each set, and a set has thousands of numbers. */
const entriesAStep = 512
const numbersAStep = 2 ** 15
const setsAStep = 16

/** Numbers shared by sets i and j < i, at i * (i - 1) / 2 + j. REQUIRES: no number twice in one set. */
export function* sharedByPairs(sets: NumberSets): Steps<Uint32Array> {
  const count = sets.ends.length
  const shared = new Uint32Array((count * (count - 1)) / 2)
  const { low, high, set, starts } = yield* dealt(sets)
  const most = starts.reduce((most, start, part) => Math.max(most, start - (starts[part - 1] ?? 0)), 0)
  const table = new Uint32Array(2 ** Math.ceil(Math.log2(2 * most + 16)))
  const [first, from, to, lists] = Array.from({ length: 4 }, () => new Uint32Array(most))
  for (let part = 0; part + 1 < starts.length; part++) {
    const start = starts[part]
    const length = starts[part + 1] - start
    const of = (column: Uint32Array) => column.subarray(start, start + length)
    const columns = { low: of(low), high: of(high), set: of(set) }
    findFirsts(columns, table, first)
    layLists(first, length, from, to)
    yield* inBlocks(length, entriesAStep, (begin, end) =>
      addEntries(columns.set, [begin, end], { first, from, to, lists, shared }),
    )
  }
  return shared
}

interface Columns {
  readonly low: Uint32Array
  readonly high: Uint32Array
  /** Ascending within a part. */
  readonly set: Uint32Array
}

/** For each entry of a part, finds the first entry of its number, whose place + 1 is in a slot of `table`. */
function findFirsts({ low, high }: Columns, table: Uint32Array, first: Uint32Array): void {
  const mask = table.length - 1
  table.fill(0)
  for (let i = 0; i < low.length; i++) {
    const mixed = Math.imul(low[i], 0x9e3779b1)
    let slot = (mixed ^ (mixed >>> 15)) & mask
    let place = table[slot]
    while (place !== 0 && (low[place - 1] !== low[i] || high[place - 1] !== high[i])) {
      slot = (slot + 1) & mask
      place = table[slot]
    }
    if (place === 0) table[slot] = i + 1
    first[i] = place === 0 ? i : place - 1
  }
}

/** Reserves contiguous room for the sets of each number, still empty (`to` is `from`); both are at the first entry. */
function layLists(first: Uint32Array, length: number, from: Uint32Array, to: Uint32Array): void {
  to.fill(0)
  for (let i = 0; i < length; i++) to[first[i]]++
  for (let i = 0, next = 0; i < length; i++) {
    from[i] = next
    next += to[i]
    to[i] = from[i]
  }
}

interface Adding {
  readonly first: Uint32Array
  /** The sets so far with a number are `lists` [from, to), read at the number's first entry. */
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly lists: Uint32Array
  readonly shared: Uint32Array
}

/** Adds the entries [begin, end) of a part after those before them: set by set, along one row of `shared`. */
function addEntries(
  set: Uint32Array,
  [begin, end]: readonly [number, number],
  { first, from, to, lists, shared }: Adding,
): void {
  for (let i = begin; i < end; i++) {
    const number = first[i]
    const free = to[number]
    const row = ((set[i] * (set[i] - 1)) / 2) | 0
    for (let at = from[number]; at < free; at++) shared[row + lists[at]]++
    lists[free] = set[i]
    to[number] = free + 1
  }
}

/** The numbers of more than one set, by parts: part p is [starts[p], starts[p + 1]). */
function* dealt({ halves, ends }: NumberSets): Steps<Columns & { readonly starts: Uint32Array }> {
  const { seen, again } = yield* bitmaps(halves)
  const isKept = (at: number) => again[(at & (bits - 1)) >>> 5] & (1 << (at & 31))
  const parts = 2 ** Math.max(0, Math.ceil(Math.log2(halves.length / 2 / partNumbers)))
  release(seen)
  const starts = new Uint32Array(parts + 1)
  yield* inBlocks(halves.length / 2, numbersAStep, (from, to) => {
    for (let i = 2 * from; i < 2 * to; i += 2)
      if (isKept(halves[i])) starts[(halves[i + 1] & (parts - 1)) + 1]++
  })
  for (let part = 0; part < parts; part++) starts[part + 1] += starts[part]
  const kept = starts[parts]
  const columns = { low: new Uint32Array(kept), high: new Uint32Array(kept), set: new Uint32Array(kept) }
  const next = starts.slice()
  yield* inBlocks(ends.length, setsAStep, (first, end) => {
    for (let set = first; set < end; set++) {
      for (let i = set === 0 ? 0 : ends[set - 1]; i < ends[set]; i++) {
        if (!isKept(halves[2 * i])) continue
        const at = next[halves[2 * i + 1] & (parts - 1)]++
        columns.low[at] = halves[2 * i]
        columns.high[at] = halves[2 * i + 1]
        columns.set[at] = set
      }
    }
  })
  return { ...columns, starts }
}

/** Numbers seen, and seen more than once, by their lowest bits. */
function* bitmaps(halves: Uint32Array): Steps<{ seen: Uint32Array<ArrayBuffer>; again: Uint32Array }> {
  const seen = new Uint32Array(bits / 32)
  const again = new Uint32Array(bits / 32)
  yield* inBlocks(halves.length / 2, numbersAStep, (from, to) => {
    for (let i = 2 * from; i < 2 * to; i += 2) {
      const word = (halves[i] & (bits - 1)) >>> 5
      const bit = 1 << (halves[i] & 31)
      if (seen[word] & bit) again[word] |= bit
      else seen[word] |= bit
    }
  })
  return { seen, again }
}

/** [binsInAll] pairs by similarity, and sets by similarity to their nearest other set. */
interface SimilarityCounts {
  readonly pairs: Float64Array
  readonly nearest: Float64Array
}

export function* similarityCounts(
  sets: NumberSets,
  measure: 'jaccard' | 'containment',
): Steps<SimilarityCounts> {
  const { ends } = sets
  const shared = yield* sharedByPairs(sets)
  const most = new Float64Array(ends.length)
  const pairs = new Float64Array(binsInAll)
  const nearest = new Float64Array(binsInAll)
  const sizes = ends.map((end, i) => end - (i === 0 ? 0 : ends[i - 1]))
  yield* inBlocks(ends.length, setsAStep, (first, end) => {
    for (let i = first; i < end; i++) {
      for (let j = 0, at = (i * (i - 1)) / 2; j < i; j++, at++) {
        const similarity =
          shared[at] === 0 ? 0 : similarityOf(measure, { shared: shared[at], a: sizes[i], b: sizes[j] })
        pairs[binOf(similarity)]++
        if (similarity > most[i]) most[i] = similarity
        if (similarity > most[j]) most[j] = similarity
      }
    }
  })
  for (const similarity of most) nearest[binOf(similarity)]++
  return { pairs, nearest }
}
