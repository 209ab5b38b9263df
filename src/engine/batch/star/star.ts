/**
 * Star clustering: every document that is not kept is like its survivor, not merely like a neighbour of it.
 *
 *     for each document d in visiting order:                                             (1)
 *       S = the survivors so far whose similarity with d is >= threshold
 *       d joins the most similar of S, the one visited earliest among equals; S empty: d survives
 *
 * (1) asks for one answer at a time; the verifier wants thousands. It departs in four ways, with equal results:
 *
 * 1. Documents are decided in windows. All of a window are first measured against the survivors from before it.
 *    Who has a match there is certainly removed, though a survivor from inside the window may yet be nearer.
 * 2. The others are settled in rounds (`rounds.ts`). A document that shares no group with an earlier unsettled one
 *    has met every survivor it can meet: it survives. The survivors of a round are measured against all later
 *    documents of the window that share a group with them, also against removed ones.
 * 3. Two windows are at work (`decisions.ts`).
 * 4. Equal texts stay out: those of a survivor join it, those of a removed document come at the end (`star-copies.ts`).
 *
 * (1) asks for the pairs of a text with the survivors before it, or before its last copy, that share enough groups with
 * it. Each is measured once, or spared by its bound where there are bounds (`nearest.ts`). So a group of n near-equal
 * documents costs n pairs.
 *
 * Ours: all of it. Cost besides the job: about 25 bytes a document and 8 a (survivor, group).
 * Error: none, given the candidates.
 */
import { type ClusterJob, type Outcome, visiting } from '../columns.ts'
import { finishOutcome, startOutcome } from '../outcome.ts'
import { Decisions } from './decisions.ts'
import { joinCopies } from './star-copies.ts'

/** Clusters by (1). @throws what the verifier throws. */
export async function star(job: ClusterJob): Promise<Outcome> {
  const { columns, representative } = job
  const visits = visiting(columns.count, job.order)
  const outcome = startOutcome(columns.count)
  const decisions = new Decisions(job, visits, outcome)
  await decisions.run()
  await joinCopies(job, visits, outcome, decisions)
  return finishOutcome(columns, representative, outcome)
}
