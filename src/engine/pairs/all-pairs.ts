/**
 * All pairs: every match among all documents, or between two sides of them, including equal texts, in input order.
 *
 *     representatives ─candidates─▶ measured ─▶ matches of classes ─counted─▶ rows of documents
 *
 * Only the first document of each class of equal texts is measured; its matches hold for the whole class. A class of m
 * gives m(m-1)/2 rows of similarity 1, a match of classes of m and n documents m * n rows. There may be far more rows
 * than matches, so they are counted during measuring, and too many are refused before any is created.
 *
 * Ours: all of it. Cost: 24 bytes a match, 30 bytes a document, nothing a row. Error: none, given the candidates.
 */

import { DoubleList, IntList } from '../../ground/lists/growing-lists.ts'
import { DocumentClasses } from '../../ground/pair-rows/classes.ts'
import { type ClassMatches, type PairRows, pairRows } from '../../ground/pair-rows/pair-rows.ts'
import { type PairsLimit, refuseAbove } from '../../ground/pair-rows/pairs-limit.ts'
import type { ClusterWork } from '../batch/columns.ts'
import { measureCandidates } from '../cluster/measure-candidates.ts'

/** Input of the listing. REQUIRES: `representative` and `candidates` were made without an order. */
interface PairsWork
  extends Pick<ClusterWork, 'columns' | 'representative' | 'candidates' | 'threshold' | 'verifier'> {
  /** Maximum number of rows. */
  readonly limit: PairsLimit
  /** The similarity of equal texts. Default: 1. */
  readonly same?: number
}

/** Counted matches: `total` rows with left < right, ordered by left, then right. */
export interface Pairs {
  readonly total: number
  /** The rows, in batches that the caller owns. Each call starts again. */
  rows(): Generator<PairRows>
}

/**
 * Every pair of documents whose similarity is >= threshold.
 *
 * @param split the first document of the second side: only pairs across are measured and counted
 * @throws NearsameError PAIRS_LIMIT
 */
export async function allPairs(work: PairsWork, split?: number): Promise<Pairs> {
  const { candidates, columns, limit, representative, threshold, verifier } = work
  const classes = new DocumentClasses(representative, columns.count, split)
  const matches: ClassMatches = { left: new IntList(), right: new IntList(), similarity: new DoubleList() }
  let total = classes.rowsWithin()
  refuseAbove(limit, total)
  const sides = classes.sides()
  await measureCandidates({ candidates, sides, verifier }, (left, right, similarity) => {
    if (similarity < threshold) return
    total += classes.rowsBetween(left, right)
    refuseAbove(limit, total)
    matches.left.push(left)
    matches.right.push(right)
    matches.similarity.push(similarity)
  })
  return { total, rows: () => pairRows(classes, matches, work.same) }
}

/** The pairs of a method that finds them itself. @throws NearsameError PAIRS_LIMIT */
export function knownPairs(found: PairRows, limit: PairsLimit): Pairs {
  const total = found.left.length
  refuseAbove(limit, total)
  return {
    total,
    *rows() {
      yield found
    },
  }
}
