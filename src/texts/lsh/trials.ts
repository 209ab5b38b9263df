/**
 * Repeated trials: from several small signatures of a document to a decision, without an exact measure.
 *
 * A trial is `hashes` (n) min-hashes; two documents agree on it if all n are equal, with probability
 * q = s^n at similarity s. Of `trials` (k) independent trials at least `agree` (m) must agree:
 *
 *     P(duplicates | s) = sum over i = m..k of C(k, i) * q^i * (1 - q)^(k - i)            (1)
 *
 * With k = 6 and m = 2 this is 1 - ((1 - q)^6 + 6 * q * (1 - q)^5). With m = 1 it is banding (`banding.ts`),
 * k bands of n rows.
 *
 * Source: the near-duplicate elimination of a search engine's manual (k = 6, m = 2, n = 14), for the rule.
 * Ours: (1) for any m.
 */
import { checkArgument, checkCount, checkNamed, checkShare } from '../../ground/options/arguments.ts'

/** The number of trials, the number that must agree, and the number of equal hashes that make a trial agree. */
export interface TrialShape {
  readonly trials: number
  readonly agree: number
  readonly hashes: number
}

/** The shape of the source. */
export const defaultTrialShape: TrialShape = Object.freeze({ trials: 6, agree: 2, hashes: 14 })

/**
 * Equation (1), for whole numbers; `similarity` in [0, 1]. More trials than exist never agree: 0.
 *
 * @throws NearsameError OPTION_VALUE
 * @example duplicateProbability({ trials: 6, agree: 2, hashes: 14 }, 0.9).toFixed(3) // => '0.415'
 */
export function duplicateProbability(shape: TrialShape, similarity: number): number {
  checkNamed('shape', shape)
  const { trials, agree, hashes } = shape
  checkCount('trials', trials)
  checkCount('agree', agree)
  checkCount('hashes', hashes)
  checkShare('similarity', similarity)
  return binomialTail(trials, agree, similarity ** hashes)
}

/**
 * The number of trials on which two documents agree.
 *
 * @param a [trials] keys of `TrialKeys`, as `b`
 * @throws NearsameError OPTION_VALUE
 * @example agreedTrials(Uint32Array.of(1, 2, 3), Uint32Array.of(1, 9, 3)) // => 2
 */
export function agreedTrials(a: Uint32Array, b: Uint32Array): number {
  checkArgument(a instanceof Uint32Array, 'a', a, 'a Uint32Array of keys')
  const areAsMany = b instanceof Uint32Array && b.length === a.length
  checkArgument(areAsMany, 'b', b, 'a Uint32Array of as many keys')
  let agreed = 0
  for (let trial = 0; trial < a.length; trial++) if (a[trial] === b[trial]) agreed++
  return agreed
}

/** Equation (1). Sums from the largest term outwards: neither tail is lost, no term overflows. */
function binomialTail(k: number, m: number, q: number): number {
  if (m === 0 || (q === 1 && m <= k)) return 1
  if (m > k || q === 0) return 0
  const odds = q / (1 - q)
  const isAbove = m > k * q
  let i = isAbove ? m : m - 1
  let term = Math.exp(logWays(k, i) + i * Math.log(q) + (k - i) * Math.log1p(-q))
  let sum = 0
  while (term > sum * Number.EPSILON) {
    sum += term
    term *= isAbove ? ((k - i) / (i + 1)) * odds : i / (k - i + 1) / odds
    i += isAbove ? 1 : -1
  }
  return isAbove ? Math.min(1, sum) : Math.max(0, 1 - sum)
}

/** Logarithm of the number of ways to choose i of k. */
function logWays(k: number, i: number): number {
  let sum = 0
  for (let j = 1; j <= Math.min(i, k - i); j++) sum += Math.log((k - j + 1) / j)
  return sum
}
