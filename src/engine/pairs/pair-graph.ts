/**
 * Pair graph: clustering of documents whose matches a method that reads all texts at once has found.
 *
 *     rows (left, right, value) ─▶ candidates that share an edge ─▶ star | components | complete ─▶ outcome
 *
 * Every row is a group of its two documents, and the verifier looks up its value instead of measuring. Distances are
 * negated during clustering, so that larger is always nearer. Pairs that the method did not find have no value: NaN in
 * the outcome, if `components` connects two documents through others.
 *
 * The first visited document of each class that the method names is clustered, and the others follow it like copies,
 * so the number of listed rows of a large class does not matter.
 *
 * Ours: all of it. Cost: 24 bytes a row, 12 a document. Error: none.
 */

import { atOnce } from '../../ground/breath/steps.ts'
import { firstWhere } from '../../ground/lists/bisection.ts'
import { type Lists, pairsBySideInSteps } from '../../ground/lists/grouped.ts'
import { type PairRows, pairOrder, pickedRows } from '../../ground/pair-rows/pair-rows.ts'
import { type ClusterWork, type Columns, inputOrder, type Outcome } from '../batch/columns.ts'
import { pairKind } from '../batch/equal-signatures.ts'
import type { Candidates } from '../cluster/candidates.ts'

/** Rows ordered by left, then right, each pair once. */
interface KnownRows extends PairRows {
  /**
   * [count] the first document of each document's class, if members of a class match each other and the same documents.
   * Rows of first documents represent their classes: the others are ignored, and may be missing.
   */
  readonly firstOf?: Int32Array | undefined
}

/** The meaning of the values of rows. */
interface KnownValues {
  /** Whether a smaller value is nearer. */
  readonly isDistance: boolean
  /** The value of a document with itself. */
  readonly same: number
}

/** The value of a pair without a row; below every value. */
const unknown = Number.NEGATIVE_INFINITY

/**
 * Clusters by known pairs, in the way of `cluster`.
 *
 * @param known not modified
 * @param order [count] document numbers in visiting order; undefined: input order
 */
export async function clusterPairs(
  columns: Columns,
  known: KnownRows,
  { isDistance, same }: KnownValues,
  cluster: (job: ClusterWork) => Promise<Outcome>,
  order?: Int32Array,
): Promise<Outcome> {
  const sign = isDistance ? -1 : 1
  const representative = firstVisited(columns.count, known.firstOf, order)
  const rows = betweenRepresentatives(known, representative)
  const graph = atOnce(pairsBySideInSteps(rows.left, rows.right, columns.count))
  const verifier = {
    measure: async (left: Int32Array, right: Int32Array) =>
      Float64Array.from(left, (document, pair) => {
        const row = rowOf(rows, graph, document, right[pair])
        return row === -1 ? unknown : sign * rows.similarity[row]
      }),
  }
  const threshold = -Number.MAX_VALUE // every row is a match, and no other pair
  const candidates = candidatesOf(graph)
  const outcome = await cluster({ columns, representative, candidates, order, threshold, verifier })
  return readable({ columns, representative, sign, same }, outcome)
}

/** The first visited document of each document's class; the document itself without classes. */
function firstVisited(
  count: number,
  firstOf: Int32Array | undefined,
  order: Int32Array | undefined,
): Int32Array {
  if (firstOf === undefined) return inputOrder(count)
  const visited = new Int32Array(count).fill(-1)
  for (let place = 0; place < count; place++) {
    const document = order === undefined ? place : order[place]
    if (visited[firstOf[document]] === -1) visited[firstOf[document]] = document
  }
  return firstOf.map(first => visited[first])
}

/** The rows of first documents, as rows of the representatives of their classes; ordered by left, then right. */
function betweenRepresentatives(known: KnownRows, representative: Int32Array): PairRows {
  const { firstOf } = known
  if (firstOf === undefined) return known
  const isFirst = (document: number): boolean => firstOf[document] === document
  const rows = Int32Array.from(known.left.keys()).filter(
    row => isFirst(known.left[row]) && isFirst(known.right[row]),
  )
  const kept = pickedRows(known, rows)
  const [a, b] = [kept.left, kept.right].map(side => side.map(document => representative[document]))
  const left = a.map((document, at) => Math.min(document, b[at]))
  const right = a.map((document, at) => Math.max(document, b[at]))
  return pickedRows({ ...kept, left, right }, pairOrder(left, right, firstOf.length))
}

/** Candidates in which each row is a group of two. @param graph the row numbers of each document, ascending */
function candidatesOf({ starts, members }: Lists): Candidates {
  return {
    agree: 1,
    groups: members.length / 2,
    starts: Uint32Array.from(starts),
    numbers: Uint32Array.from(members, row => row + 1),
  }
}

/** The row of a pair, found at the document with fewer rows; -1 if there is none. */
function rowOf({ left, right }: PairRows, { starts, members }: Lists, a: number, b: number): number {
  const isFewer = starts[a + 1] - starts[a] <= starts[b + 1] - starts[b]
  const [of, other] = isFewer ? [a, b] : [b, a]
  const otherOf = (row: number): number => (left[row] === of ? right[row] : left[row])
  // Rows are ordered by left, then right, so the other documents of these entries ascend.
  const end = starts[of + 1]
  const at = firstWhere(starts[of], end, at => otherOf(members[at]) >= other)
  return at < end && otherOf(members[at]) === other ? members[at] : -1
}

interface Reading {
  readonly columns: Columns
  readonly representative: Int32Array
  readonly sign: number
  readonly same: number
}

/** Restores the method's values, and the kinds that follow from equal texts. */
function readable({ columns, representative, sign, same }: Reading, outcome: Outcome): Outcome {
  const { survivor, kind, similarity } = outcome
  for (let document = 0; document < columns.count; document++) {
    kind[document] = pairKind(columns, document, survivor[document])
    const value = similarity[document]
    if (survivor[document] === representative[document]) similarity[document] = same
    else similarity[document] = value === unknown ? Number.NaN : sign * value
  }
  return outcome
}
