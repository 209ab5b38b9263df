/** Bisection: positions in ascending sequences. Cost: log2 of the length in calls. */

/** The first index in [from, to) that `holds`, or `to`. REQUIRES: if one holds, all after it hold. */
export function firstWhere(from: number, to: number, holds: (at: number) => boolean): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
