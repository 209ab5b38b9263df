/** Rare shingles: reads texts again, counts their shingles, and returns the rarest ones. Runs in any thread. */
import {
  MemberListParts,
  RareSetList,
  type SomeMemberLists,
  type SomeRareSets,
} from '../../engine/batch/join/rare-sets.ts'
import type { Steps } from '../../ground/breath/steps.ts'
import type { Shingle } from '../../ground/options/shingle-option.ts'
import { type MemberBits, membersAmong } from '../../texts/similarity/member-bits.ts'
import { countShingles, type RarityCounts } from '../../texts/similarity/rarity.ts'
import type { Places } from './thread/record-reader.ts'
import { ShingleReader } from './thread/shingle-reader.ts'
import type { Thread } from './thread/thread.ts'

interface ShinglesTask {
  readonly places: Places
  readonly shingle: Shingle
}

/** Adds the shingles of documents to the counts. */
export interface CountTask extends ShinglesTask {
  readonly kind: 'count'
  /** Shared by all threads. */
  readonly counts: RarityCounts
}

export interface RareTask extends ShinglesTask {
  readonly kind: 'rare'
  /** Shared by all threads. */
  readonly classes: Uint8Array
  readonly threshold: number
}

/** Finds those shingles of documents that have a bit. */
export interface AmongTask extends ShinglesTask {
  readonly kind: 'among'
  /** Shared by all threads. */
  readonly bits: MemberBits
}

export function* countTexts(thread: Thread, { places, shingle, counts }: CountTask): Steps<undefined> {
  yield* new ShingleReader(thread, shingle).each(places, set => countShingles(counts, set))
  return undefined
}

export function* rareTexts(thread: Thread, task: RareTask): Steps<SomeRareSets> {
  const { places, shingle, classes, threshold } = task
  const reader = new ShingleReader(thread, shingle, classes)
  const sets = new RareSetList(threshold, places.source.length)
  yield* reader.each(places, set => sets.add(set.length / 2, many => reader.rarest(many)))
  return sets.finish()
}

export function* textsAmong(thread: Thread, { places, shingle, bits }: AmongTask): Steps<SomeMemberLists> {
  const lists = new MemberListParts(places.source.length)
  yield* new ShingleReader(thread, shingle).each(places, set => lists.add(membersAmong(bits, set)))
  return lists.finish()
}
