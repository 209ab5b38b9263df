/**
 * Lucene's MinHash: replaces tokens by the tokens that `MinHashFilter` puts into an index.
 *
 * Each token has a 128-bit hash (h1, h2): MurmurHash3 x64_128, seed 0, of its UTF-16 units, low byte first.
 * For hash function i of `hashCount`, with (i1, i2) the same hash of i as four bytes, high byte first,
 *
 *     v1 = h1 * 37 + i1,   v2 = h2 * 37 + i2        modulo 2^64, ordered by v2, then v1     (1)
 *     bucket = floor(upper half of v2 / ceil(2^32 / bucketCount))                          (2)
 *
 * and every bucket keeps its `hashSetSize` smallest. If that is one, `withRotation` gives an empty bucket the value of
 * the next filled one, upward and around the end.
 *
 * The set of a bucket is not exactly the smallest values: if it is full, a value below its largest first drops the
 * largest and is then added, even if it was there already. So a repeated token can shrink the set, and order and
 * repetition of tokens matter if `hashSetSize` is above 1. This is kept, because indexes contain such sets.
 *
 * Source: observed on Apache Lucene 8.11.4 and 9.12.3, which agree.
 * Ours: all buckets in one array that doubles as they fill. A value is four 32-bit words, highest first.
 * Cost: O(tokens * hashCount) and 16 bytes a kept value.
 */
import { hexOfWords } from '../../ground/hash/hex.ts'
import { foldHash128, murmur3Hash128 } from '../../ground/hash/murmur3.ts'
import { checkArgument, checkTexts } from '../../ground/options/arguments.ts'
import { LuceneBuckets } from './lucene-buckets.ts'
import { checkMinHashParams, type LuceneMinHashParams, type ResolvedMinHashParams } from './params.ts'

/**
 * The output tokens, by hash function, bucket and value; none for no tokens.
 *
 * @param tokens in order, with repetitions: both can matter
 * @param params missing ones have their defaults
 * @returns shape [4 * n]: the eight units of each token, two to a word. With one hash function they are v2
 *   and v1, else the number of the function, v2 and the upper half of v1.
 * @throws NearsameError OPTION_VALUE unless counts are whole numbers above 0, and for too many buckets;
 *   TEXT_NOT_STRING
 * @example minHashTokenHex(luceneMinHash(['abc'], { bucketCount: 1 })) // => ['9bfa010f70eb8d2891114dbb5f2db88b']
 * @example luceneMinHash(['abc']).length // => 4 * 512
 */
export function luceneMinHash(tokens: readonly string[], params: LuceneMinHashParams = {}): Uint32Array {
  checkTexts('tokens', tokens)
  const checked = checkMinHashParams(params)
  const { hashCount, bucketCount, hashSetSize } = checked
  const sets = new LuceneBuckets(hashCount * bucketCount, hashSetSize)
  const functions = Array.from({ length: hashCount }, (_, i) =>
    murmur3Hash128(Uint8Array.of(i >>> 24, i >>> 16, i >>> 8, i)),
  )
  const unitsOfBucket = Math.ceil(2 ** 32 / bucketCount)
  const hash = new Uint32Array(4)
  const value = new Uint32Array(4)
  let bytes = new Uint8Array(256)
  for (const token of tokens) {
    if (bytes.length < 2 * token.length) bytes = new Uint8Array(4 * token.length)
    foldHash128(bytes, 0, writeUnits(token, bytes), hash.fill(0))
    for (let i = 0; i < hashCount; i++) {
      combine(hash, functions[i], value)
      sets.insert(i * bucketCount + Math.floor(value[0] / unitsOfBucket), value)
    }
  }
  return collect(sets, checked)
}

/** Writes UTF-16, low byte first, with U+FFFD for a lone surrogate; returns the end. */
function writeUnits(token: string, bytes: Uint8Array): number {
  const text = token.toWellFormed()
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    bytes[2 * i] = unit
    bytes[2 * i + 1] = unit >>> 8
  }
  return 2 * text.length
}

/** Equation (1): from words lowest first to a value, highest first. */
function combine(hash: Uint32Array, of: Uint32Array, value: Uint32Array): void {
  for (let half = 0; half < 4; half += 2) {
    const low = hash[half] * 37 + of[half]
    const high = hash[half + 1] * 37 + of[half + 1] + Math.floor(low / 2 ** 32)
    // v1 comes from h1 and follows v2. The array reduces both modulo 2^32.
    value[3 - half] = low
    value[2 - half] = high
  }
}

/** The values as tokens, bucket by bucket. */
function collect(sets: LuceneBuckets, params: ResolvedMinHashParams): Uint32Array {
  const { hashCount, bucketCount } = params
  const isRotated = params.withRotation && params.hashSetSize === 1
  const sources = Uint32Array.from({ length: hashCount * bucketCount }, (_, bucket) => bucket)
  if (isRotated) {
    for (let i = 0; i < hashCount; i++)
      rotate(sets, sources.subarray(i * bucketCount, (i + 1) * bucketCount))
  }
  const values = sets.valuesOf(sources)
  if (hashCount === 1) return values
  let at = 0
  sources.forEach((source, bucket) => {
    const end = at + 4 * sets.sizeOf(source)
    for (; at < end; at += 4) {
      values.copyWithin(at + 1, at, at + 3)
      values[at] = Math.floor(bucket / bucketCount)
    }
  })
  return values
}

/** Replaces every empty bucket of a hash function by the next filled one, from the last round to the first. */
function rotate(sets: LuceneBuckets, buckets: Uint32Array): void {
  let next = buckets.find(bucket => sets.sizeOf(bucket) > 0)
  if (next === undefined) return
  for (let b = buckets.length - 1; b >= 0; b--) {
    if (sets.sizeOf(buckets[b]) > 0) next = buckets[b]
    buckets[b] = next
  }
}

function checkWords(words: Uint32Array): void {
  const areWords = words instanceof Uint32Array && words.length % 4 === 0
  checkArgument(areWords, 'words', words, 'what `luceneMinHash` gives')
}

/**
 * The tokens as 32 hexadecimal digits each, four for a UTF-16 unit.
 *
 * @param words as `luceneMinHash` gives them
 * @throws NearsameError OPTION_VALUE
 */
export function minHashTokenHex(words: Uint32Array): string[] {
  checkWords(words)
  const hex = hexOfWords(words)
  return Array.from({ length: words.length / 4 }, (_, i) => hex.slice(32 * i, 32 * i + 32))
}

/**
 * The tokens as text: arbitrary units, including lone surrogates.
 *
 * @throws NearsameError OPTION_VALUE
 * @example minHashTokens(Uint32Array.of(0x410042, 0x430044, 0xd8000045, 0x460047)) // => ['ABCD\ud800EFG']
 */
export function minHashTokens(words: Uint32Array): string[] {
  checkWords(words)
  return Array.from({ length: words.length / 4 }, (_, i) => {
    const token = words.subarray(4 * i, 4 * i + 4)
    return String.fromCharCode(...[...token].flatMap(word => [word >>> 16, word & 0xffff]))
  })
}

/**
 * The terms as an index holds them: UTF-8, with U+FFFD for a lone surrogate. So a term has slightly less information
 * than the hash: different values can have one term.
 *
 * @throws NearsameError OPTION_VALUE
 * @example minHashTermBytes(Uint32Array.of(0, 0, 0, 0xd800)) // => [new Uint8Array([0, 0, 0, 0, 0, 0, 0, 239, 191, 189])]
 */
export function minHashTermBytes(words: Uint32Array): Uint8Array[] {
  const encoder = new TextEncoder()
  return minHashTokens(words).map(token => encoder.encode(token))
}
