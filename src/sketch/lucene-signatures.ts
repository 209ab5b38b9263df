/**
 * Lucene's signatures of a text: what its analysis chains make of it, for deciding by equality.
 *
 *     min hash     text ─▶ words ─▶ shingles ─▶ MinHashFilter ─▶ its tokens
 *     fingerprint  text ─▶ words ─▶ FingerprintFilter ─▶ its token
 *
 * Words are what white space separates, as they are written: no case is folded, no punctuation dropped. Lucene itself
 * compares no signatures, it looks for common tokens; two texts with equal ones are those that no query can tell apart.
 *
 * Source: the filters as observed on Apache Lucene 9.12.3. Ours: the chains.
 */
import { type LuceneFingerprintParams, luceneFingerprint } from './lucene-fingerprint.ts'
import { type LuceneMinHashParams, luceneMinHash, minHashTokenHex } from './lucene-min-hash.ts'
import { luceneShingles } from './lucene-shingles.ts'
import { whitespaceTokens } from './lucene-tokens.ts'

/** Parameters of the min hash of a text. */
export interface LuceneTextMinHashParams extends LuceneMinHashParams {
  /** Words of a shingle; 5 when missing. 1 is the words themselves. */
  readonly shingle: number
}

/**
 * The tokens of the min hash of a text, each as 32 hexadecimal digits; none for a text without a word. A text of
 * fewer words than a shingle has its words instead.
 *
 * @param params what is missing has its default
 * @throws NearsameError OPTION_VALUE when a count is no whole number above 0, or there are too many buckets
 * @example luceneMinHashSignature('abc', { bucketCount: 1 }) // => ['9bfa010f70eb8d2891114dbb5f2db88b']
 * @example luceneMinHashSignature(' ') // => []
 */
export function luceneMinHashSignature(
  text: string,
  params: Partial<LuceneTextMinHashParams> = {},
): string[] {
  const { shingle = 5, ...rest } = params
  const words = whitespaceTokens(text)
  const shingles = shingle === 1 ? words : luceneShingles(words, shinglesOf(shingle))
  return minHashTokenHex(luceneMinHash(shingles.texts, rest))
}

function shinglesOf(size: number) {
  return { min: size, max: size, outputUnigrams: false, outputUnigramsIfNoShingles: true }
}

/**
 * The fingerprint of a text; none for a text without a word, or with too many.
 *
 * @param params what is missing has its default
 * @throws NearsameError OPTION_VALUE when the size is no whole number or the separator not one unit
 * @example luceneFingerprintSignature('to be or not to be') // => 'be not or to'
 */
export function luceneFingerprintSignature(
  text: string,
  params: Partial<LuceneFingerprintParams> = {},
): string | undefined {
  return luceneFingerprint(whitespaceTokens(text).texts, params)
}
