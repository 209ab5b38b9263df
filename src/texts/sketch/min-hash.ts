/**
 * MinHash: from two signatures to an estimate of the Jaccard similarity of their sets.
 *
 * The share of equal values of two signatures is an unbiased estimate of the Jaccard similarity of the two sets
 * of shingles. With t values and similarity J it is off by about sqrt(J(1 - J) / t): 0.035 at J = 0.8, t = 128.
 *
 * Source: Broder, "On the resemblance and containment of documents", 1997, for the estimate; the kernels make the
 * values (`kernels/reference/signature.ts`).
 */
import { checkComparable, checkSignature, type Signature } from './signature-format.ts'

/**
 * Estimated Jaccard similarity, a multiple of 1 / length in [0, 1].
 *
 * @throws NearsameError OPTION_VALUE, SIGNATURE_MISMATCH if they were made with different options.
 */
export function estimateJaccard(a: Signature, b: Signature): number {
  checkSignature('a', a)
  checkSignature('b', b)
  checkComparable(a, b)
  let equal = 0
  for (let i = 0; i < a.values.length; i++) equal += Number(a.values[i] === b.values[i])
  return equal / a.values.length
}
