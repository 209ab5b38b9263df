/**
 * Features: each record as a sorted list of numbered items (words, or character n-grams) with weights.
 *
 *     starts  [rows + 1]                       items of row r are [starts[r], starts[r + 1])
 *     items   rare first: item 0 is in the fewest rows
 *     idf     ln((rows + 1) / rows with the item), a number an item
 *     cosine  (1 + ln tf) idf / norm of the row, a number an entry
 *     mass    sum of idf over the distinct items, a number a row
 *
 * Since items are numbered by rarity, the sorted list of a row begins with the most informative ones.
 *
 * The similarity of two records is the mean of four measures, each in [0, 1]:
 *
 *                        words   characters (3-grams)
 *     cosine               ·          ·          share of both in common, by TF-IDF
 *     containment          ·          ·          idf of the common items / idf of the smaller record
 *
 * Words are the units that readers see; characters tolerate typing errors. The cosine needs both records to agree, the
 * containment tolerates a longer one. No weight was fitted: other weights and 4-grams move the best reachable F1 of
 * nine labelled sets by 0.001 (`docs/methods/records.md`).
 *
 * Source: for the weights, see `item-weights.ts`.
 */
import { forEachInSteps, inBlocks, type Steps } from '../../../ground/breath/steps.ts'
import { grouped, startsOf } from '../../../ground/lists/grouped.ts'
import { GramIds } from './gram-ids.ts'
import { idfAmong, weightOf } from './item-weights.ts'

export interface Features {
  readonly rows: number
  /** The number of distinct items. */
  readonly count: number
  readonly starts: Int32Array
  readonly items: Int32Array
  readonly cosine: Float32Array
  readonly idf: Float32Array
  /** The number of rows with an item. */
  readonly frequency: Int32Array
  readonly mass: Float64Array
}

/** Pairs of rows, sorted by left. */
interface RowPairColumns {
  readonly left: Int32Array
  readonly right: Int32Array
}

/** Items of the rows in text order: numbers by first occurrence, repeats included. */
interface RawItems {
  readonly starts: Int32Array
  readonly items: Int32Array
  readonly count: number
}

/** Takes a few hundred microseconds for short texts. */
const rowsAStep = 256
const pairsAStep = 4096

/** Features of the words of each row. */
export function* wordFeatures(rows: readonly (readonly string[])[]): Steps<Features> {
  const ids = new Map<string, number>()
  const starts = startsOf(rows.map(words => words.length))
  const items = new Int32Array(starts[rows.length])
  let at = 0
  yield* forEachInSteps(rows, words => {
    for (const word of words) {
      let id = ids.get(word)
      if (id === undefined) {
        id = ids.size
        ids.set(word, id)
      }
      items[at++] = id
    }
  })
  return yield* weigh({ starts, items, count: ids.size })
}

/** Features of the runs of 3 UTF-16 units of each compared text enclosed in two spaces: one per unit of the text. */
export function* gramFeatures(texts: readonly string[]): Steps<Features> {
  const ids = new GramIds()
  const starts = startsOf(texts.map(text => text.length))
  const items = new Int32Array(starts[texts.length])
  let at = 0
  yield* forEachInSteps(texts, text => {
    const padded = ` ${text} `
    let low = (padded.charCodeAt(0) << 16) | padded.charCodeAt(1)
    for (let i = 2; i < padded.length; i++) {
      const high = low >>> 16
      low = (low << 16) | padded.charCodeAt(i)
      items[at++] = ids.idOf(high, low)
    }
  })
  return yield* weigh({ starts, items, count: ids.count })
}

function* weigh(raw: RawItems): Steps<Features> {
  const rows = raw.starts.length - 1
  const { starts, items, tf } = yield* distinct(raw)
  yield
  const { ranks, frequency } = byRarity(items, raw.count)
  for (let e = 0; e < items.length; e++) items[e] = ranks[items[e]]
  yield
  const idf = new Float32Array(raw.count)
  for (let i = 0; i < raw.count; i++) idf[i] = idfAmong(rows, frequency[i])
  const cosine = new Float32Array(items.length)
  const mass = new Float64Array(rows)
  const keys = new Float64Array(longestRow(starts))
  yield* inBlocks(rows, rowsAStep, (from, to) => {
    for (let r = from; r < to; r++) {
      sortRow(items, tf, starts[r], starts[r + 1], keys)
      let squares = 0
      for (let e = starts[r]; e < starts[r + 1]; e++) {
        const weight = weightOf(tf[e], idf[items[e]])
        cosine[e] = weight
        squares += weight * weight
        mass[r] += idf[items[e]]
      }
      const norm = Math.sqrt(squares)
      for (let e = starts[r]; e < starts[r + 1]; e++) cosine[e] = norm === 0 ? 0 : cosine[e] / norm
    }
  })
  return { rows, count: raw.count, starts, items, cosine, idf, frequency, mass }
}

/** Each item of a row once, with its count. */
function* distinct(raw: RawItems): Steps<{ starts: Int32Array; items: Int32Array; tf: Uint16Array }> {
  const rows = raw.starts.length - 1
  const starts = new Int32Array(rows + 1)
  const items = new Int32Array(raw.items.length)
  const tf = new Uint16Array(raw.items.length)
  const lastAt = new Int32Array(raw.count).fill(-1)
  let end = 0
  yield* inBlocks(rows, rowsAStep, (from, to) => {
    for (let r = from; r < to; r++) {
      for (let e = raw.starts[r]; e < raw.starts[r + 1]; e++) {
        const item = raw.items[e]
        const seen = lastAt[item]
        if (seen >= starts[r]) {
          if (tf[seen] < 65535) tf[seen]++
        } else {
          lastAt[item] = end
          items[end] = item
          tf[end++] = 1
        }
      }
      starts[r + 1] = end
    }
  })
  return { starts, items: items.slice(0, end), tf: tf.slice(0, end) }
}

/** New numbers: items of fewer rows first, then by first occurrence. `frequency` is by new number. */
function byRarity(items: Int32Array, count: number): { ranks: Int32Array; frequency: Int32Array } {
  const rows = new Int32Array(count)
  for (let e = 0; e < items.length; e++) rows[items[e]]++
  const order = grouped(rows, rows.reduce((most, some) => Math.max(most, some), 0) + 1).members
  const ranks = new Int32Array(count)
  for (let rank = 0; rank < count; rank++) ranks[order[rank]] = rank
  return { ranks, frequency: order.map(item => rows[item]) }
}

function longestRow(starts: Int32Array): number {
  let longest = 0
  for (let r = 0; r + 1 < starts.length; r++) longest = Math.max(longest, starts[r + 1] - starts[r])
  return longest
}

/** Sorts the entries [from, to) by item; counts move with their items. @param keys room for them */
function sortRow(items: Int32Array, tf: Uint16Array, from: number, to: number, keys: Float64Array): void {
  // Item and count in one exact double: items are below 2^31, counts below 2^16.
  for (let e = from; e < to; e++) keys[e - from] = items[e] * 65536 + tf[e]
  keys.subarray(0, to - from).sort()
  for (let e = from; e < to; e++) {
    const key = keys[e - from]
    items[e] = Math.floor(key / 65536)
    tf[e] = key % 65536
  }
}

/**
 * The similarity of each pair, in [0, 1].
 *
 * @param families features of the same rows; a row without items has similarity 0 with all
 */
export function* pairSimilarities(
  families: readonly Features[],
  pairs: RowPairColumns,
): Steps<Float64Array<ArrayBuffer>> {
  const sums = new Float64Array(pairs.left.length)
  for (const family of families) yield* addMeasures(family, pairs, sums)
  const share = 1 / (2 * families.length)
  for (let p = 0; p < sums.length; p++) sums[p] = Math.min(1, sums[p] * share)
  return sums
}

/** Adds cosine and containment of one family. */
function* addMeasures(
  features: Features,
  { left, right }: RowPairColumns,
  sums: Float64Array,
): Steps<void> {
  const { starts, items, cosine, idf, mass } = features
  // Of the left row; 0 for items that it lacks, which adds nothing: a branch here would often be guessed wrong.
  const weights = new Float32Array(features.count)
  const worths = new Float32Array(features.count)
  let row = -1
  yield* inBlocks(left.length, pairsAStep, (from, to) => {
    for (let p = from; p < to; p++) {
      if (left[p] !== row) {
        if (row >= 0)
          for (let e = starts[row]; e < starts[row + 1]; e++) weights[items[e]] = worths[items[e]] = 0
        row = left[p]
        for (let e = starts[row]; e < starts[row + 1]; e++) {
          weights[items[e]] = cosine[e]
          worths[items[e]] = idf[items[e]]
        }
      }
      const other = right[p]
      let product = 0
      let shared = 0
      for (let e = starts[other]; e < starts[other + 1]; e++) {
        product += weights[items[e]] * cosine[e]
        shared += worths[items[e]]
      }
      const smaller = Math.min(mass[row], mass[other])
      sums[p] += product + (smaller > 0 ? shared / smaller : 0)
    }
  })
}
