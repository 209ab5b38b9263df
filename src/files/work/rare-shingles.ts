/** Rare shingles: reads texts again, counts their shingles, and returns the rarest ones. Runs in any thread. */
import {
  MemberListParts,
  RareSetList,
  type SomeMemberLists,
  type SomeRareSets,
} from '../../engine/batch/join/rare-sets.ts'
import { inBlocks, type Steps } from '../../ground/breath/steps.ts'
import type { Shingle } from '../../ground/options/shingle-option.ts'
import { type MemberBits, membersAmong } from '../../texts/similarity/member-bits.ts'
import { countShingles, type RarityCounts } from '../../texts/similarity/rarity.ts'
import type { Places } from './thread/places.ts'
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

const textsAStep = 16

export function* countTexts(thread: Thread, { places, shingle, counts }: CountTask): Steps<undefined> {
  const reader = new ShingleReader(thread, shingle)
  yield* inBlocks(places.source.length, textsAStep, (from, to) => {
    for (let i = from; i < to; i++) countShingles(counts, reader.read(places, i))
  })
  return undefined
}

export function* rareTexts(thread: Thread, task: RareTask): Steps<SomeRareSets> {
  const { places, shingle, classes, threshold } = task
  const reader = new ShingleReader(thread, shingle, classes)
  const { length } = places.source
  const sets = new RareSetList(threshold, length)
  yield* inBlocks(length, textsAStep, (from, to) => {
    for (let i = from; i < to; i++) sets.add(reader.read(places, i).length / 2, many => reader.rarest(many))
  })
  return sets.finish()
}

export function* textsAmong(thread: Thread, { places, shingle, bits }: AmongTask): Steps<SomeMemberLists> {
  const reader = new ShingleReader(thread, shingle)
  const { length } = places.source
  const lists = new MemberListParts(length)
  yield* inBlocks(length, textsAStep, (from, to) => {
    for (let i = from; i < to; i++) lists.add(membersAmong(bits, reader.read(places, i)))
  })
  return lists.finish()
}
