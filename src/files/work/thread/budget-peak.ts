/** Budget and peak: how far a run may go beyond the memory that it was given. */

/** The peak that keeps a budget: small ones leave no room for what the program collects between collections. */
export function mostPeak(bytes: number): number {
  return bytes < 256e6 ? bytes + 16e6 : 1.1 * bytes
}

/** The least budget that a peak keeps. */
export function leastBudget(peak: number): number {
  return peak < 256e6 + 16e6 ? peak - 16e6 : Math.max(256e6, peak / 1.1)
}
