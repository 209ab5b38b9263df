/**
 * Proposal: the shingle that separates near pairs most clearly, the threshold in the valley between, and bands for it.
 *
 * Copies of a text come in twos and threes. Pages of one template, the siblings, resemble each other in dozens, and
 * their hill of similarities has a valley below it, too; so the number of matches of a text distinguishes a hill
 * of siblings from one of copies. Above siblings, the proposal takes the next valley.
 *
 * Ours: all of it.
 */
import { isNearsameError } from '../../ground/errors/nearsame-error.ts'
import { printShingle, type Shingle } from '../../ground/options/shingle-option.ts'
import { type AgreeingBands, type BandOptions, bandsFor } from '../../texts/lsh/agreeing-bands.ts'
import { longestSignature } from '../../texts/sketch/signature-format.ts'
import { type Boundary, findBoundary, raisedBoundary } from '../evaluate/boundary.ts'

/** A way to cut texts, and how well it separates the pairs of a sample. */
export interface ShingleRow {
  readonly shingle: Shingle
  /** Mean number of different shingles of a text. */
  readonly perText: number
  /** Absent if there is no valley. */
  readonly boundary?: Boundary
  /** [binsInAll] texts of the sample by the similarity to their nearest text. */
  readonly counts: ArrayLike<number>
}

/** Shingles compared in addition to the given one. */
export const comparedShingles: readonly Shingle[] = Object.freeze([
  ...[1, 2, 3, 4, 5].map(size => Object.freeze({ unit: 'words' as const, size })),
  ...[4, 5, 6, 7, 8].map(size => Object.freeze({ unit: 'chars' as const, size })),
])

/** Below this, texts at the boundary are less than twice as rare as those beside it. */
const leastDepth = Math.log(2)
/** With fewer near pairs a valley may be chance. */
const leastNear = 5
/** Factor by which another shingle must be worth more than the given one. */
const worthwhile = 1.1
/** Texts with more matches than this have siblings: it is a cluster of seven, every two of which match. */
export const mostCopies = 6
/** Texts with more matches than this may have siblings among their matches. */
const usualCopies = 2
/** Above a boundary of this precision, other texts are too few to matter. */
const goodPrecision = 0.9

/** Different words; with fewer, a look-alike with one other word is as near as a copy. */
const shortText = 20

/** Whether the texts have so few different words that no valley tells copies from look-alikes. */
export function areShort(rows: readonly ShingleRow[]): boolean {
  const words = rows.find(({ shingle }) => printShingle(shingle) === 'words:1')
  return words !== undefined && words.perText < shortText
}

export function shingleRow(shingle: Shingle, perText: number, counts: ArrayLike<number>): ShingleRow {
  const boundary = clearBoundary(counts)
  return { shingle, perText, counts, ...(boundary && { boundary }) }
}

function clearBoundary(counts: ArrayLike<number>, from?: number): Boundary | undefined {
  const boundary = findBoundary(counts, from)
  const isClear = boundary !== undefined && boundary.depth >= leastDepth && boundary.near >= leastNear
  return isClear ? boundary : undefined
}

/** What the texts look like at a boundary. */
export interface MatchedTexts {
  /** Mean number of matches of the texts that have any. */
  readonly matches: number
  /** Share of the texts that have any. */
  readonly share: number
}

/**
 * The boundary to take instead: the next valley above a hill of siblings, or a higher place on the slope where other
 * texts may be among the near ones; the same boundary if it is good, null if it separates only siblings.
 *
 * @example higherBoundary([], { threshold: 0.5, depth: 3, near: 9, precision: 1 }, { matches: 1, share: 0.2 })?.threshold // => 0.5
 */
export function higherBoundary(
  counts: ArrayLike<number>,
  boundary: Boundary,
  { matches, share }: MatchedTexts,
): Boundary | null {
  if (matches > mostCopies) {
    const upper = clearBoundary(counts, boundary.threshold)
    if (upper !== undefined) return upper
    if (share > 0.5) return null
  }
  return matches > usualCopies ? raisedBoundary(counts, boundary, goodPrecision) : boundary
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
