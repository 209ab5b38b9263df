/**
 * Pair rows: from matches of classes to rows of documents, by left, then right, without sorting all of them.
 *
 * For each left document in order, its own class and the classes matched with it are looked up, the similarity is
 * recorded at each of their later members, and the members are sorted.
 *
 * Ours: all of it. Cost: 12 bytes a document, 8 a match; O(log) a row.
 */

import { atOnce, type Steps } from '../breath/steps.ts'
import { grouped, pairsBySideInSteps } from '../lists/grouped.ts'
import { type DoubleList, IntList } from '../lists/growing-lists.ts'
import type { DocumentClasses } from './classes.ts'
import { type PairsLimit, refuseAbove } from './pairs-limit.ts'

/** Matched pairs of documents, struct of arrays; row i is (left[i], right[i], similarity[i]). */
export interface PairRows {
  readonly left: Int32Array
  readonly right: Int32Array
  readonly similarity: Float64Array
  /** If an equal signature decided: the exact Jaccard. */
  readonly jaccard?: Float64Array
}

/** Matched pairs of representatives, each once. */
export interface ClassMatches {
  readonly left: IntList
  readonly right: IntList
  readonly similarity: DoubleList
}

/** The rows with these numbers, in their order. */
export function pickedRows({ left, right, similarity }: PairRows, rows: Int32Array): PairRows {
  return {
    left: rows.map(row => left[row]),
    right: rows.map(row => right[row]),
    similarity: Float64Array.from(rows, row => similarity[row]),
  }
}

const rowsPerBatch = 16_384

/**
 * All rows of the classes and their matches, in batches of at most 16,384 rows, which belong to the caller.
 *
 * @param same similarity of two documents of one class
 */
export function* pairRows(classes: DocumentClasses, matches: ClassMatches, same = 1): Generator<PairRows> {
  const [lefts, rights] = [matches.left.taken(), matches.right.taken()]
  // The numbers of the matches of each representative.
  const { starts, members } = atOnce(pairsBySideInSteps(lefts, rights, classes.count))
  const similarity = new Float64Array(classes.count)
  const found = new IntList()
  const batch = newBatch()
  let size = 0
  for (let left = 0; left < (classes.split ?? classes.count); left++) {
    const own = classes.representative[left]
    const from = classes.split ?? left + 1
    found.length = 0
    note(classes.members(own, from), same, similarity, found)
    for (let at = starts[own]; at < starts[own + 1]; at++) {
      const match = members[at]
      const other = lefts[match] === own ? rights[match] : lefts[match]
      note(classes.members(other, from), matches.similarity.values[match], similarity, found)
    }
    for (const right of found.taken().sort()) {
      batch.left[size] = left
      batch.right[size] = right
      batch.similarity[size++] = similarity[right]
      if (size < rowsPerBatch) continue
      yield firstRows(batch, size)
      size = 0
    }
  }
  if (size > 0) yield firstRows(batch, size)
}

/**
 * The same in one batch, counted before any row is made.
 *
 * @throws NearsameError PAIRS_LIMIT
 */
export function* allRowsInSteps(
  classes: DocumentClasses,
  matches: ClassMatches,
  same: number,
  limit: PairsLimit,
): Steps<PairRows> {
  const rights = matches.right.taken()
  const between = matches.left
    .taken()
    .reduce((sum, left, i) => sum + classes.rowsBetween(left, rights[i]), 0)
  const total = classes.rowsWithin() + between
  refuseAbove(limit, total)
  return yield* joinRowsInSteps(pairRows(classes, matches, same), total)
}

/** All rows of the batches in one batch. */
export function joinRows(batches: Iterable<PairRows>, total: number): PairRows {
  return atOnce(joinRowsInSteps(batches, total))
}

function* joinRowsInSteps(batches: Iterable<PairRows>, total: number): Steps<PairRows> {
  const all = newBatch(total)
  let size = 0
  for (const { left, right, similarity } of batches) {
    all.left.set(left, size)
    all.right.set(right, size)
    all.similarity.set(similarity, size)
    size += left.length
    yield
  }
  return all
}

function newBatch(size = rowsPerBatch): PairRows {
  return { left: new Int32Array(size), right: new Int32Array(size), similarity: new Float64Array(size) }
}

function firstRows({ left, right, similarity }: PairRows, size: number): PairRows {
  return { left: left.slice(0, size), right: right.slice(0, size), similarity: similarity.slice(0, size) }
}

function note(members: Int32Array, value: number, similarity: Float64Array, rights: IntList): void {
  for (const member of members) {
    similarity[member] = value
    rights.push(member)
  }
}

/** The pair numbers by left, then right: two counting sorts, minor key first. `count` exceeds all documents. */
export function pairOrder(left: Int32Array, right: Int32Array, count: number): Int32Array {
  return grouped(left, count, grouped(right, count).members).members
}
