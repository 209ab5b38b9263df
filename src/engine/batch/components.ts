/**
 * Components: clusters of documents linked by any chain of matches.
 *
 * The graph has an edge for every candidate pair whose similarity is >= threshold; a cluster is a connected
 * component, its survivor the member visited first. A pair that is already connected need not be measured:
 *
 * 1. Each document is measured against the first visited of those first members of its groups that are its candidates.
 * 2. It is measured against the other such first members to which it is not connected yet.
 * 3. Members of a group that are still apart are tried pair by pair, see `RestLinks`.
 * 4. Each removed document is measured against its survivor, unless that was done, and the true value is written,
 *    even below the threshold: a member may resemble only its neighbours.
 *
 * Ours: all of it. Cost: a group of n near-equal documents takes at most 2n pairs; k components with members
 * in one group must be compared completely, by definition. About 25 bytes a document, 4 a (document, group); 8 a pair
 * below the threshold when pairs are reported. Error: none, given the candidates.
 */

import type { Lists } from '../../ground/lists/grouped.ts'
import { IntList } from '../../ground/lists/growing-lists.ts'
import { boundedVerifier } from '../cluster/bounded-verifier.ts'
import { areCandidates, membersOfGroups } from '../cluster/candidates.ts'
import { type Answer, PairQueue, reporting } from '../cluster/pair-queue.ts'
import { RestLinks } from '../cluster/rest-links.ts'
import { UnionFind } from '../cluster/union-find.ts'
import { type ClusterWork, type Outcome, type Visiting, visiting } from './columns.ts'
import { finishOutcome, startOutcome } from './outcome.ts'

/** Clusters by connected components. @throws what the verifier throws. */
export async function components(work: ClusterWork): Promise<Outcome> {
  const { columns, candidates } = work
  const place = visiting(columns.count, work.order)
  const outcome = startOutcome(columns.count)
  const links = new UnionFind(columns.count, place.rank)
  const apart = work.onPair && new IntList()
  const queue = new PairQueue(
    boundedVerifier(work.verifier, work.bounds, work.threshold),
    reporting(work.onPair, linkMatches(work, place, outcome, links, apart)),
  )
  const groups = membersOfGroups(candidates, place.order)
  await linkToFirsts(work, place, groups, links, queue)
  await new RestLinks(candidates, groups, links, queue).run()
  const toSurvivors = new PairQueue(work.verifier, measuredApart(work, apart, outcome, links))
  await measureSurvivors(work, outcome, links, toSurvivors)
  return finishOutcome(columns, work.representative, outcome)
}

/**
 * Handles the results of steps 1 to 3: links matches. Until the end, `outcome.survivor` holds the first visited match
 * of each document, which may turn out to be its survivor. Pairs below the threshold go to `apart`.
 */
function linkMatches(
  { threshold }: ClusterWork,
  { rank }: Visiting,
  { survivor, similarity }: Outcome,
  links: UnionFind,
  apart: IntList | undefined,
): Answer {
  return (left, right, value) => {
    if (value < threshold) {
      apart?.push(left)
      apart?.push(right)
      return
    }
    links.union(left, right)
    const isLeftLater = rank[left] > rank[right]
    const later = isLeftLater ? left : right
    const earlier = isLeftLater ? right : left
    const known = survivor[later]
    if (known !== later && rank[known] <= rank[earlier]) return
    survivor[later] = earlier
    similarity[later] = value
  }
}

/** Steps 1 and 2. */
async function linkToFirsts(
  { candidates }: ClusterWork,
  { order, rank }: Visiting,
  { starts: begins, members }: Lists,
  links: UnionFind,
  queue: PairQueue,
): Promise<void> {
  const { starts, numbers } = candidates
  const asked = new Int32Array(order.length) // the document that considered this first member last, + 1
  const hasOthers = new Uint8Array(order.length)
  for (const isOthersTurn of [false, true]) {
    for (let document = 0; document < order.length; document++) {
      if (isOthersTurn && hasOthers[document] === 0) continue
      let earliest = document
      for (let at = starts[document]; at < starts[document + 1]; at++) {
        const first = members[begins[numbers[at]]]
        if (first === document || first === earliest || !areCandidates(candidates, document, first))
          continue
        if (earliest !== document) hasOthers[document] = 1
        if (rank[first] < rank[earliest]) earliest = first
      }
      if (earliest === document) continue
      if (!isOthersTurn) {
        if (queue.add(document, earliest)) await queue.send()
        continue
      }
      asked[earliest] = document + 1
      for (let at = starts[document]; at < starts[document + 1]; at++) {
        const first = members[begins[numbers[at]]]
        if (first === document || asked[first] === document + 1) continue
        asked[first] = document + 1
        if (links.find(first) === links.find(document) || !areCandidates(candidates, document, first))
          continue
        if (queue.add(document, first)) await queue.send()
      }
    }
    await queue.drain()
  }
}

/** Handles the results of step 4; reports pairs that no earlier step reported. */
function measuredApart(
  { onPair }: ClusterWork,
  apart: IntList | undefined,
  { similarity }: Outcome,
  links: UnionFind,
): Answer {
  const isReported = new Uint8Array(apart === undefined ? 0 : similarity.length)
  for (let at = 0; apart !== undefined && at < apart.length; at += 2) {
    const left = apart.at(at)
    const right = apart.at(at + 1)
    if (links.find(left) === right) isReported[left] = 1
    if (links.find(right) === left) isReported[right] = 1
  }
  return (document, survivor, value) => {
    similarity[document] = value
    if (isReported[document] === 1) return
    onPair?.(Math.min(document, survivor), Math.max(document, survivor), value)
  }
}

/** Step 4. */
async function measureSurvivors(
  { representative }: ClusterWork,
  { survivor }: Outcome,
  links: UnionFind,
  queue: PairQueue,
): Promise<void> {
  for (let document = 0; document < survivor.length; document++) {
    if (representative[document] !== document) continue
    const first = links.find(document)
    if (survivor[document] === first) continue
    survivor[document] = first
    if (queue.add(document, first)) await queue.send()
  }
  await queue.drain()
}
