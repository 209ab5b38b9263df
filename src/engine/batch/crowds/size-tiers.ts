/**
 * Size tiers: sets divided by size into narrow tiers, so that one prefix serves all partners of a tier.
 *
 *     sizes  1 2 3 ... 20 │ 21 │ 22 23 │ 24 25 │ ...     the largest of a tier is at most 1.05 times the smallest
 *
 * Ours: all of it.
 */
import { prefixLength } from '../../../texts/similarity/prefix-filter.ts'

export interface SizeTiers {
  /** [sets] the tier of each set, from 0. */
  readonly tierOf: Uint16Array
  /** [tiers] the size of its smallest set, ascending. */
  readonly least: Uint32Array
  /** [tiers] the tiers that may hold a match of its sets, including itself. */
  readonly partners: readonly (readonly number[])[]
}

/** @param sizes [sets] 1 or more */
export function sizeTiers(sizes: Uint32Array, threshold: number): SizeTiers {
  const present = new Map<number, number>()
  for (const size of sizes) present.set(size, 0)
  const least: number[] = []
  const most: number[] = []
  for (const size of [...present.keys()].sort((a, b) => a - b)) {
    const last = least.length - 1
    if (last >= 0 && size <= Math.floor(least[last] * 1.05)) most[last] = size
    else {
      least.push(size)
      most.push(size)
    }
    present.set(size, least.length - 1)
  }
  const mayMatch = (a: number, b: number) => prefixLength(threshold, most[a], least[b]) > 0
  const numbers = [...least.keys()]
  return {
    tierOf: Uint16Array.from(sizes, size => present.get(size) as number),
    least: Uint32Array.from(least),
    partners: numbers.map(a => numbers.filter(b => a === b || mayMatch(Math.min(a, b), Math.max(a, b)))),
  }
}
