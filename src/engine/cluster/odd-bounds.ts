/** Odd bounds: upper bounds of the similarities of documents from their odd sketches alone. */
import { oddBound } from '../../texts/kernels/reference/odd-bound.ts'
import type { Chunked } from '../columns/chunks.ts'
import { type Bounds, boundsBy } from './candidates.ts'

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
