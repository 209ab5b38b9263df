/**
 * Run plan: what `likelyRuns` reads and writes, u32 in this order.
 *
 *     entries │ count │ next entry │ sizes │ sketches │ share of reaches │ certain share │ table │ mask │ pairs in it
 *     │ room for a run │ most sets that are compared │ long runs │ their number
 *
 * Sets of a and b members with a Jaccard of at least t share at least r (a + b) of them, r = t / (1 + t). Those whose
 * first shared member has the ranks p and q share at most min(a - p, b - q). So they match only if each is in the
 * other's reach:
 *
 *     b <= (a - p) / r - a    and    a <= (b - q) / r - b.                                                    (1)
 *
 * Shares are r and t in units of 2^-31, less by up to two units: rounding never loses a pair.
 */
import { certainShare } from './rarest-plan.ts'

export const runPlanWords = 14

/** Words of the plan that kernels change. */
export const nextWord = 2
export const pairsWord = 9
export const longRunsWord = 13

interface RunPlan {
  readonly entries: number
  readonly count: number
  readonly sizes: number
  readonly sketches: number
  readonly threshold: number
  readonly table: number
  readonly slots: number
  readonly pairs: number
  readonly run: number
  readonly mostCompared: number
  readonly longRuns: number
}

/** Where a pair is looked for first in the table, before the mask. */
export function pairSlot(left: number, right: number): number {
  const mixed = (Math.imul(left, 0x9e3779b1) + Math.imul(right, 0x85ebca6b)) >>> 0
  return mixed ^ (mixed >>> 15)
}

/** Bytes of the room for a run. */
export const runBytes = (mostCompared: number): number => 12 * mostCompared

export function writeRunPlan(words: Uint32Array, plan: RunPlan): void {
  const { entries, count, sizes, sketches, threshold, table, slots, pairs, run, mostCompared, longRuns } =
    plan
  const shares = [Math.max(1, certainShare(threshold / (1 + threshold))), certainShare(threshold)]
  words.set([
    entries,
    count,
    0,
    sizes,
    sketches,
    ...shares,
    table,
    slots - 1,
    pairs,
    run,
    mostCompared,
    longRuns,
    0,
  ])
}
