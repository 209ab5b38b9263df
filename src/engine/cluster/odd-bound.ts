/**
 * Upper bound of the similarity of two sets from their odd sketches alone (`kernels/reference/odd-sketches.ts`).
 *
 * With d differing bits, and a and b members of which D >= d are in only one set:
 *
 *     shared = (a + b - D) / 2 <= (a + b - d) / 2.
 *
 * Cost: 30 ns. Error: none.
 */

import { notSketched, oddSketchWords } from '../../texts/kernels/layout/plan-layout.ts'
import { bitCount } from '../../texts/similarity/bit-count.ts'
import { similarityOf } from '../../texts/similarity/overlap.ts'
import { type Bounds, boundsBy } from './candidates.ts'

/** Concatenated sketches: that of set i begins at `oddSketchWords * i`. */
type OddSketches = Uint32Array

/** At least the similarity of the sets `left` and `right`, in [0, 1]; 1 if one of them has no sketch. */
export function oddBound(
  measure: 'jaccard' | 'containment',
  sketches: OddSketches,
  left: number,
  right: number,
): number {
  const a = oddSketchWords * left
  const b = oddSketchWords * right
  let differing = 0
  for (let word = 0; word < oddSketchWords - 1; word++)
    differing += bitCount(sketches[a + word] ^ sketches[b + word])
  const sizeA = sketches[a + oddSketchWords - 1]
  const sizeB = sketches[b + oddSketchWords - 1]
  if (sizeA === notSketched || sizeB === notSketched) return 1
  const shared = Math.min(sizeA, sizeB, (sizeA + sizeB - differing) / 2)
  return similarityOf(measure, { shared, a: sizeA, b: sizeB })
}

interface OddBoundsSettings {
  /** Sketches of all documents; empty if there are none. */
  readonly sketches: OddSketches
  readonly measure: 'jaccard' | 'containment'
  readonly rest?: () => Promise<void>
}

/** The bounds of all pairs of documents; undefined without sketches. */
export function oddBounds({ sketches, measure, rest }: OddBoundsSettings): Bounds | undefined {
  if (sketches.length === 0) return undefined
  return boundsBy((left, right) => oddBound(measure, sketches, left, right), rest)
}
