/**
 * Carried documents: survivors and copied texts of the blocks before, in a file with their groups, which the documents
 * of a block meet.
 */
import { release } from '../../../ground/lists/release.ts'
import { membersOfGroups } from '../../cluster/candidates.ts'
import type { CandidateBlock, WordFile } from '../../cluster/divided.ts'
import type { Meetings } from '../../cluster/meetings.ts'
import { PairList, pairsAtOnce } from '../../cluster/pair-list.ts'
import { PairQueue, reporting } from '../../cluster/pair-queue.ts'
import type { SurvivorLists } from '../../cluster/survivor-lists.ts'
import type { ClusterWork, Outcome, Visiting } from '../columns.ts'
import { keepNearest } from './nearest.ts'
import type { StarCopies } from './star-copies.ts'
import type { StarWindows } from './star-windows.ts'

/** Words of carried documents that are written together. */
const wordsAtOnce = 2 ** 14

/** State for deciding one block. */
interface Meeting {
  readonly work: ClusterWork & { readonly candidates: CandidateBlock }
  /** Documents of the blocks before: number, number of groups, groups. */
  readonly carried: WordFile
  readonly meetings: Meetings
  readonly outcome: Outcome
  readonly copies: StarCopies
  readonly visits: Visiting
  /** The places of the block in visiting order, [first, end). */
  readonly first: number
  readonly end: number
}

/** Measures the documents of a block against the survivors of earlier ones. */
export async function meetCarried(
  { work, carried, meetings, outcome, visits, first, end }: Meeting,
  { nearest }: StarWindows,
): Promise<void> {
  const { candidates } = work
  const answer = reporting(work.onPair, keepNearest(outcome, visits.rank, work.threshold))
  const queue = new PairQueue(work.verifier, answer)
  const { starts, members } = membersOfGroups(candidates, visits.order.subarray(first, end))
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
export async function meetCopied(
  { work, carried, copies, first }: Meeting,
  survivors: SurvivorLists,
): Promise<void> {
  const pairs = new PairList()
  for (const { document, groups } of carriedDocuments(carried, work.candidates)) {
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

/** Writes the documents of a block that later ones meet. */
export function carry({ work, carried, outcome, copies, visits, first, end }: Meeting): void {
  const { candidates } = work
  const { starts, numbers, numberInRun } = candidates
  let piece: number[] = []
  for (const document of visits.order.subarray(first, end)) {
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
