/** Probing: reads texts again and compares them with all probes. Runs in any thread. */

import {
  ProbeCounter,
  type ProbeIndex,
  type ProbeRule,
  placedKeys,
} from '../../engine/tune/probe-counts.ts'
import type { Steps } from '../../ground/breath/steps.ts'
import type { Shingle } from '../../ground/options/shingle-option.ts'
import type { KeyShape } from '../../texts/workspace/workspace.ts'
import type { Places } from './thread/record-reader.ts'
import { ShingleReader } from './thread/shingle-reader.ts'
import type { Thread } from './thread/thread.ts'

export interface ProbeTask {
  readonly kind: 'probe'
  readonly places: Places
  /** Document numbers. */
  readonly documents: Int32Array
  /** Their keys, or the shape of keys to compute. */
  readonly keys: Uint32Array | KeyShape
  readonly shingle: Shingle
  readonly index: ProbeIndex
  readonly rule: ProbeRule
}

/** The counts of `ProbeCounter`, as one array. */
export function* probeTexts(thread: Thread, task: ProbeTask): Steps<Float64Array> {
  const { places, documents, keys, index, rule } = task
  const reader = new ShingleReader(thread, task.shingle)
  const counter = new ProbeCounter(index, rule)
  const keyCount = keys instanceof Uint32Array ? keys.length / documents.length : keys.bands
  yield* reader.each(places, (read, i) => {
    let set = read
    let own: Uint32Array
    if (keys instanceof Uint32Array) own = keys.subarray(i * keyCount, (i + 1) * keyCount)
    else {
      const { buffer, byteOffset, length } = read
      own = reader.keys(keys)
      // The memory may have grown.
      if (thread.space.bytes.buffer !== buffer)
        set = new Uint32Array(thread.space.bytes.buffer, byteOffset, length)
    }
    counter.add(documents[i], set, set.length / 2, placedKeys(own, keyCount))
  })
  return counter.counts.all
}
