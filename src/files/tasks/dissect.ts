/** Dissection: everything that `explain` shows of one record's text. Uses the kernel memory of the calling thread. */

import type { TextParts } from '../../engine/explain/comparison.ts'
import { namedShingles } from '../../engine/explain/named-shingles.ts'
import { wordsIn } from '../../engine/explain/words.ts'
import { align64 } from '../../texts/kernels/layout/memory-layout.ts'
import { scratchBytes } from '../../texts/kernels/layout/plan-layout.ts'
import { sequenceOf } from '../../texts/text/canonical-text.ts'
import { decodeText, encodeText } from '../../texts/text/text-bytes.ts'
import { type RecordPlace, readText } from '../thread/record-reader.ts'
import type { Thread } from '../thread/thread.ts'

export interface Dissection extends TextParts {
  /** The raw decoded text. */
  readonly bytes: Uint8Array
  readonly text: string
}

export function dissect(thread: Thread, place: RecordPlace, bands: number, rows: number): Dissection {
  const range = readText(thread, place, thread.sets.free)
  const bytes = thread.space.bytes.slice(range.from, range.to)
  const text = decodeText(bytes)
  const words = wordsIn(text)
  return {
    bytes,
    text,
    words: { words, keys: canonicalWords(thread, words) },
    ...new Cut(thread, bytes).parts(bands, rows),
  }
}

/** The canonical form of each word. */
function canonicalWords({ space, sets }: Thread, words: readonly string[]): string[] {
  const known = new Map<string, string>()
  return words.map(word => {
    const before = known.get(word)
    if (before !== undefined) return before
    const bytes = encodeText(word)
    const from = sets.free
    const out = align64(from + bytes.length + 64)
    space.reserve(out + 4 * bytes.length + 128)
    space.bytes.set(bytes, from)
    const end = space.kernels.canonicalise(from, from + bytes.length, out)
    const canonical = decodeText(space.bytes.slice(out, end))
    known.set(word, canonical)
    return canonical
  })
}

/** A text step by step: canonical text, tokens, shingles, signature, one behind the other in kernel memory. */
class Cut {
  readonly #thread: Thread
  readonly #from: number
  readonly #to: number
  readonly #canonicalAt: number
  readonly #canonicalEnd: number
  readonly #free: number

  constructor(thread: Thread, bytes: Uint8Array) {
    const { sets, space } = thread
    this.#thread = thread
    this.#from = sets.free
    this.#to = this.#from + bytes.length
    this.#canonicalAt = align64(this.#to + 64)
    space.reserve(this.#canonicalAt + 4 * bytes.length + 128)
    space.bytes.set(bytes, this.#from)
    this.#canonicalEnd = space.kernels.canonicalise(this.#from, this.#to, this.#canonicalAt)
    this.#free = align64(this.#canonicalEnd + 64)
  }

  parts(bands: number, rows: number): Omit<TextParts, 'words'> {
    const { space } = this.#thread
    const canonical = space.bytes.slice(this.#canonicalAt, this.#canonicalEnd)
    const sequence = sequenceOf(canonical, space.plan.unit)
    const hashes = this.#shingles()
    const { signature, bandKeys } = this.#signature(hashes.length, bands, rows)
    return {
      sequence,
      shingles: namedShingles(space, canonical, hashes, this.#free),
      signature,
      bandKeys,
    }
  }

  /** All shingles; they stay at `#free`. */
  #shingles(): BigUint64Array {
    const { kernels, plan, planAt } = this.#thread.space
    const size = this.#to - this.#from
    const scratch = align64(this.#free + 8 * (size + 1) + 64)
    this.#thread.space.reserve(scratch + scratchBytes(size, plan))
    return this.#hashes(kernels.shinglesOf(this.#from, this.#to, planAt, scratch, this.#free))
  }

  #signature(count: number, bands: number, rows: number): Pick<Dissection, 'signature' | 'bandKeys'> {
    if (count === 0) return { signature: undefined, bandKeys: undefined }
    const { space } = this.#thread
    const { seed, signatureLength } = space.plan
    const values = align64(this.#free + 8 * count)
    const keys = align64(values + 4 * signatureLength + 64)
    space.reserve(keys + 4 * bands + 64)
    space.kernels.signature(this.#free, count, signatureLength, seed, values)
    space.kernels.bandKeys(values, bands, rows, keys)
    const words = (at: number, length: number) => space.words.slice(at / 4, at / 4 + length)
    return { signature: words(values, signatureLength), bandKeys: words(keys, bands) }
  }

  /** A copy of the hashes at `#free`. */
  #hashes(count: number): BigUint64Array {
    return new BigUint64Array(
      this.#thread.space.kernels.memory.buffer.slice(this.#free, this.#free + 8 * count),
    )
  }
}
