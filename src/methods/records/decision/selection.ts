/**
 * Selection: the pairs that a threshold accepts, with the decisions of people.
 *
 *     all      every pair at the threshold
 *     mutual   of these, the pairs in which each row is the other's best (ties within 1e-6 count)
 *     greedy   of these, best first, each row once
 *
 * `mutual` is for one list whose records have at most one copy; `greedy` for two lists without copies inside, in which
 * a row whose best is taken may have its true counterpart second. A decision of a person holds at any threshold; under
 * `mutual` and `greedy` an accepted pair takes its rows, and a rejected one does not block others. Under `mutual`,
 * copies of the same text are the counterpart of a row.
 *
 * Decisions also move the threshold. A contradicted decision costs 1, and so does moving it by 0.1 (by 0.2: 4), so one
 * decision moves it a little, several far:
 *
 *     t' = argmin (contradicted decisions at t') + ((t' - t) / 0.1)^2
 */
import { sortInSteps } from '../../../ground/breath/sort.ts'
import type { Steps } from '../../../ground/breath/steps.ts'
import type { CandidatePairs } from '../candidates/candidates.ts'

export type SelectionRule = 'all' | 'mutual' | 'greedy'

/** For each pair: 1 accepted, -1 rejected, 0 undecided. */
export type JudgedPairs = Int8Array

/** The inputs of selection, besides scores and threshold. */
export interface Selector {
  readonly rows: number
  readonly pairs: CandidatePairs
  readonly decided: JudgedPairs
  /** For each row here, the number of input rows with the same compared text. */
  readonly copies: Int32Array
}

const tie = 1e-6

/** 1 for each accepted pair. */
export function* selectPairs(
  selector: Selector,
  scores: Float64Array,
  threshold: number,
  rule: SelectionRule,
): Steps<Uint8Array> {
  const { rows, pairs, decided } = selector
  const { left, right } = pairs
  const accepted = new Uint8Array(scores.length)
  const isTaken = new Uint8Array(rows)
  for (let p = 0; p < scores.length; p++) {
    if (decided[p] !== 1) continue
    accepted[p] = 1
    isTaken[left[p]] = 1
    isTaken[right[p]] = 1
  }
  yield
  if (rule === 'all') {
    for (let p = 0; p < scores.length; p++) if (decided[p] === 0 && scores[p] >= threshold) accepted[p] = 1
    return accepted
  }
  if (rule === 'mutual') for (let r = 0; r < rows; r++) if (selector.copies[r] > 1) isTaken[r] = 1
  const isFree = (p: number): boolean =>
    scores[p] >= threshold && decided[p] === 0 && isTaken[left[p]] === 0 && isTaken[right[p]] === 0
  if (rule === 'greedy') {
    for (const p of yield* byScore(scores, isFree)) {
      if (!isFree(p)) continue
      accepted[p] = 1
      isTaken[left[p]] = 1
      isTaken[right[p]] = 1
    }
    return accepted
  }
  const best = new Float64Array(rows)
  for (let p = 0; p < scores.length; p++) {
    if (!isFree(p)) continue
    best[left[p]] = Math.max(best[left[p]], scores[p])
    best[right[p]] = Math.max(best[right[p]], scores[p])
  }
  yield
  for (let p = 0; p < scores.length; p++) {
    if (isFree(p) && scores[p] >= Math.max(best[left[p]], best[right[p]]) - tie) accepted[p] = 1
  }
  return accepted
}

/** Numbers of the wanted pairs, best first; ties in their order. */
export function* byScore(scores: Float64Array, isWanted: (pair: number) => boolean): Steps<Int32Array> {
  const wanted: number[] = []
  for (let p = 0; p < scores.length; p++) if (isWanted(p)) wanted.push(p)
  yield
  return yield* sortInSteps(Int32Array.from(wanted), (a, b) => scores[b] - scores[a] || a - b)
}

/** The number of scores at the threshold or above. */
export function countAt(scores: Float64Array, threshold: number): number {
  let count = 0
  for (let p = 0; p < scores.length; p++) if (scores[p] >= threshold) count++
  return count
}

/** The threshold that `count` scores reach (more if they tie); above all of them for 0. */
export function* thresholdOf(scores: Float64Array, count: number): Steps<number> {
  if (count <= 0 || scores.length === 0) return 2
  const ascending = yield* sortInSteps(new Float64Array(scores))
  return ascending[Math.max(0, scores.length - count)]
}

const reach = 0.1
const steps = 60

/** The threshold near `threshold` that agrees best with the decisions. */
export function* taughtThreshold(
  scores: Float64Array,
  decided: JudgedPairs,
  threshold: number,
): Steps<number> {
  let best = threshold
  let least = Number.POSITIVE_INFINITY
  for (let k = 0; k <= 2 * steps; k++) {
    // 0, +1, -1, +2, -2, ... hundredths, so that the nearest wins a tie.
    const shift = ((k % 2 === 0 ? -1 : 1) * Math.ceil(k / 2)) / 100
    const at = threshold + shift
    let cost = (shift / reach) ** 2
    for (let p = 0; p < scores.length && cost < least; p++) {
      if (decided[p] !== 0 && scores[p] >= at !== (decided[p] === 1)) cost++
    }
    yield
    if (cost < least) {
      least = cost
      best = at
    }
  }
  return best
}
