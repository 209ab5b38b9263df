/**
 * Columns: what the stages of a batch run hand to each other, as flat arrays.
 *
 *     scan ─Columns─▶ representatives ─▶ groupBands ─Candidates─▶ star | components | complete ─Outcome─▶ write
 *
 * No stage keeps an object per document; a document is its number, counted from 0 in input order.
 */
import type { Bounds, Candidates, DocumentGroups, Verifier } from '../cluster/candidates.ts'
import type { Chunk, Chunked } from '../columns/chunks.ts'

/** What scanning keeps of each document. */
export interface Columns extends Chunked {
  readonly count: number
  readonly bands: number
  /** Without the columns that no later stage reads. */
  chunks: Chunk[]
  /** [count] 1 where the raw text equals that of the representative; once present, `exact` is no longer read. */
  exactTwin?: Uint8Array
  /** Present once `groupBands` has turned the keys into them. */
  groups?: DocumentGroups
}

/** Why a document is not kept; the numbers in `Outcome.kind`. */
export const kinds = { kept: 0, exact: 1, normalised: 2, near: 3 } as const

/** What was decided about every document. */
export interface Outcome {
  /** [count] the survivor of its cluster, itself when kept. */
  survivor: Int32Array
  /** [count] one of `kinds`. */
  kind: Uint8Array
  /** [count] similarity with its survivor; 1 when kept. */
  similarity: Float64Array
  /** [count] where an equal signature decides: the exact Jaccard with the survivor. */
  jaccard?: Float64Array
  /** [count] with decisions of people: 1 for a removed document whose survivor they changed. */
  judged?: Uint8Array
}

/** Which documents before `end` are kept is final. */
export interface Settled {
  readonly end: number
  readonly isKept: (document: number) => boolean
}

/** What every way of clustering needs. */
export interface ClusterWork {
  readonly columns: Columns
  /** From `representatives`, with the same order. */
  readonly representative: Int32Array
  readonly candidates: Candidates
  /** [count] document numbers as the keep rules visit them; undefined: input order. */
  readonly order?: Int32Array | undefined
  /** A pair matches when its similarity is >= this. */
  readonly threshold: number
  readonly verifier: Verifier
  /** Skips measuring pairs that cannot change the outcome; without it all pairs are measured. */
  readonly bounds?: Bounds | undefined
  /** Called once for every measured pair, left < right, in an order that depends only on the input. */
  readonly onPair?: ((left: number, right: number, similarity: number) => void) | undefined
  /** Called now and then, perhaps never, when the survivors among the first documents in input order are final. */
  readonly onSettled?: ((settled: Settled) => void) | undefined
  /** Called by star with the number of documents decided, the first visited: 0 or more at first, all at last. */
  readonly onVisited?: ((documents: number) => void) | undefined
  /** Used by star: how many documents, the first visited, are known to survive. Default: none. */
  readonly decided?: number | undefined
  /** Number of documents decided together: a speed option that does not change the outcome. */
  readonly window?: number | undefined
}

/** Documents in visiting order, and the rank of each document in it; both [count]. */
export interface Visiting {
  readonly order: Int32Array
  readonly rank: Int32Array
}

/** [count] document numbers in input order: the identity. */
export function inputOrder(count: number): Int32Array<ArrayBuffer> {
  const documents = new Int32Array(count)
  for (let document = 0; document < count; document++) documents[document] = document
  return documents
}

/** The order in which to visit `count` documents, and its inverse. Without `order` both are the same array. */
export function visiting(count: number, order?: Int32Array): Visiting {
  if (order === undefined) {
    const identity = inputOrder(count)
    return { order: identity, rank: identity }
  }
  const rank = new Int32Array(count)
  for (let place = 0; place < count; place++) rank[order[place]] = place
  return { order, rank }
}
