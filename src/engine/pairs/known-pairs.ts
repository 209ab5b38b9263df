/** Known pairs: those of a method that looks at all texts at once, counted like the ones that are measured. */

import type { PairRows } from '../../ground/pair-rows/pair-rows.ts'
import { type Pairs, refuseAbove } from './all-pairs.ts'

/** @throws NearsameError PAIRS_LIMIT when there are more than `maxPairs` */
export function knownPairs(found: PairRows, maxPairs: number): Pairs {
  refuseAbove(maxPairs, found.left.length)
  return {
    total: found.left.length,
    *rows() {
      yield found
    },
  }
}
