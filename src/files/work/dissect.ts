/** Dissection: everything that `explain` shows about one text. Uses the kernel memory of the calling thread. */

import type { ComparedText } from '../../engine/explain/comparison.ts'
import { comparedWords, textParts } from '../../engine/explain/text-parts.ts'
import { decodeText } from '../../texts/text/text-bytes.ts'
import { type RecordPlace, readText } from './thread/record-reader.ts'
import type { Thread } from './thread/thread.ts'

export interface Dissection extends ComparedText {
  /** The raw decoded text. */
  readonly bytes: Uint8Array
  readonly text: string
}

export function dissect(thread: Thread, place: RecordPlace, bands: number, rows: number): Dissection {
  const { space, sets } = thread
  const at = sets.free
  const { from, to } = readText(thread, place, at)
  const bytes = space.bytes.slice(from, to)
  const text = decodeText(bytes)
  const words = comparedWords(space, text, at)
  const canonical = space.canonicalise(bytes, at)
  const count = space.cutText(bytes, at)
  return { bytes, text, words, ...textParts(space, canonical, { at, count }, { bands, rows }) }
}
