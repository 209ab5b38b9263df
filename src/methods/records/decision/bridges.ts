/**
 * Bridges: accepted pairs between two clusters, both of whose records agree better with others.
 *
 *     k ═══ i ─── j ═══ l        i-j is a bridge if it is less likely than k-i and j-l, and no record that agrees
 *                                better with one of them is a pair with the other
 *
 * Inside a cluster a weak pair has such a record, so it stays.
 *
 * Ours: all of it. Cost: for each accepted pair the neighbours of both records.
 */
import { inBlocks, type Steps } from '../../../ground/breath/steps.ts'
import type { Evidence } from './evidence.ts'

const pairsAStep = 1024

/** The accepted pairs that are no bridges; pairs that a person accepted stay. */
export function* withoutBridges(
  { pairs: { left, right }, neighbours, decided, rows }: Evidence,
  scores: Float64Array,
  accepted: Uint8Array,
): Steps<Uint8Array> {
  const { starts, others, pairs } = neighbours
  const kept = accepted.slice()
  const isNear = new Uint8Array(rows)
  /** The pairs of `row` that are better than pair p; -1 if one of them is near the other row. */
  const betterOf = (row: number, p: number): number => {
    let better = 0
    for (let e = starts[row]; e < starts[row + 1]; e++) {
      if (accepted[pairs[e]] === 0 || scores[pairs[e]] <= scores[p]) continue
      if (isNear[others[e]] === 1) return -1
      better++
    }
    return better
  }
  const mark = (row: number, value: number): void => {
    for (let e = starts[row]; e < starts[row + 1]; e++)
      if (accepted[pairs[e]] === 1) isNear[others[e]] = value
  }
  yield* inBlocks(left.length, pairsAStep, (from, to) => {
    for (let p = from; p < to; p++) {
      if (accepted[p] === 0 || decided[p] === 1) continue
      mark(right[p], 1)
      const ofLeft = betterOf(left[p], p)
      mark(right[p], 0)
      if (ofLeft < 1) continue
      mark(left[p], 1)
      if (betterOf(right[p], p) > 0) kept[p] = 0
      mark(left[p], 0)
    }
  })
  return kept
}
