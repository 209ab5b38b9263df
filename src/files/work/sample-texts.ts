/**
 * Sampled texts: shingle sets as arrays, and the similarities of all pairs. Runs in any thread.
 */

import type { NumberSets } from '../../engine/tune/posting-table.ts'
import { similarityCounts } from '../../engine/tune/sample-pairs.ts'
import type { Steps } from '../../ground/breath/steps.ts'
import { WordList } from '../../ground/lists/growing-lists.ts'
import type { Shingle } from '../../ground/options/shingle-option.ts'
import type { KeyShape } from '../../texts/workspace/workspace.ts'
import type { Places } from './thread/record-reader.ts'
import { ShingleReader } from './thread/shingle-reader.ts'
import type { Thread } from './thread/thread.ts'

export interface SampleTask {
  readonly kind: 'sample'
  readonly places: Places
  readonly shingle: Shingle
  readonly measure: 'jaccard' | 'containment'
}

export interface SampledPairs {
  /** [binsInAll] histogram of each text's similarity to its nearest neighbour. */
  readonly nearest: Float64Array
  /** Mean number of shingles per text. */
  readonly perText: number
}

export function* comparePairs(
  thread: Thread,
  { places, shingle, measure }: SampleTask,
): Steps<SampledPairs> {
  const { sets } = yield* readSets(thread, places, shingle)
  const { nearest } = yield* similarityCounts(sets, measure)
  return { nearest, perText: sets.halves.length / 2 / Math.max(1, sets.ends.length) }
}

/** The shingle sets of all texts and, given a shape, their keys. */
export function* readSets(
  thread: Thread,
  places: Places,
  shingle: Shingle,
  shape?: KeyShape,
): Steps<{ sets: NumberSets; keys: Uint32Array }> {
  const count = places.source.length
  const reader = new ShingleReader(thread, shingle)
  const ends = new Uint32Array(count)
  const keys = new Uint32Array(count * (shape?.bands ?? 0))
  const halves = new WordList()
  yield* reader.each(places, (set, i) => {
    halves.append(set)
    ends[i] = halves.length / 2
    if (shape !== undefined) keys.set(reader.keys(shape), i * shape.bands)
  })
  return { sets: { halves: halves.taken(), ends }, keys }
}
