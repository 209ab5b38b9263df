/**
 * Star clustering: every removed document is similar to its survivor, not merely to a neighbour of it.
 *
 *     for each document d in visiting order:                                             (1)
 *       S = the survivors so far whose similarity with d is >= threshold
 *       d joins the most similar of S, the one visited earliest among equals; S empty: d survives
 *
 * (1) measures one pair at a time; the verifier wants thousands. The code departs in four ways, with equal results:
 *
 * 1. Documents are decided in windows. All of a window are first measured against the survivors from before it. A
 *    document with a match there is certainly removed, though a survivor from inside the window may still be nearer.
 * 2. The others are settled in rounds (`rounds.ts`). A document that shares no group with an earlier unsettled one
 *    has met every survivor it can meet: it survives. The survivors of a round are measured against all later
 *    documents of the window that share a group with them, including removed ones.
 * 3. Two windows are at work (`star-windows.ts`).
 * 4. Equal texts stay out: copies of a survivor join it, copies of a removed document follow last (`star-copies.ts`).
 *
 * (1) needs the pairs of a text with the survivors before it, or before its last copy, that share enough groups with
 * it. Each is measured once, or skipped by its bound (`nearest.ts`). So n near-equal documents in a group cost n pairs.
 *
 * Ours: all of it. Cost besides the work: about 25 bytes a document and 8 a (survivor, group).
 * Error: none, given the candidates.
 */
import { type ClusterWork, type Outcome, visiting } from '../columns.ts'
import { finishOutcome, startOutcome } from '../outcome.ts'
import { StarCopies } from './star-copies.ts'
import { StarWindows } from './star-windows.ts'

/** Clusters by (1). @throws what the verifier throws. */
export async function star(work: ClusterWork): Promise<Outcome> {
  const { columns, representative } = work
  const visits = visiting(columns.count, work.order)
  const outcome = startOutcome(columns.count)
  const decided = restored(work, outcome)
  const windows = new StarWindows(work, { ...visits, decided }, outcome)
  await windows.run()
  const copies = new StarCopies(work, visits, outcome, windows.nearest)
  await copies.meet(visits.order, windows.survivors)
  await copies.join()
  return finishOutcome(columns, representative, outcome)
}

/** Restores what an earlier run decided. @returns the number of documents, the first visited */
export function restored(
  { decided, onPair }: Pick<ClusterWork, 'decided' | 'onPair'>,
  outcome: Outcome,
): number {
  // Pairs of decided documents would not be reported.
  return decided === undefined || onPair !== undefined ? 0 : decided.restore(outcome)
}
