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
import type { Chunked } from '../columns/chunks.ts'
import { type Bounds, boundsBy } from './candidates.ts'

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
  let differing = 0
  for (let word = 0; word < oddSketchWords - 1; word++)
    differing += bitCount(left[a + word] ^ right[b + word])
  const sizeA = left[a + oddSketchWords - 1]
  const sizeB = right[b + oddSketchWords - 1]
  if (sizeA === notSketched || sizeB === notSketched) return 1
  const shared = Math.min(sizeA, sizeB, (sizeA + sizeB - differing) / 2)
  return similarityOf(measure, { shared, a: sizeA, b: sizeB })
}

interface OddBoundsSettings {
  /** The documents, whose sketches may be empty. */
  readonly columns: Chunked
  readonly measure: 'jaccard' | 'containment'
  readonly rest?: () => Promise<void>
}

/** The bounds of all pairs of documents; undefined without sketches. */
export function oddBounds({ columns, measure, rest }: OddBoundsSettings): Bounds | undefined {
  const { chunkBits, chunks, slots } = columns
  if (chunks.length === 0 || chunks[0].sketches.length === 0) return undefined
  const parts = chunks.map(({ sketches }) => sketches)
  const mask = 2 ** chunkBits - 1
  return boundsBy((left, right) => {
    const [a, b] = [slots[left], slots[right]]
    return oddBound(measure, parts[a >>> chunkBits], a & mask, parts[b >>> chunkBits], b & mask)
  }, rest)
}
