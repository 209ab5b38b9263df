/** Review queue: which pairs a person should look at, those nearest the threshold first, and what a decision saves. */
import type { PairDecision } from '../../src/engine/decisions/given-decisions.ts'
import type { Review } from '../../src/online/index/review/reviews.ts'
import type { Cluster, Member } from './findings.ts'
import type { Id } from './ids.ts'
import { pairKey, type ReviewStore } from './reviews.ts'

export interface QueuedPair {
  readonly cluster: Cluster
  readonly survivor: Member
  readonly member: Member
}

/** Near removals, by the distance of their similarity from the threshold. */
export function queueOf(clusters: readonly Cluster[], threshold: number): QueuedPair[] {
  const queue = clusters.flatMap(cluster => {
    const [survivor, ...others] = cluster.members
    const near = others.filter(({ kind }) => kind === 'near')
    return near.map((member): QueuedPair => ({ cluster, survivor, member }))
  })
  const distance = ({ member: { similarity } }: QueuedPair) =>
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
export function reviewsOf(action: Action, { cluster, survivor, member }: QueuedPair): PairDecision[] {
  const [id1, id2] = [survivor.id, member.id]
  if (action === 'accept') return [{ id1, id2, decision: 'same' }]
  if (action === 'reject') return [{ id1, id2, decision: 'different' }]
  if (action === 'survivor') return [{ id1, id2, decision: 'same', survivor: id2 }]
  const others = cluster.members.filter(({ key }) => key !== member.key)
  return others.map(({ id }) => ({ id1: id, id2, decision: 'different' as const }))
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
