/**
 * Online restaurants: texts match if they share an n-gram, or a value of the signature, and few words differ.
 *
 *     (first word, n-gram │ value of the signature) ─▶ a posting each;  normal form ─▶ one more
 *
 * Two texts are measured if they share a term and, with `sameFirstWord`, the first word, which is part of the posting.
 * There is no ranking, hence neither a limit of rows nor an early cut. Texts of equal normal forms are found with any
 * terms.
 *
 * Without stored texts, the index keeps their words as numbers: place << 44 | 44 bits of the word's hash, ascending.
 *
 * Error: postings have 32 bits, so two texts may seem to share a term; their distance is measured anyway.
 */

import { scalaStringHash } from '../../ground/hash/scala-string-hash.ts'
import { countShared } from '../../ground/lists/shared-values.ts'
import { wordEditDistance } from '../../texts/similarity/word-edit-distance.ts'
import type { TextWorkspace } from '../../texts/workspace/text-workspace.ts'
import type { Compared, Measured, OnlineMethod } from '../contract/online-method.ts'
import { areEqualTokens, posting, type Sketch, textHashes } from '../contract/sketch.ts'
import type { ResolvedRestaurantOptions } from './params.ts'
import { ngramHashes, signatureMasks, signaturesOf } from './restaurant-signature.ts'
import { normalizeRestaurant, splitNormal, wordNgrams } from './restaurant-text.ts'

/** The place of the posting for the normal form. */
const ofNormalForm = 1000
const wordBits = 44n
const wordMask = (1n << wordBits) - 1n

export class OnlineRestaurants implements OnlineMethod {
  readonly measure = 'word-edit-distance'
  readonly isDistance = true
  readonly isDecidedBySketch = false
  readonly #space: TextWorkspace
  readonly #options: ResolvedRestaurantOptions
  readonly #masks: Int32Array

  constructor(space: TextWorkspace, options: ResolvedRestaurantOptions) {
    this.#space = space
    this.#options = options
    this.#masks = signatureMasks(options.signatures, options.seed)
  }

  sketches(texts: readonly string[]): Sketch[] {
    return texts.map(text => {
      const normal = normalizeRestaurant(text)
      const hashes = textHashes(this.#space, text, normal)
      const first = this.#options.sameFirstWord ? scalaStringHash(splitNormal(normal)[0] ?? '', 0) : 0
      const terms = this.#terms(text)
      const postings = new Uint32Array(terms.length + 1)
      for (let i = 0; i < terms.length; i++) postings[i] = posting(terms[i], first)
      postings[terms.length] = posting(hashes[4], ofNormalForm)
      return { hashes, postings: postings.sort() }
    })
  }

  /** The words in order. */
  shingles(text: string): BigUint64Array {
    const words = splitNormal(normalizeRestaurant(text))
    return BigUint64Array.from(words, (word, place) => (BigInt(place) << wordBits) | wordKey(word))
  }

  /** Distance 0 for equal normal forms. */
  same(a: Sketch, b: Sketch): Measured | undefined {
    return areEqualTokens(a, b) ? { similarity: 0 } : undefined
  }

  measured(query: Compared, others: readonly Compared[]): readonly (Measured | undefined)[] {
    if (others.length === 0) return []
    const { maxDistance } = this.#options
    const isKept = query.text !== undefined && others.every(({ text }) => text !== undefined)
    const words = isKept ? wordsOf(query) : this.#keysOf(query)
    return others.map(other => {
      const same = this.same(query.sketch, other.sketch)
      if (same !== undefined) return same
      // A store may return documents that share nothing; the matches must not depend on it.
      if (countShared(query.sketch.postings, other.sketch.postings) === 0) return undefined
      const otherWords = isKept ? wordsOf(other) : this.#keysOf(other)
      const similarity = wordEditDistance(words, otherWords, maxDistance)
      return similarity <= maxDistance ? { similarity } : undefined
    })
  }

  #terms(text: string): Int32Array {
    const { by, size, hashSeed } = this.#options
    const ngrams = wordNgrams(text, size)
    return by === 'minhash'
      ? signaturesOf(ngrams, this.#masks, this.#options)
      : ngramHashes(ngrams, hashSeed)
  }

  /** The words as texts that are equal if their 44 bits are. */
  #keysOf({ text, shingles }: Compared): string[] {
    return Array.from(shingles ?? this.shingles(text ?? ''), key => String(key & wordMask))
  }
}

function wordsOf({ text }: Compared): string[] {
  return splitNormal(normalizeRestaurant(text ?? ''))
}

function wordKey(word: string): bigint {
  const [high, low] = [1, 2].map(seed => BigInt(scalaStringHash(word, seed) >>> 0))
  return ((high << 32n) | low) & wordMask
}
