/**
 * Judged pairs: matches without the pairs that a person found different, and with those found to be the same.
 *
 *     rows by left, then right ─▶ without pairs that stay apart ─▶ merged with the missing same pairs, measured
 */
import { type PairRows, pickedRows } from '../../ground/pair-rows/pair-rows.ts'
import { type PairsLimit, refuseAbove } from '../../ground/pair-rows/pairs-limit.ts'
import type { Verifier } from '../cluster/candidates.ts'
import type { Judgements } from '../decisions/judgements.ts'
import type { Pairs } from '../pairs/all-pairs.ts'

interface JudgedWork {
  readonly limit: PairsLimit
  /** Measures any two documents, NaN if the method has no value for them. */
  readonly verifier: Verifier
  /** The first document of the other side, if only pairs across are wanted. */
  readonly split?: number | undefined
}

/** @throws NearsameError PAIRS_LIMIT */
export async function withJudgements<T extends Pairs>(
  pairs: T,
  judgements: Judgements,
  { limit, verifier, split }: JudgedWork,
): Promise<T> {
  const missing = wantedPairs(judgements, split)
  let dropped = 0
  for (const { left, right } of pairs.rows()) {
    for (let row = 0; row < left.length; row++) {
      if (judgements.areApart(left[row], right[row])) dropped++
      else if (missing.size > 0) missing.delete(left[row] * judgements.count + right[row])
    }
  }
  const added = [...missing].sort((a, b) => a - b)
  const lefts = Int32Array.from(added, pair => Math.floor(pair / judgements.count))
  const rights = Int32Array.from(added, pair => pair % judgements.count)
  const rows = {
    left: lefts,
    right: rights,
    similarity: await verifier.measure(lefts.slice(), rights.slice()),
  }
  const total = pairs.total - dropped + added.length
  refuseAbove(limit, total)
  return { ...pairs, total, rows: () => mergedRows(pairs.rows(), rows, judgements) }
}

/** The pairs of `same` as one number each. */
function wantedPairs({ same, count }: Judgements, split: number | undefined): Set<number> {
  const wanted = new Set<number>()
  for (const pair of same) {
    const [left, right] = [Math.min(pair.left, pair.right), Math.max(pair.left, pair.right)]
    if (split === undefined || (left < split && right >= split)) wanted.add(left * count + right)
  }
  return wanted
}

/** Batches of the rows that may match, with the added rows in their places. */
function* mergedRows(
  batches: Iterable<PairRows>,
  added: PairRows,
  judgements: Judgements,
): Generator<PairRows> {
  let next = 0
  for (const { left, right, similarity } of batches) {
    const rows = new RowList()
    for (let row = 0; row < left.length; row++) {
      while (next < added.left.length && isBefore(added, next, left[row], right[row]))
        rows.push(added, next++)
      if (!judgements.areApart(left[row], right[row])) rows.push({ left, right, similarity }, row)
    }
    if (rows.left.length > 0) yield rows.rows()
  }
  const rest = new RowList()
  while (next < added.left.length) rest.push(added, next++)
  if (rest.left.length > 0) yield rest.rows()
}

function isBefore({ left, right }: PairRows, row: number, otherLeft: number, otherRight: number): boolean {
  return left[row] < otherLeft || (left[row] === otherLeft && right[row] < otherRight)
}

class RowList {
  readonly left: number[] = []
  readonly right: number[] = []
  readonly similarity: number[] = []

  push({ left, right, similarity }: PairRows, row: number): void {
    this.left.push(left[row])
    this.right.push(right[row])
    this.similarity.push(similarity[row])
  }

  rows(): PairRows {
    return {
      left: Int32Array.from(this.left),
      right: Int32Array.from(this.right),
      similarity: Float64Array.from(this.similarity),
    }
  }
}

/** Rows without those that share a document with a pair that a person found to be the same. */
export function withoutRivals(rows: PairRows, judgements: Judgements): PairRows {
  const wanted = wantedPairs(judgements, undefined)
  const taken = new Set(
    [...wanted].flatMap(pair => [Math.floor(pair / judgements.count), pair % judgements.count]),
  )
  const isKept = (row: number) => {
    const [left, right] = [rows.left[row], rows.right[row]]
    return wanted.has(left * judgements.count + right) || !(taken.has(left) || taken.has(right))
  }
  return pickedRows(rows, Int32Array.from(rows.left.keys()).filter(isKept))
}
