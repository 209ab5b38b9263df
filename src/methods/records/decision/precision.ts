/**
 * Precision, estimated without labels: how many accepted pairs look like the best that chance produces.
 *
 * The contrast z of a row (`neighbours.ts`) has about an exponential distribution of mean 1 if the accepted pair is
 * only the best of a smooth tail: P(z < 0.35) = 0.30, P(z < 1.5) = 0.78. Counterparts stand far above their tail. So,
 * if the contrast of a pair is the smaller one of its two rows,
 *
 *     wrong = (share of pairs with z < 0.35 / 0.30 + share with z < 1.5 / 0.78) / 2,  precision = 1 - wrong      (1)
 *
 * (1) is too low if true counterparts have near variants beside them (products), and too high if look-alikes come in
 * pairs that stand alone. `docs/methods/records.md` has its measured error.
 *
 * Matched share. By chance na nb / (na + nb) of the rows of two lists are mutual nearest neighbours; those in excess
 * have a match. By chance nearly all rows of a list are that are few beside the other, so there an excess says nothing.
 *
 * Ours: all of it.
 */
import type { Steps } from '../../../ground/breath/steps.ts'
import type { Evidence } from './evidence.ts'
import { contrasts } from './neighbours.ts'
import { byScore, type Selector, selectPairs } from './selection.ts'

const near = 0.35
const low = 1.5
const nearByChance = Math.fround(1 - Math.exp(-near))
const lowByChance = Math.fround(1 - Math.exp(-low))
/** An excess of fewer standard deviations is chance. */
export const mostDeviations = 2
/** Always adds half a wrong pair, so that few pairs never give an estimate of 1. */
const doubt = 0.5

/** The running estimate (1) over pairs in some order. */
export class PrecisionTally {
  #pairs = 0
  #near = 0
  #low = 0

  add(contrast: number): void {
    this.#pairs++
    if (contrast < near) this.#near++
    if (contrast < low) this.#low++
  }

  /** In [0, 1]; 0 without pairs. */
  get precision(): number {
    if (this.#pairs === 0) return 0
    const wrong = (this.#near / nearByChance + this.#low / lowByChance + 2 * doubt) / 2
    return Math.max(0, 1 - wrong / (this.#pairs + 2 * doubt))
  }
}

/** The number of wrong pairs among these contrasts by (1), without `doubt`. */
export function chanceAmong(contrasts: readonly number[]): number {
  const below = (limit: number): number => contrasts.filter(contrast => contrast < limit).length
  return (below(near) / nearByChance + below(low) / lowByChance) / 2
}

/** The smaller contrast of the two rows of each pair; -1 if one of them has no accepted pair. */
export function* pairContrasts(
  { pairs: { left, right }, neighbours, decided }: Evidence,
  scores: Float64Array,
  accepted: Uint8Array,
): Steps<Float64Array> {
  const ofRows = yield* contrasts(neighbours, scores, accepted, decided)
  const ofPairs = new Float64Array(scores.length)
  for (let p = 0; p < ofPairs.length; p++) ofPairs[p] = Math.min(ofRows[left[p]], ofRows[right[p]])
  return ofPairs
}

/** A point of the curve: the result of accepting all pairs down to `threshold`. */
export interface PrecisionPoint {
  readonly threshold: number
  readonly pairs: number
  readonly precision: number
}

/** Estimates for the accepted pairs from the best down, one for each pair. */
export function* precisionCurve(
  evidence: Evidence,
  scores: Float64Array,
  accepted: Uint8Array,
): Steps<PrecisionPoint[]> {
  const ofPairs = yield* pairContrasts(evidence, scores, accepted)
  const tally = new PrecisionTally()
  const best = yield* byScore(scores, p => accepted[p] === 1)
  return Array.from(best, (p, k) => {
    tally.add(ofPairs[p])
    return { threshold: scores[p], pairs: k + 1, precision: tally.precision }
  })
}

/** The lowest threshold of a curve that still has `precision`; if none has it, 2, which is above every score. */
export function confidentThreshold(curve: readonly PrecisionPoint[], precision: number): number {
  let threshold = 2
  for (const point of curve) if (point.precision >= precision) threshold = point.threshold
  return threshold
}

/**
 * The share of rows of the shorter list that have a counterpart, in [0, 1], by the number of mutual nearest neighbours
 * without ties.
 */
export function* matchedShare(
  selector: Selector & Pick<Evidence, 'split'>,
  scores: Float64Array,
): Steps<number> {
  const { rows, pairs, split } = selector
  const mutual = yield* selectPairs(selector, scores, 0, 'mutual')
  const partners = new Int32Array(rows)
  for (let p = 0; p < mutual.length; p++) {
    partners[pairs.left[p]] += mutual[p]
    partners[pairs.right[p]] += mutual[p]
  }
  let count = 0
  for (let p = 0; p < mutual.length; p++) {
    if (mutual[p] === 1 && partners[pairs.left[p]] === 1 && partners[pairs.right[p]] === 1) count++
  }
  const most = Math.min(split, rows - split)
  const chance = (split * (rows - split)) / rows
  const spread = Math.sqrt(chance * (1 - chance / most))
  return count > chance + mostDeviations * spread ? Math.min(1, (count - chance) / (most - chance)) : 0
}
