/**
 * Candidates: finds the rows most similar to each row, without comparing all pairs.
 *
 * Words and character 3-grams of a row, each weighted by its cosine weight over sqrt 2, are one vector of length 1,
 * and m(i, j), the mean of the two cosines, is a plain scalar product. An inverted index over the items answers a row:
 *
 *     for the items of row i, rare first:            add weight * weight to every row that has the item
 *     stop when the rest of row i has a norm <= .2:  rows not met by then have m <= .2
 *     keep the `most` best with m >= floor, but at least the `few` best
 *
 * Source: prefix filtering: Chaudhuri, Ganti, Kaushik, "A primitive operator for similarity joins", 2006; Bayardo, Ma,
 * Srikant, "Scaling up all pairs similarity search", 2007, for norms as bounds.
 * Error: sums lack the rest (at most .2 times the norm of the other row's rest), so a pair just above the floor may be
 * lost. The scan of a row of frequent items stops earlier: after `easyWork` entries at a rest of squared norm
 * `enoughRest`, and after `work` entries in any case. Measured: at least 0.988 of the pairs of similarity >= 0.5 are
 * candidates on each of eleven labelled sets, all of them on nine; what long lists lose is in decision 0020.
 * Cost: entries of the lists that are read; 8 bytes an entry, 4 bytes a candidate.
 */

import { inBlocks, type Steps } from '../../../ground/breath/steps.ts'
import { turnedInSteps } from '../../../ground/lists/grouped.ts'
import { withRoom } from '../../../ground/lists/growing-lists.ts'
import type { Features } from './features.ts'
import { type ItemIndex, indexItems } from './item-index.ts'
import { leastFirst } from './least-first.ts'

export interface CandidatePairs {
  /** left < right; by left, then right. */
  readonly left: Int32Array
  readonly right: Int32Array
}

interface CandidateLimits {
  /** Maximum number of candidates of a row. */
  readonly most: number
  /** Their minimum sum. */
  readonly floor: number
  /** Number of best candidates kept even below the floor, if above `fewFloor`. */
  readonly few: number
  readonly fewFloor: number
  /** Number of list entries after which a scan stops early, at this squared norm of the rest, and at the latest. */
  readonly easyWork: number
  readonly enoughRest: number
  readonly work: number
}

export const defaultLimits: CandidateLimits = Object.freeze({
  most: 250,
  floor: 0.2,
  few: 10,
  fewFloor: 0.02,
  easyWork: 10_000,
  enoughRest: 0.2,
  work: 100_000,
})

/** Maximum number of candidates of all rows, to bound memory: 12 bytes each, and 24 as neighbours. */
const candidateBudget = 1_250_000
/** Number of list entries that all rows read before their scans stop early, to bound time. */
const entryBudget = 75_000_000
/** What a row has in a list of any length. */
const [leastCandidates, leastWork] = [25, 1500]

/** The limits for a list: long ones have fewer candidates a row, and read less for them. */
export function limitsFor(rows: number): CandidateLimits {
  const most = Math.floor(candidateBudget / Math.max(1, rows))
  const easyWork = Math.min(
    defaultLimits.easyWork,
    Math.max(leastWork, Math.floor(entryBudget / Math.max(1, rows))),
  )
  return {
    ...defaultLimits,
    most: Math.min(defaultLimits.most, Math.max(leastCandidates, most)),
    easyWork,
    enoughRest: defaultLimits.enoughRest * Math.sqrt(defaultLimits.easyWork / easyWork),
  }
}

/** Rows met below the floor, of which all but the best are forgotten then. */
const roomBelow = 64

/** A scan takes up to half a millisecond if it reads `work` entries. */
const scansAStep = 8
const rowsAStep = 256

/**
 * Pairs of rows worth measuring.
 *
 * @param split first row of the second list, for only pairs across two lists; 0 for one list
 */
export function* findCandidates(
  families: readonly Features[],
  split = 0,
  limits: CandidateLimits = defaultLimits,
): Steps<CandidatePairs> {
  const index = yield* indexItems(families)
  const scan = new CandidateScan(index, split, limits)
  const starts = new Int32Array(index.rows + 1)
  let others = new Int32Array(1 << 16)
  yield* inBlocks(index.rows, scansAStep, (from, to) => {
    for (let row = from; row < to; row++) {
      const found = scan.of(row)
      others = withRoom(others, starts[row] + found.length)
      others.set(found, starts[row])
      starts[row + 1] = starts[row] + found.length
    }
  })
  return yield* unite(starts, others)
}

class CandidateScan {
  readonly #index: ItemIndex
  readonly #split: number
  readonly #limits: CandidateLimits
  readonly #sums: Float32Array
  /** Of the rows met: from the front those above the floor, from the end others. */
  readonly #keys: Float64Array
  #above = 0
  #below = 0

  constructor(index: ItemIndex, split: number, limits: CandidateLimits) {
    this.#index = index
    this.#split = split
    this.#limits = limits
    this.#sums = new Float32Array(index.rows)
    this.#keys = new Float64Array(index.rows)
  }

  /** The candidates of a row, ascending. */
  of(row: number): Int32Array {
    const { most, few } = this.#limits
    this.#meet(row, this.#endOfPrefix(row))
    const keys = this.#keys
    let wanted = Math.min(this.#above, Math.max(few, most))
    leastFirst(keys, 0, this.#above, wanted)
    if (this.#above < few) {
      const from = keys.length - this.#below
      const more = Math.min(few - wanted, this.#below)
      leastFirst(keys, from, keys.length, from + more)
      keys.copyWithin(wanted, from, from + more)
      wanted += more
    }
    const found = new Int32Array(wanted)
    for (let c = 0; c < wanted; c++) found[c] = keys[c] - sumOfKey(keys[c]) * 2 ** 31
    return found.sort()
  }

  /** Where the entries of a row end whose lists are read. */
  #endOfPrefix(row: number): number {
    const { rowStarts, rowItems, rowWeights, listStarts } = this.#index
    const { floor, easyWork, enoughRest, work } = this.#limits
    let rest = 0
    for (let e = rowStarts[row]; e < rowStarts[row + 1]; e++) rest += rowWeights[e] * rowWeights[e]
    let read = 0
    let end = rowStarts[row]
    for (; end < rowStarts[row + 1] && read < work; end++) {
      if (rest <= (read < easyWork ? floor * floor : enoughRest)) break
      rest -= rowWeights[end] * rowWeights[end]
      read += listStarts[rowItems[end] + 1] - listStarts[rowItems[end]]
    }
    return end
  }

  /** Adds up the products of the row with all rows that share a read item; of those below the floor the best stay. */
  #meet(row: number, end: number): void {
    const { rowStarts, rowItems, rowWeights, listStarts, listRows, listWeights } = this.#index
    const sums = this.#sums
    // Nothing is decided here: with a branch the processor would often guess wrong, at twice the time.
    for (let e = rowStarts[row]; e < end; e++) {
      const weight = rowWeights[e]
      const to = listStarts[rowItems[e] + 1]
      for (let q = listStarts[rowItems[e]]; q < to; q++) sums[listRows[q]] += weight * listWeights[q]
    }
    const keys = this.#keys
    const { floor, fewFloor } = this.#limits
    let least = fewFloor
    let above = 0
    let below = keys.length
    for (let e = rowStarts[row]; e < end; e++) {
      const to = listStarts[rowItems[e] + 1]
      for (let q = listStarts[rowItems[e]]; q < to; q++) {
        const j = listRows[q]
        const sum = sums[j]
        sums[j] = 0
        if (sum <= least || j === row || !this.#isAcross(row, j)) continue
        if (sum >= floor) keys[above++] = orderKey(sum, j)
        else {
          keys[--below] = orderKey(sum, j)
          if (below + roomBelow > keys.length) continue
          least = this.#forgetWorse(below)
          below = keys.length - this.#limits.few
        }
      }
    }
    this.#above = above
    this.#below = keys.length - below
  }

  /** Leaves the few best of the keys from `from` on at the end. @returns a sum that is worse than all of them */
  #forgetWorse(from: number): number {
    const keys = this.#keys
    const { few, fewFloor } = this.#limits
    leastFirst(keys, from, keys.length, from + few)
    keys.copyWithin(keys.length - few, from, from + few)
    let worst = 0
    for (let k = keys.length - few; k < keys.length; k++) worst = Math.max(worst, keys[k])
    return Math.max(fewFloor, 4 - (sumOfKey(worst) + 1) / 2 ** 19)
  }

  #isAcross(row: number, other: number): boolean {
    return this.#split === 0 || row < this.#split !== other < this.#split
  }
}

/** Best first, then by row, as one ascending double: sums to 2^-19, rows below 2^31. */
function orderKey(sum: number, row: number): number {
  return Math.round((4 - sum) * 2 ** 19) * 2 ** 31 + row
}

/** The sum in an order key: 2^19 (4 - sum). */
function sumOfKey(key: number): number {
  return Math.floor(key / 2 ** 31)
}

/** One pair for each candidate of either row. `others` is ascending within a row. */
function* unite(starts: Int32Array, others: Int32Array): Steps<CandidatePairs> {
  const rows = starts.length - 1
  const total = starts[rows]
  const { starts: backStarts, members: back } = yield* turnedInSteps({ starts, members: others }, rows)
  const left = new Int32Array(total)
  const right = new Int32Array(total)
  let end = 0
  yield* inBlocks(rows, rowsAStep, (from, to) => {
    for (let r = from; r < to; r++) {
      let a = starts[r]
      let b = backStarts[r]
      while (a < starts[r + 1] && others[a] < r) a++
      while (b < backStarts[r + 1] && back[b] < r) b++
      while (a < starts[r + 1] || b < backStarts[r + 1]) {
        const x = a < starts[r + 1] ? others[a] : rows
        const y = b < backStarts[r + 1] ? back[b] : rows
        if (x <= y) a++
        if (y <= x) b++
        left[end] = r
        right[end++] = Math.min(x, y)
      }
    }
  })
  return { left: left.slice(0, end), right: right.slice(0, end) }
}
