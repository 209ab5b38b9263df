/**
 * Signature of a text by Lucene's MinHash (`lucene/lucene-min-hash.ts`), where a bucket keeps one value:
 *
 *     tokens between white space ─▶ runs of them ─▶ a value (v2, v1) per function ─▶ the least of every bucket ─▶ hash
 *
 * A value belongs to one bucket only, so two texts have equal buckets exactly if they have equal MinHash tokens,
 * rotated or not. With several hash functions those tokens omit the lower half of v1, and so do the buckets.
 *
 * Source: Apache Lucene 9.12, `WhitespaceTokenizer`, `ShingleFilter`, `MinHashFilter`.
 * Ours: the hash of all buckets. Error: two different lists of buckets share one with probability 2^-128 by chance.
 */
import { murmur3Hash128 } from '../../../../ground/hash/murmur3.ts'
import { isJavaWhitespace } from '../../../java/characters.ts'

export interface LuceneBucketRule {
  /** Tokens in a run, at least 1; a shorter text is one run of all its tokens. */
  readonly shingleSize: number
  /** Both at least 1. */
  readonly hashCount: number
  readonly bucketCount: number
}

const mostUnits = 255
const wordMask = 2n ** 64n - 1n
/** The value of an empty bucket. */
const empty = wordMask

/** The 16 bytes of the signature; none for a text without tokens. */
export function luceneSignature(text: string, rule: LuceneBucketRule): Uint8Array {
  const tokens = tokensOf(text.toWellFormed())
  if (tokens.length === 0) return new Uint8Array(0)
  const size = tokens.length < rule.shingleSize ? 1 : rule.shingleSize
  const shingles = tokens.slice(size - 1).map((_, i) => tokens.slice(i, i + size).join(' '))
  const buckets = new Uint8Array(bucketsOf(shingles, rule).buffer)
  return new Uint8Array(murmur3Hash128(buckets).buffer)
}

/** [2 * buckets] v2 and v1 of every bucket, function by function. */
function bucketsOf(shingles: readonly string[], { hashCount, bucketCount }: LuceneBucketRule) {
  const buckets = new BigUint64Array(2 * hashCount * bucketCount).fill(empty)
  const functions = Array.from({ length: hashCount }, (_, i) =>
    wordsOf(Uint8Array.of(i >>> 24, i >>> 16, i >>> 8, i)),
  )
  const width = Math.ceil(2 ** 32 / bucketCount)
  for (const shingle of shingles) {
    const [h1, h2] = wordsOf(unitsOf(shingle))
    functions.forEach(([i1, i2], i) => {
      const v1 = (h1 * 37n + i1) & wordMask
      const v2 = (h2 * 37n + i2) & wordMask
      const at = 2 * (i * bucketCount + Math.floor(Number(v2 >> 32n) / width))
      const isLess = v2 < buckets[at] || (v2 === buckets[at] && v1 < buckets[at + 1])
      if (isLess) buckets.set([v2, v1], at)
    })
  }
  if (hashCount > 1) for (let at = 1; at < buckets.length; at += 2) buckets[at] &= wordMask << 32n
  return buckets
}

function wordsOf(bytes: Uint8Array): BigUint64Array {
  return new BigUint64Array(murmur3Hash128(bytes).buffer)
}

/** UTF-16, low byte first. */
function unitsOf(text: string): Uint8Array {
  return Uint8Array.from({ length: 2 * text.length }, (_, i) => text.charCodeAt(i >> 1) >> (8 * (i & 1)))
}

/** Runs of non-blanks, cut at 255 units, but not inside a surrogate pair. */
function tokensOf(text: string): string[] {
  const tokens: string[] = []
  let token = ''
  const end = (): void => {
    if (token !== '') tokens.push(token)
    token = ''
  }
  for (const character of text) {
    if (isJavaWhitespace(character.charCodeAt(0))) {
      end()
      continue
    }
    token += character
    if (token.length >= mostUnits) end()
  }
  end()
  return tokens
}
