/** Review queue: which pairs a person should look at, those nearest the threshold first, and what a decision saves. */
import type { PairDecision } from '../../src/engine/decisions/given-decisions.ts'
import { memberKinds } from '../../src/online/index/documents/index-types.ts'
import type { Review } from '../../src/online/index/review/reviews.ts'
import { type Findings, rangeOf } from './findings.ts'
import type { Id } from './ids.ts'
import { pairKey, type ReviewStore } from './reviews.ts'

export interface QueuedPair {
  readonly cluster: number
  readonly survivor: number
  readonly row: number
  readonly similarity: number
}

const near = memberKinds.indexOf('near')

/** Near removals, by the distance of their similarity from the threshold. */
export function queueOf({ clusters, threshold }: Findings): QueuedPair[] {
  const queue: QueuedPair[] = []
  for (let cluster = 0; cluster < clusters.ends.length; cluster++) {
    const [from, end] = rangeOf(clusters, cluster)
    for (let member = from + 1; member < end; member++) {
      if (clusters.kinds[member] !== near) continue
      const similarity = clusters.similarities[member]
      queue.push({ cluster, survivor: clusters.members[from], row: clusters.members[member], similarity })
    }
  }
  const distance = ({ similarity }: QueuedPair) =>
    Number.isNaN(similarity) ? -1 : Math.abs(similarity - threshold)
  return queue.sort((a, b) => distance(a) - distance(b))
}

export const actions = {
  accept: 'the same',
  reject: 'different',
  split: 'apart from its cluster',
  survivor: 'the better survivor',
} as const

export type Action = keyof typeof actions

/** The decisions of an action on a pair. */
export function reviewsOf(action: Action, { clusters, ids }: Findings, pair: QueuedPair): PairDecision[] {
  const [id1, id2] = [ids[pair.survivor], ids[pair.row]]
  if (action === 'accept') return [{ id1, id2, decision: 'same' }]
  if (action === 'reject') return [{ id1, id2, decision: 'different' }]
  if (action === 'survivor') return [{ id1, id2, decision: 'same', survivor: id2 }]
  const [from, end] = rangeOf(clusters, pair.cluster)
  const others = Array.from({ length: end - from }, (_, at) => clusters.members[from + at])
  return others
    .filter(row => row !== pair.row)
    .map(row => ({ id1: ids[row], id2, decision: 'different' as const }))
}

/** An action that can be taken back. */
export interface Done {
  readonly title: string
  undo(): Promise<void>
}

/** Saves decisions. @returns how to take them back: pairs decided before get their old decision again */
export async function decide(
  store: ReviewStore,
  known: ReadonlyMap<string, Review>,
  reviews: readonly PairDecision[],
  title: string,
): Promise<Done> {
  await store.put(reviews)
  const before = reviews.flatMap(({ id1, id2 }) => known.get(pairKey(id1, id2)) ?? [])
  const added = reviews
    .filter(({ id1, id2 }) => !known.has(pairKey(id1, id2)))
    .map(({ id1, id2 }): readonly [Id, Id] => [id1, id2])
  return {
    title,
    async undo() {
      if (added.length > 0) await store.remove(added)
      const restored = before.map(({ id1, id2, decision, survivor }) => ({ id1, id2, decision, survivor }))
      if (restored.length > 0) await store.put(restored)
    },
  }
}

export function byPair(reviews: readonly Review[]): Map<string, Review> {
  return new Map(reviews.map(review => [pairKey(review.id1, review.id2), review]))
}
