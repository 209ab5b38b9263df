/** Odd bounds: upper bounds of the similarities of documents from their odd sketches alone. */
import { oddBound } from '../../texts/kernels/reference/odd-bound.ts'
import { type Chunked, hasSketches } from '../columns/chunks.ts'
import { type Bounds, boundsBy } from './candidates.ts'

interface OddBoundsSettings {
  /** The documents, whose sketches may be empty. */
  readonly columns: Chunked
  readonly measure: 'jaccard' | 'containment'
  readonly rest?: () => Promise<void>
}

/** The bounds of all pairs of documents; undefined without sketches. */
export function oddBounds({ columns, measure, rest }: OddBoundsSettings): Bounds | undefined {
  if (!hasSketches(columns)) return undefined
  const { chunkBits, chunks, slots } = columns
  const parts = chunks.map(({ sketches }) => sketches)
  const mask = 2 ** chunkBits - 1
  return boundsBy((left, right) => {
    const [a, b] = [slots[left], slots[right]]
    return oddBound(measure, parts[a >>> chunkBits], a & mask, parts[b >>> chunkBits], b & mask)
  }, rest)
}
