/**
 * Pair graph: clustering of documents whose matches are known beforehand, by a method that looks at all texts at once.
 *
 *     rows (left, right, value) ─▶ candidates that share an edge ─▶ star | components | complete ─▶ outcome
 *
 * Every row is a group of its two documents, and the verifier looks its value up instead of measuring. Values of
 * distances are negated while clustering decides, so that the larger is always the nearer. Pairs that the method did
 * not find have no value: NaN in the outcome, where `components` puts two documents together by way of others.
 *
 * Classes that the method names are clustered by the first visited of each, and the others follow it as copies do, so
 * it does not matter how many rows of a large class are listed.
 *
 * Ours: all of it. Cost: 24 bytes a row, 12 a document. Error: none.
 */

import { atOnce } from '../../ground/breath/steps.ts'
import { firstWhere } from '../../ground/lists/bisection.ts'
import { type Lists, pairsBySideInSteps } from '../../ground/lists/grouped.ts'
import { type PairRows, pairOrder } from '../../ground/pair-rows/pair-rows.ts'
import { type ClusterWork, type Columns, inputOrder, type Outcome } from '../batch/columns.ts'
import { pairKind } from '../batch/equal-signatures.ts'
import type { Candidates } from '../cluster/candidates.ts'

/** Rows by left, then right, each pair once. */
interface KnownRows extends PairRows {
  /**
   * [count] the first document of each class, where there are classes whose members match the same documents, and each
   * other. Rows of first documents stand for those of their classes: the others are not read, and need not be there.
   */
  readonly firstOf?: Int32Array | undefined
}

/** What the values of rows are. */
interface KnownValues {
  /** Whether a smaller value is nearer. */
  readonly isDistance: boolean
  /** The value of a document with itself. */
  readonly same: number
}

/** What no row says anything about; below every value. */
const unknown = Number.NEGATIVE_INFINITY

/**
 * Clusters by known pairs; `cluster` is one of the ways of clustering.
 *
 * @param known not written
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
  const threshold = -Number.MAX_VALUE // every row counts, and no other pair
  const candidates = candidatesOf(graph)
  const outcome = await cluster({ columns, representative, candidates, order, threshold, verifier })
  return readable({ columns, representative, sign, same }, outcome)
}

/** The first visited document of the class of each; each itself where there are no classes. */
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

/** The rows of first documents, as rows of the representatives of their classes; by left, then right, as all rows. */
function betweenRepresentatives(known: KnownRows, representative: Int32Array): PairRows {
  const { firstOf } = known
  if (firstOf === undefined) return known
  const isFirst = (document: number): boolean => firstOf[document] === document
  const rows = Int32Array.from(known.left.keys()).filter(
    row => isFirst(known.left[row]) && isFirst(known.right[row]),
  )
  const ofRows = (side: Int32Array) => rows.map(row => representative[side[row]])
  const [a, b] = [ofRows(known.left), ofRows(known.right)]
  const left = a.map((document, at) => Math.min(document, b[at]))
  const right = a.map((document, at) => Math.max(document, b[at]))
  const order = pairOrder(left, right, firstOf.length)
  return {
    left: order.map(at => left[at]),
    right: order.map(at => right[at]),
    similarity: Float64Array.from(order, at => known.similarity[rows[at]]),
  }
}

/** Every row is a group of two. @param graph the numbers of the rows of each document, ascending */
function candidatesOf({ starts, members }: Lists): Candidates {
  return {
    agree: 1,
    groups: members.length / 2,
    starts: Uint32Array.from(starts),
    numbers: Uint32Array.from(members, row => row + 1),
  }
}

/** The row of a pair, -1 when there is none: looked up at the document with fewer rows. */
function rowOf({ left, right }: PairRows, { starts, members }: Lists, a: number, b: number): number {
  const isFewer = starts[a + 1] - starts[a] <= starts[b + 1] - starts[b]
  const [of, other] = isFewer ? [a, b] : [b, a]
  const otherOf = (row: number): number => (left[row] === of ? right[row] : left[row])
  // Rows are by left, then right, so the other documents of these entries ascend.
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

/** Values as the method gives them, and why else two documents are the same. */
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
