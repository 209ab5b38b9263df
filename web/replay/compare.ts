/** Compare: what another threshold merges and splits. */
import { firstWhere } from '../../src/ground/lists/bisection.ts'
import type { Clustering } from './recluster.ts'

export interface Changes {
  readonly removedBefore: number
  readonly removedAfter: number
  /** Rows removed only after, only before. */
  readonly newlyRemoved: readonly number[]
  readonly newlyKept: readonly number[]
  /** Survivors after of clusters that join what were several; survivors before of clusters that fall apart. */
  readonly merged: readonly number[]
  readonly split: readonly number[]
}

export function changesBetween(before: Clustering, after: Clustering): Changes {
  const newlyRemoved: number[] = []
  const newlyKept: number[] = []
  let [removedBefore, removedAfter] = [0, 0]
  for (let row = 0; row < before.survivor.length; row++) {
    const wasRemoved = before.survivor[row] !== row
    const isRemoved = after.survivor[row] !== row
    if (wasRemoved) removedBefore++
    if (isRemoved) removedAfter++
    if (isRemoved && !wasRemoved) newlyRemoved.push(row)
    if (wasRemoved && !isRemoved) newlyKept.push(row)
  }
  return {
    removedBefore,
    removedAfter,
    newlyRemoved,
    newlyKept,
    merged: joined(after.survivor, before.survivor),
    split: joined(before.survivor, after.survivor),
  }
}

/** Survivors of clusters whose members stand in several clusters of the other. */
function joined(survivors: Int32Array, others: Int32Array): number[] {
  const first = new Int32Array(survivors.length).fill(-1)
  const found: number[] = []
  for (let row = 0; row < survivors.length; row++) {
    const survivor = survivors[row]
    if (first[survivor] === -1) first[survivor] = others[row]
    else if (first[survivor] !== others[row] && first[survivor] !== -2) {
      first[survivor] = -2
      found.push(survivor)
    }
  }
  return found
}

/** Pairs by similarity, highest first, so that those at a threshold are found by bisection. */
export function pairsBySimilarity(similarities: readonly number[]): Int32Array {
  return Int32Array.from(similarities.keys()).sort((a, b) => similarities[b] - similarities[a] || a - b)
}

/** The place in `order` of the first pair below the threshold. */
export function placeOfThreshold(
  order: Int32Array,
  similarities: readonly number[],
  threshold: number,
): number {
  return firstWhere(0, order.length, place => !(similarities[order[place]] >= threshold))
}
