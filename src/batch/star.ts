/**
 * Star clustering: every document that is not kept is like its survivor, not merely like a neighbour of it.
 *
 *     for each document d in visiting order:                                             (1)
 *       S = the survivors so far whose similarity with d is >= threshold
 *       d joins the most similar of S, the one visited earliest among equals; S empty: d survives
 *
 * (1) asks for one answer at a time; the verifier wants thousands. It departs in three ways, with equal results:
 *
 * 1. Documents are decided in windows. All of a window are first measured against the survivors from before it.
 *    Who has a match there is certainly removed, though a survivor from inside the window may yet be nearer.
 * 2. The others are settled in rounds. A document that shares no group with an earlier unsettled one has met
 *    every survivor it can meet: it survives. The survivors of a round are measured against all later documents of
 *    the window that share a group with them, also against removed ones.
 * 3. Equal texts stay out and follow their representative.
 *
 * Exactly the pairs that (1) needs are measured, each once: a document with the survivors before it that share
 * a group with it. So a group of n near-equal documents costs n pairs.
 *
 * Ours: all of it. Cost besides the job: about 25 bytes a document and 8 a (survivor, group).
 * Error: none, given the candidates.
 */

import { IntList } from '../cluster/lists.ts'
import { PairQueue, reporting } from '../cluster/pair-queue.ts'
import { SurvivorLists } from '../cluster/survivor-lists.ts'
import { Window } from '../cluster/window.ts'
import { type ClusterJob, type Outcome, visiting } from './columns.ts'
import { finishOutcome, startOutcome } from './outcome.ts'

/** Documents decided together. A larger window means fewer and larger batches and changes no pair. */
const defaultWindow = 8192

/** Clusters by (1). @throws what the verifier throws. */
export async function star(job: ClusterJob): Promise<Outcome> {
  const { columns, representative, candidates } = job
  const { order, rank } = visiting(columns.count, job.order)
  const outcome = startOutcome(columns.count)
  const survivors = new SurvivorLists(candidates, columns.count)
  const window = new Window(candidates, Math.max(1, Math.min(job.window ?? defaultWindow, columns.count)))
  const queue = new PairQueue(job.verifier, reporting(job.onPair, nearestOf(outcome, rank, job.threshold)))
  for (const document of order) {
    if (representative[document] !== document) continue
    if (window.add(document) && window.isFull) await decide(window, survivors, queue, outcome)
  }
  await decide(window, survivors, queue, outcome)
  return finishOutcome(columns, representative, outcome)
}

/** Keeps the most similar survivor of every document; of equals the one visited earlier, whoever answers first. */
function nearestOf({ survivor, similarity }: Outcome, rank: Int32Array, threshold: number) {
  return (left: number, right: number, value: number): void => {
    if (value < threshold) return
    const isLeftLater = rank[left] > rank[right]
    const document = isLeftLater ? left : right
    const found = isLeftLater ? right : left
    const known = survivor[document]
    const best = similarity[document]
    const isNearer = known === document || value > best || (value === best && rank[found] < rank[known])
    if (!isNearer) return
    survivor[document] = found
    similarity[document] = value
  }
}

/** Settles the documents of the window and empties it. */
async function decide(
  window: Window,
  survivors: SurvivorLists,
  queue: PairQueue,
  outcome: Outcome,
): Promise<void> {
  const documents = window.documents.subarray(0, window.size)
  await survivors.askAll(documents, queue)
  await queue.drain()
  let unsettled = places(window.size)
  const blocked = new Int32Array(window.groups.length)
  const later = new IntList()
  for (let round = 1; unsettled.length > 0; round++) {
    const waiting = new IntList(unsettled.length)
    for (let at = 0; at < unsettled.length; at++) {
      const place = unsettled.at(at)
      const document = documents[place]
      if (outcome.survivor[document] !== document) continue
      if (!blockGroups(window, place, blocked, round)) {
        waiting.push(place)
        continue
      }
      survivors.add(document)
      window.laterPlaces(place, later)
      for (const other of later.values.subarray(0, later.length).sort()) {
        if (queue.add(document, documents[other])) await queue.send()
      }
    }
    await queue.drain()
    unsettled = waiting
  }
  window.clear()
}

/** All places of a window. */
function places(size: number): IntList {
  const list = new IntList(size)
  for (let place = 0; place < size; place++) list.push(place)
  return list
}

/**
 * Marks the groups of a place as holding an unsettled document of this round.
 *
 * @returns whether none of them was marked: the document shares no group with an earlier unsettled one.
 */
function blockGroups(window: Window, place: number, blocked: Int32Array, round: number): boolean {
  let isFree = true
  const end = window.starts[place + 1]
  for (let member = window.starts[place]; member < end; member++) {
    const local = window.locals.at(member)
    if (blocked[local] === round) isFree = false
    else blocked[local] = round
  }
  return isFree
}
