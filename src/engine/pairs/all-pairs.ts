/**
 * All pairs: every match among all documents, equal texts included, in input order.
 *
 *     representatives ─candidates─▶ measured ─▶ matches of classes ─counted─▶ rows of documents
 *
 * Only the first document of every class of equal texts is measured; its matches hold for the whole class. A
 * class of m gives m(m-1)/2 rows of similarity 1, a match of classes of m and n documents m * n rows. Rows
 * can be far more than matches, so they are counted while measuring goes on and refused before any is made.
 *
 * Ours: all of it. Cost: 24 bytes a match, 30 bytes a document, nothing a row. Error: none, given the candidates.
 */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { DoubleList, IntList } from '../../ground/lists/growing-lists.ts'
import { DocumentClasses } from '../../ground/pair-rows/classes.ts'
import { type ClassMatches, type PairRows, pairRows } from '../../ground/pair-rows/pair-rows.ts'
import type { ClusterJob } from '../batch/columns.ts'
import { measureCandidates } from '../cluster/measure-candidates.ts'

/** What is needed to list matches. REQUIRES: `representative` and `candidates` made without an order. */
export interface PairsJob
  extends Pick<ClusterJob, 'columns' | 'representative' | 'candidates' | 'threshold' | 'verifier'> {
  /** More rows than this are refused. */
  readonly maxPairs: number
  /** The similarity of equal texts; 1 unless given. */
  readonly same?: number
}

/** Counted matches: `total` rows with left < right, by left, then right. */
export interface Pairs {
  readonly total: number
  /** The rows, in batches that the caller owns. May be called again. */
  rows(): Generator<PairRows>
}

/**
 * Every pair of documents whose similarity is >= threshold.
 *
 * @throws NearsameError PAIRS_LIMIT when there are more than `maxPairs`.
 */
export async function allPairs(job: PairsJob): Promise<Pairs> {
  return expandMatches(job, new DocumentClasses(job.representative, job.columns.count))
}

/**
 * Measures the candidates of which there are rows, and counts the rows of `classes`.
 *
 * @throws NearsameError PAIRS_LIMIT
 */
export async function expandMatches(job: PairsJob, classes: DocumentClasses): Promise<Pairs> {
  const { candidates, maxPairs, threshold, verifier } = job
  const matches: ClassMatches = { left: new IntList(), right: new IntList(), similarity: new DoubleList() }
  let total = classes.rowsWithin()
  refuseAbove(maxPairs, total)
  const sides = classes.sides()
  await measureCandidates({ candidates, sides, verifier }, (left, right, similarity) => {
    if (similarity < threshold) return
    total += classes.rowsBetween(left, right)
    refuseAbove(maxPairs, total)
    matches.left.push(left)
    matches.right.push(right)
    matches.similarity.push(similarity)
  })
  return { total, rows: () => pairRows(classes, matches, job.same) }
}

/** @throws NearsameError PAIRS_LIMIT */
export function refuseAbove(maxPairs: number, total: number): void {
  if (total <= maxPairs) return
  throw new NearsameError('PAIRS_LIMIT', {
    expected: `at most ${maxPairs} pairs`,
    got: `${total} or more`,
    fix: 'raise `maxPairs` or `threshold`, or remove duplicates with `dedupe`, which needs no pairs',
  })
}
