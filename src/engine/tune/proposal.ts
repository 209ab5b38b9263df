/**
 * Proposal: the shingle under which near pairs stand apart most clearly, the threshold in the valley between, and bands
 * for it.
 */
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import type { Shingle } from '../../ground/options/shingle-option.ts'
import { type AgreeingBands, type BandOptions, bandsFor } from '../../texts/lsh/agreeing-bands.ts'
import { longestSignature } from '../../texts/sketch/signature-format.ts'
import { type Boundary, findBoundary } from '../evaluate/boundary.ts'

/** A way to cut texts, and how well it divides the pairs of a sample. */
export interface ShingleRow {
  readonly shingle: Shingle
  /** Mean number of different shingles of a text. */
  readonly perText: number
  /** Absent where no valley is seen. */
  readonly boundary?: Boundary
}

/** Compared beside the given one. */
export const comparedShingles: readonly Shingle[] = Object.freeze([
  ...[1, 2, 3, 4, 5].map(size => Object.freeze({ unit: 'words' as const, size })),
  ...[5, 6, 7, 8].map(size => Object.freeze({ unit: 'chars' as const, size })),
])

/** Below this texts at the boundary are not even twice as rare as those beside it. */
const leastDepth = Math.log(2)
/** Near pairs below which a valley may be chance. */
const leastNear = 5
/** How much more another shingle than the given one must be worth. */
const worthwhile = 1.1

/** @param counts [binsInAll] texts of the sample by the similarity to their nearest one */
export function shingleRow(shingle: Shingle, perText: number, counts: ArrayLike<number>): ShingleRow {
  const boundary = findBoundary(counts)
  const isClear = boundary !== undefined && boundary.depth >= leastDepth && boundary.near >= leastNear
  return { shingle, perText, ...(isClear && { boundary }) }
}

/**
 * The row that is worth most among those with a valley as deep as that of the given one, which is the first; the given
 * one itself, when no other is worth the change.
 */
export function bestRow(rows: readonly ShingleRow[]): ShingleRow | undefined {
  const [given] = rows
  let best = given
  for (const row of rows) if (depthOf(row) >= depthOf(given) && worth(row) > worth(best)) best = row
  if (given?.boundary && worth(best) < worthwhile * worth(given)) best = given
  return best?.boundary && best
}

function depthOf({ boundary }: ShingleRow): number {
  return boundary?.depth ?? 0
}

/** Texts with a near one, less those that would be near it by chance as often as texts lie in the valley. */
function worth({ boundary }: ShingleRow): number {
  return boundary === undefined ? 0 : boundary.near * (1 - Math.exp(-boundary.depth))
}

/**
 * The bands, with the signature doubled until they reach the recall; undefined when none does.
 *
 * @example reachingBands({ measure: 'jaccard', threshold: 0.1, recall: 0.99, signatureLength: 32 })?.signatureLength // => 64
 */
export function reachingBands(
  asked: Omit<BandOptions, 'near'>,
): { bands: AgreeingBands; signatureLength: number } | undefined {
  for (let length = asked.signatureLength; length <= longestSignature; length *= 2) {
    try {
      return { bands: bandsFor({ ...asked, near: true, signatureLength: length }), signatureLength: length }
    } catch (error) {
      if (!isNearsameError(error) || error.code !== 'BANDS_UNREACHABLE') throw error
    }
  }
  return undefined
}
