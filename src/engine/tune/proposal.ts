/**
 * Proposal: the shingle that separates near pairs most clearly, the threshold in the valley between, and bands for it.
 */
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import type { Shingle } from '../../ground/options/shingle-option.ts'
import { type AgreeingBands, type BandOptions, bandsFor } from '../../texts/lsh/agreeing-bands.ts'
import { longestSignature } from '../../texts/sketch/signature-format.ts'
import { type Boundary, findBoundary } from '../evaluate/boundary.ts'

/** A way to cut texts, and how well it separates the pairs of a sample. */
export interface ShingleRow {
  readonly shingle: Shingle
  /** Mean number of different shingles of a text. */
  readonly perText: number
  /** Absent if there is no valley. */
  readonly boundary?: Boundary
}

/** Shingles compared in addition to the given one. */
export const comparedShingles: readonly Shingle[] = Object.freeze([
  ...[1, 2, 3, 4, 5].map(size => Object.freeze({ unit: 'words' as const, size })),
  ...[5, 6, 7, 8].map(size => Object.freeze({ unit: 'chars' as const, size })),
])

/** Below this, texts at the boundary are less than twice as rare as those beside it. */
const leastDepth = Math.log(2)
/** With fewer near pairs a valley may be chance. */
const leastNear = 5
/** Factor by which another shingle must be worth more than the given one. */
const worthwhile = 1.1

/** @param counts [binsInAll] texts of the sample by the similarity to their nearest text */
export function shingleRow(shingle: Shingle, perText: number, counts: ArrayLike<number>): ShingleRow {
  const boundary = findBoundary(counts)
  const isClear = boundary !== undefined && boundary.depth >= leastDepth && boundary.near >= leastNear
  return { shingle, perText, ...(isClear && { boundary }) }
}

/**
 * The most valuable row among those with a valley at least as deep as that of the given one, which comes first; the
 * given row itself if no other is worth the change.
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

/** Number of texts with a near one, less those expected by chance from the texts in the valley. */
function worth({ boundary }: ShingleRow): number {
  return boundary === undefined ? 0 : boundary.near * (1 - Math.exp(-boundary.depth))
}

/**
 * The bands, with the signature doubled until they reach the recall; undefined if none does.
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
