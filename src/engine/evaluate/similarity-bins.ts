/**
 * Similarity bins: pairs counted by similarity in 101 bins. Bin 0 is for pairs that share nothing, bin k for
 * similarities in [(k - 1) / 100, k / 100), without 0; the last one includes 1.
 */

export const binsInAll = 101

/** @example [0, 0.001, 0.8, 1].map(binOf) // => [0, 1, 81, 100] */
export function binOf(similarity: number): number {
  if (similarity <= 0) return 0
  // Rounding may put a quotient such as 29 / 100 just below its bin.
  return Math.min(100, 1 + Math.floor(similarity * 100 + 1e-9))
}

/** Where a bin begins. @example binStart(81) // => 0.8 */
export function binStart(bin: number): number {
  return bin === 0 ? 0 : (bin - 1) / 100
}
