/**
 * Upper bound of the similarity of two sets from their odd sketches alone (`odd-sketches.ts`).
 *
 * With d differing bits, and a and b members of which D >= d are in only one set:
 *
 *     shared = (a + b - D) / 2 <= (a + b - d) / 2.
 *
 * Cost: 30 ns. Error: none.
 */

import { bitCount } from '../../similarity/bit-count.ts'
import { similarityOf } from '../../similarity/overlap.ts'
import { notSketched, oddSketchWords } from '../layout/plan-layout.ts'

/** Concatenated sketches: that of set i begins at `oddSketchWords * i`. */
type OddSketches = Uint32Array

/**
 * At least the similarity of two sets, in [0, 1]; 1 if one of them has no sketch.
 *
 * @param left sketches, of which set `i` is meant; `right` and `j` alike
 */
export function oddBound(
  measure: 'jaccard' | 'containment',
  left: OddSketches,
  i: number,
  right: OddSketches,
  j: number,
): number {
  const a = oddSketchWords * i
  const b = oddSketchWords * j
  const differing = differingBits(left, a, right, b)
  const sizeA = left[a + oddSketchWords - 1]
  const sizeB = right[b + oddSketchWords - 1]
  if (sizeA === notSketched || sizeB === notSketched) return 1
  const shared = Math.min(sizeA, sizeB, (sizeA + sizeB - differing) / 2)
  return similarityOf(measure, { shared, a: sizeA, b: sizeB })
}

/** The bits in which two sketches differ, which begin at words `a` and `b`. */
export function differingBits(left: Uint32Array, a: number, right: Uint32Array, b: number): number {
  let differing = 0
  for (let word = 0; word < oddSketchWords - 1; word++)
    differing += bitCount(left[a + word] ^ right[b + word])
  return differing
}
