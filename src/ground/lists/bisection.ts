/** Bisection: places in what ascends. Cost: log2 of the length in questions. */

/** The first of [from, to) that `holds`, or `to`. REQUIRES: once one holds, all after it do. */
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
