/**
 * Star clustering: every removed document is similar to its survivor, not merely to a neighbour of it.
 *
 *     for each document d in visiting order:                                             (1)
 *       S = the survivors so far whose similarity with d is >= threshold
 *       d joins the most similar of S, the one visited earliest among equals; S empty: d survives
 *
 * (1) measures one pair at a time; the verifier wants thousands. The code departs in five ways, with equal results:
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
 * 5. Candidates may come in blocks of documents in visiting order, of which one is in memory (`divided.ts`):
 *
 *     block k      │ meets survivors of the blocks before │ star inside │ its survivors meet copied texts from before │
 *
 *    A document without a match among earlier survivors may still survive, one with a match may have a nearer survivor
 *    in its own block: star inside the block goes on from what is known, as its windows do. All may be one block.
 *
 * Ours: all of it. Cost besides the work: about 25 bytes a document and 8 a (survivor, group). Of several blocks one at
 * a time, and the documents carried from block to block with their groups, read once for each later block.
 * Error: none, given the candidates.
 */
import { type DividedCandidates, isDivided, oneBlock } from '../../cluster/divided.ts'
import { Meetings } from '../../cluster/meetings.ts'
import { type ClusterWork, type Outcome, visiting } from '../columns.ts'
import { finishOutcome, startOutcome } from '../outcome.ts'
import { StarCopies } from './star-copies.ts'
import { StarWindows } from './star-windows.ts'

interface StarWork extends Omit<ClusterWork, 'candidates'> {
  readonly candidates: ClusterWork['candidates'] | DividedCandidates
}

/** Clusters by (1). @throws what the verifier and the files of blocks throw */
export async function star(work: StarWork): Promise<Outcome> {
  const { candidates: given, columns, representative } = work
  const { carried, ends, load, mostGroups } = isDivided(given) ? given : oneBlock(given, columns.count)
  const between = ends.length > 1 ? await import('./carried.ts') : undefined
  const visits = visiting(columns.count, work.order)
  const outcome = startOutcome(columns.count)
  const meetings = new Meetings(columns.count, mostGroups)
  let copies: StarCopies | undefined
  for (const [block, end] of ends.entries()) {
    const first = ends[block - 1] ?? 0
    const order = visits.order.subarray(first, end)
    const candidates = load(block)
    const inBlock = { ...work, candidates }
    const windows = new StarWindows(inBlock, { ...visits, order, first, meetings }, outcome)
    copies ??= new StarCopies(inBlock, visits, outcome, windows.nearest)
    const meeting = { work: inBlock, carried, meetings, outcome, copies, visits, first, end }
    if (block > 0) await between?.meetCarried(meeting, windows)
    await windows.run()
    await copies.meet(order, windows.survivors)
    if (block > 0) await between?.meetCopied(meeting, windows.survivors)
    if (end < columns.count) between?.carry(meeting)
    windows.release()
    candidates.release()
  }
  await copies?.join()
  return finishOutcome(columns, representative, outcome)
}
