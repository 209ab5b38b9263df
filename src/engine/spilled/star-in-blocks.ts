/**
 * Star in blocks: star clustering with the candidates of one block of documents in memory. The definition is `star.ts`.
 *
 *     block k      │ meets survivors of the blocks before │ star inside │ its survivors meet copied texts from before │
 *
 * A document without a match among earlier survivors may still survive, one with a match may have a nearer survivor in
 * its own block: star inside the block goes on from what is known, as its windows do.
 *
 * Ours: all of it. Cost: what star costs for the documents, one block of candidates, and the documents carried from
 * block to block with their groups, read once for each later block. Error: none, given the candidates.
 */
import { release } from '../../ground/lists/release.ts'
import { type ClusterWork, type Outcome, visiting } from '../batch/columns.ts'
import { finishOutcome, startOutcome } from '../batch/outcome.ts'
import { keepNearest } from '../batch/star/nearest.ts'
import { restored } from '../batch/star/star.ts'
import { StarCopies } from '../batch/star/star-copies.ts'
import { StarWindows } from '../batch/star/star-windows.ts'
import { membersOfGroups } from '../cluster/candidates.ts'
import type { CandidateBlock, DividedCandidates, WordFile } from '../cluster/divided.ts'
import { Meetings } from '../cluster/meetings.ts'
import { PairList, pairsAtOnce } from '../cluster/pair-list.ts'
import { PairQueue, reporting } from '../cluster/pair-queue.ts'
import type { SurvivorLists } from '../cluster/survivor-lists.ts'

/** Words of carried documents that are written together. */
const wordsAtOnce = 2 ** 14

/** @throws what the verifier and the files throw */
export async function starInBlocks(
  work: Omit<ClusterWork, 'candidates'>,
  divided: DividedCandidates,
): Promise<Outcome> {
  const { columns, representative } = work
  const { ends } = divided
  const visits = visiting(columns.count, work.order)
  const outcome = startOutcome(columns.count)
  const decided = restored(work, outcome)
  const meetings = new Meetings(columns.count, divided.mostGroups)
  let copies: StarCopies | undefined
  for (let block = 0; block < ends.length; block++) {
    const first = ends[block - 1] ?? 0
    const order = visits.order.subarray(first, ends[block])
    const candidates = divided.load(block)
    const inBlock = { ...work, candidates }
    const windows = new StarWindows(inBlock, { ...visits, order, first, decided, meetings }, outcome)
    copies ??= new StarCopies(inBlock, visits, outcome, windows.nearest)
    const meeting = {
      work: inBlock,
      candidates,
      carried: divided.carried,
      meetings,
      outcome,
      copies,
      first,
    }
    if (decided < ends[block]) await meetCarried(meeting, visits.rank, order, windows)
    await windows.run()
    await copies.meet(order, windows.survivors)
    await meetCopied(meeting, windows.survivors)
    if (block < ends.length - 1) carry(meeting, order, ends[block])
    windows.release()
    candidates.release()
  }
  await copies?.join()
  return finishOutcome(columns, representative, outcome)
}

/** State for deciding one block. */
interface Meeting {
  readonly work: ClusterWork
  readonly candidates: CandidateBlock
  readonly carried: WordFile
  readonly meetings: Meetings
  readonly outcome: Outcome
  readonly copies: StarCopies
  /** The place of the first document of the block. */
  readonly first: number
}

/** Measures the documents of a block against the survivors of earlier ones. */
async function meetCarried(
  { work, candidates, carried, meetings, outcome, first }: Meeting,
  rank: Int32Array,
  order: Int32Array,
  { nearest }: StarWindows,
): Promise<void> {
  if (first === 0) return
  const answer = reporting(work.onPair, keepNearest(outcome, rank, work.threshold))
  const queue = new PairQueue(work.verifier, answer)
  const { starts, members } = membersOfGroups(candidates, order)
  const pairs = new PairList()
  const send = async () => {
    nearest?.dropFar(pairs)
    await queue.addAll(pairs)
    pairs.length = 0
    await work.bounds?.rest?.()
  }
  for (const { document, groups } of carriedDocuments(carried, candidates)) {
    if (outcome.survivor[document] !== document) continue
    meetings.begin(candidates.agree)
    for (const group of groups) meetings.meet(members, starts[group], starts[group + 1])
    for (let at = 0; at < meetings.found; at++) pairs.add(document, meetings.met[at])
    if (pairs.length >= pairsAtOnce) await send()
  }
  await send()
  await queue.drain()
  release(starts)
  release(members)
}

/** Measures removed texts of earlier blocks, whose copies come later, against the survivors of a block. */
async function meetCopied(
  { candidates, carried, copies, first }: Meeting,
  survivors: SurvivorLists,
): Promise<void> {
  if (first === 0) return
  const pairs = new PairList()
  for (const { document, groups } of carriedDocuments(carried, candidates)) {
    if (copies.hasCopy(document, first)) survivors.collectOther(document, groups, pairs)
    if (pairs.length >= pairsAtOnce) await copies.measure(pairs)
  }
  await copies.measure(pairs)
}

/** Carried documents that share enough groups with those of a block, and these groups by their numbers there. */
function* carriedDocuments(
  carried: WordFile,
  candidates: CandidateBlock,
): Generator<{ readonly document: number; readonly groups: Uint32Array }> {
  const groups: number[] = []
  for (const piece of carried.read()) {
    for (let at = 0; at < piece.length; ) {
      const document = piece[at]
      const end = at + 2 + piece[at + 1]
      groups.length = 0
      for (at += 2; at < end; at++) {
        const group = candidates.numberHere(piece[at])
        if (group !== 0) groups.push(group)
      }
      if (groups.length >= candidates.agree) yield { document, groups: Uint32Array.from(groups) }
    }
  }
}

/** Writes the documents of a block that later ones meet: document, number of groups, groups. */
function carry(
  { work, candidates, carried, outcome, copies }: Meeting,
  order: Int32Array,
  end: number,
): void {
  const { starts, numbers, numberInRun } = candidates
  let piece: number[] = []
  for (const document of order) {
    const isKept = outcome.survivor[document] === document && work.representative[document] === document
    if (!isKept && !copies.hasCopy(document, end)) continue
    const groups = [...numbers.subarray(starts[document], starts[document + 1])]
      .map(group => numberInRun[group])
      .filter(group => candidates.goesOn(group))
    if (groups.length < candidates.agree) continue
    piece.push(document, groups.length, ...groups)
    if (piece.length < wordsAtOnce) continue
    carried.append(Uint32Array.from(piece))
    piece = []
  }
  if (piece.length > 0) carried.append(Uint32Array.from(piece))
}
