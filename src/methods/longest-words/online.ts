/**
 * Online words: a posting for each of the longest words of a text; the similarity is the share of common words.
 *
 *     words ─▶ CRC-32 ─▶ postings;   fewer words than `minIntersections`: postings from the hash of the text
 *
 * Postings alone give the common words of a pair, so the index stores neither texts nor a substitute. A text with fewer
 * words than a pair must share matches only equal texts, and gets enough postings to be their candidate.
 *
 * Cost: 4 bytes a word; a check reads the lists of the asked words.
 */

import { countShared } from '../../ground/lists/shared-values.ts'
import type { TextWorkspace } from '../../texts/workspace/text-workspace.ts'
import type { Compared, Measured, OnlineMethod, OnlinePlace } from '../contract/online-method.ts'
import { areEqualTexts, ofText, posting, type Sketch, textHashes } from '../contract/sketch.ts'
import { wordSketch } from './longest-words.ts'
import type { SharedWordsOptions } from './params.ts'
import { requiredShared, sharedWordsSimilarity } from './shared-words.ts'

export class OnlineWords implements OnlineMethod {
  readonly measure = 'shared-words'
  readonly isDistance = false
  readonly isDecidedBySketch = true
  readonly #space: TextWorkspace
  readonly #options: SharedWordsOptions

  constructor({ space, params }: Pick<OnlinePlace<SharedWordsOptions>, 'space' | 'params'>) {
    this.#space = space
    this.#options = params
  }

  sketches(texts: readonly string[]): Sketch[] {
    return texts.map(text => {
      const words = wordSketch(text, this.#options).hashes
      const isShort = words.length < this.#options.minIntersections
      const postings = isShort ? undefined : Uint32Array.from(words, word => posting(word, 0)).sort()
      const hashes = textHashes(this.#space, text, postings && new Uint8Array(postings.buffer))
      return { hashes, postings: postings ?? this.#postingsOf(hashes[0]) }
    })
  }

  shingles(): BigUint64Array {
    return new BigUint64Array(0)
  }

  same(a: Sketch, b: Sketch): Measured | undefined {
    return areEqualTexts(a, b) ? { similarity: 100 } : undefined
  }

  measured({ sketch }: Compared, others: readonly Compared[]): readonly (Measured | undefined)[] {
    const isShort = isOfText(sketch)
    return others.map(other => {
      const same = this.same(sketch, other.sketch)
      if (same !== undefined || isShort || isOfText(other.sketch)) return same
      const [a, b] = [sketch.postings, other.sketch.postings]
      const shared = countShared(a, b)
      const shorter = Math.min(a.length, b.length)
      if (shared < requiredShared(shorter, this.#options)) return undefined
      return { similarity: sharedWordsSimilarity(shared, shorter) }
    })
  }

  /** Enough distinct postings to make a candidate. */
  #postingsOf(hash: number): Uint32Array {
    return Uint32Array.from({ length: this.#options.minIntersections }, (_, i) => posting(hash, ofText + i))
  }
}

/** Whether the postings come from the text instead of its words. */
function isOfText({ hashes }: Sketch): boolean {
  return (hashes[4] | hashes[5] | hashes[6] | hashes[7]) === 0
}
