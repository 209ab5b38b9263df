/**
 * Rows of the restaurant search: the normal form of each text and its MD5. Words and terms are recomputed on demand, so
 * a long list does not fill memory.
 */
import { mapInSteps, type Steps } from '../../ground/breath/steps.ts'
import { md5Hex } from '../../ground/hash/md5.ts'
import { encodeUtf8 } from '../../texts/java/encodings.ts'
import type { RestaurantDocument, SearchedField } from '../contract/row-index.ts'
import type { ResolvedSignatureOptions } from './params.ts'
import { signatureMasks, signaturesOf } from './restaurant-signature.ts'
import { normalizeRestaurant, splitNormal, wordNgrams } from './restaurant-text.ts'

/** The rows of some texts, ready to be searched. */
export function* restaurantRows(
  texts: readonly string[],
  options: ResolvedSignatureOptions,
): Steps<RestaurantRows> {
  const contents = yield* mapInSteps(texts, normalizeRestaurant)
  const hashes = yield* mapInSteps(contents, content => md5Hex(encodeUtf8(content)))
  return new RestaurantRows(contents, hashes, options)
}

export class RestaurantRows {
  /** Normal forms. */
  readonly contents: readonly string[]
  /** MD5 of the normal forms, 32 hexadecimal digits. */
  readonly hashes: readonly string[]
  readonly #options: ResolvedSignatureOptions
  readonly #masks: Int32Array

  /** @param contents normal forms; @param hashes MD5 of them */
  constructor(contents: readonly string[], hashes: readonly string[], options: ResolvedSignatureOptions) {
    this.contents = contents
    this.hashes = hashes
    this.#options = options
    this.#masks = signatureMasks(options.signatures, options.seed)
  }

  get count(): number {
    return this.contents.length
  }

  wordsOf(row: number): readonly string[] {
    return splitNormal(this.contents[row])
  }

  /** The first word; '' if there is none. */
  firstWordOf(row: number): string {
    return this.wordsOf(row)[0] ?? ''
  }

  /** The n-grams, or the values of the signature in decimal; repeats included. */
  termsOf(row: number, field: SearchedField): readonly string[] {
    const ngrams = wordNgrams(this.contents[row], this.#options.size)
    if (field === 'content_ng') return ngrams
    return Array.from(signaturesOf(ngrams, this.#masks, this.#options), String)
  }

  /** The row as a document for the index. */
  describe(row: number): RestaurantDocument {
    return {
      row,
      content: this.contents[row],
      md5: this.hashes[row],
      numWords: this.wordsOf(row).length,
      firstWord: this.firstWordOf(row),
      termsOf: field => this.termsOf(row, field),
    }
  }
}
