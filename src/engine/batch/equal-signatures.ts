/**
 * Equal signatures: the outcome of methods that decide by one signature of the whole text.
 *
 * The columns hold a 128-bit key of the signature as four band keys. Every document joins the first visited one with
 * its key, so all ways of clustering give the same clusters. The exact Jaccard of a removal is reported as well.
 *
 * Cost: that of `group-equal.ts`, and one measured pair for each removed document that is no exact twin.
 * Error: two different signatures count as equal once in 2^128 pairs.
 */
import type { Verifier } from '../cluster/candidates.ts'
import { measureOpen } from '../cluster/measure-open.ts'
import { chunkOf, rowOf } from '../columns/chunks.ts'
import { type Columns, kinds, type Outcome } from './columns.ts'
import { areEqual, firstOfEqual, hashesOf } from './group-equal.ts'

/** Pairs of one batch. */
const batchPairs = 65_536

/**
 * The first visited document of equal signature, for every document.
 *
 * @param columns with `bands` 4
 * @param order [count] document numbers in visiting order; undefined: input order.
 * @returns [count], owned by the caller.
 */
export function signatureRepresentatives(columns: Columns, order?: Int32Array): Int32Array {
  return firstOfEqual(hashesOf(columns, 'keys'), columns.count, order)
}

/**
 * The outcome, with the exact Jaccard of every removed document and its survivor in `jaccard`.
 *
 * @param representative from `signatureRepresentatives`
 * @param verifier measures the exact Jaccard
 */
export async function signatureOutcome(
  columns: Columns,
  representative: Int32Array,
  verifier: Verifier,
): Promise<Outcome> {
  const kind = new Uint8Array(columns.count)
  const jaccard = new Float64Array(columns.count).fill(1)
  for (let document = 0; document < columns.count; document++) {
    kind[document] = pairKind(columns, document, representative[document])
  }
  for (const documents of batches(kind)) {
    const survivors = documents.map(document => representative[document])
    const measured = await measureBeside(columns, documents, survivors, verifier)
    for (let i = 0; i < documents.length; i++) jaccard[documents[i]] = measured[i]
  }
  const similarity = new Float64Array(columns.count).fill(1)
  return { survivor: representative, kind, similarity, jaccard }
}

/**
 * The exact Jaccard of pairs that something else found: 1 for equal token sequences, 0 if one text has no token, else
 * measured.
 *
 * @returns [left.length]
 */
export async function measureBeside(
  columns: Columns,
  left: Int32Array,
  right: Int32Array,
  verifier: Verifier,
): Promise<Float64Array> {
  const jaccard = Float64Array.from(left, (document, pair) => {
    if (pairKind(columns, document, right[pair]) !== kinds.near) return 1
    return tokensOf(columns, document) > 0 && tokensOf(columns, right[pair]) > 0 ? Number.NaN : 0
  })
  return measureOpen(jaccard, left, right, (...open) => verifier.measure(...open))
}

/** Why a document is removed for its survivor: one of `kinds`. */
export function pairKind(columns: Columns, document: number, survivor: number): number {
  if (document === survivor) return kinds.kept
  if (areEqual(columns, 'exact', document, survivor)) return kinds.exact
  const isNormalised = tokensOf(columns, document) > 0 && areEqual(columns, 'tokens', document, survivor)
  return isNormalised ? kinds.normalised : kinds.near
}

/** The number of tokens of a document. */
function tokensOf(columns: Columns, document: number): number {
  return chunkOf(columns, document).tokenCount[rowOf(columns, document)]
}

/** The documents of kind near, ascending, in batches. */
function* batches(kind: Uint8Array): Generator<Int32Array> {
  let batch: number[] = []
  for (let document = 0; document < kind.length; document++) {
    if (kind[document] !== kinds.near) continue
    batch.push(document)
    if (batch.length < batchPairs) continue
    yield Int32Array.from(batch)
    batch = []
  }
  if (batch.length > 0) yield Int32Array.from(batch)
}
