/** Rows of MurmurHash3, Lucene's filters and Solr's `{!min_hash}`. */
import { isNearsameError } from '../../../src/ground/errors/nearsame-error.ts'
import { hexOf } from '../../../src/ground/hash/hex.ts'
import {
  codecHash32,
  codecHash128,
  murmur3Hash32,
  murmur3Hash128,
  murmur3Hex128,
} from '../../../src/ground/hash/murmur3.ts'
import { isJavaException } from '../../../src/methods/java/java-exception.ts'
import { luceneFingerprint } from '../../../src/methods/lucene/lucene-fingerprint.ts'
import {
  luceneMinHash,
  minHashTermBytes,
  minHashTokenHex,
  minHashTokens,
} from '../../../src/methods/lucene/lucene-min-hash.ts'
import { type LuceneShingleParams, luceneShingles } from '../../../src/methods/lucene/lucene-shingles.ts'
import { type LuceneTokens, whitespaceTokens } from '../../../src/methods/lucene/lucene-tokens.ts'
import type { LuceneFingerprintParams, LuceneMinHashParams } from '../../../src/methods/lucene/params.ts'
import {
  type MinHashLocalParams,
  parseMinHashQuery,
} from '../../../src/solr/min-hash-query/min-hash-query.ts'
import { toLowerCase as lowerUnit } from '../../../src/texts/java/characters.ts'
import type { Comparators, Comparison } from '../formats.ts'

interface Murmur32Row {
  readonly bytes: string
  readonly seed: number
  readonly hash: number
  readonly codecDeprecatedHash32: string
}

function compareMurmur32(row: Murmur32Row): Comparison {
  const bytes = bytesOf(row.bytes)
  return {
    expected: [row.hash, Number.parseInt(row.codecDeprecatedHash32, 16)],
    got: [murmur3Hash32(bytes, row.seed), codecHash32(bytes, row.seed)],
  }
}

interface Murmur128Row {
  readonly bytes: string
  readonly seed: number
  readonly h1: string
  readonly h2: string
  readonly codecDeprecatedHash128: string
}

function compareMurmur128(row: Murmur128Row): Comparison {
  const bytes = bytesOf(row.bytes)
  return {
    expected: [row.h1 + row.h2, row.codecDeprecatedHash128],
    got: [murmur3Hash128(bytes, row.seed), codecHash128(bytes, row.seed)].map(murmur3Hex128),
  }
}

interface MinHashRow {
  readonly params: LuceneMinHashParams
  readonly input: readonly string[]
  readonly tokens?: readonly string[]
  readonly termBytes?: readonly string[]
  readonly posInc0?: number | null
  readonly error?: string
}

function compareMinHash({ params, input, tokens, termBytes, posInc0, error }: MinHashRow): Comparison {
  const expected = error ?? { tokens, termBytes, posInc0 }
  try {
    const words = luceneMinHash(input, params)
    const terms = minHashTermBytes(words).map(hexOf)
    // The first token has position increment 1, the others 0.
    const got = { tokens: minHashTokenHex(words), termBytes: terms, posInc0: terms.length > 0 ? 1 : null }
    return { expected, got }
  } catch (thrown) {
    if (isNearsameError(thrown) && isJavaException(thrown.cause))
      return { expected, got: thrown.cause.message }
    throw thrown
  }
}

interface ShingleRow {
  readonly text: string
  readonly tokenizer: 'whitespace' | 'standard'
  readonly shingle: Required<LuceneShingleParams>
  readonly shinglesUtf16: readonly string[]
  readonly shinglePosInc: readonly number[]
  readonly minhash: LuceneMinHashParams
  readonly tokens: readonly string[]
  readonly offsets: string | null
}

function compareShingles(row: ShingleRow): Comparison {
  const words = row.tokenizer === 'whitespace' ? whitespaceTokens(row.text) : wordsInShingles(row)
  const shingles = luceneShingles(words, row.shingle)
  const { shinglesUtf16, shinglePosInc, tokens, offsets } = row
  return {
    expected: { shinglesUtf16, shinglePosInc, tokens, offsets },
    got: {
      shinglesUtf16: shingles.texts.map(hexOfUnits),
      shinglePosInc: shingles.increments,
      tokens: minHashTokenHex(luceneMinHash(shingles.texts, row.minhash)),
      offsets: shingles.ends.length > 0 ? `0-${shingles.ends.at(-1)}` : null,
    },
  }
}

/**
 * The words of a row whose tokenizer we do not have, read from its shingles: the first word of each position, and all
 * words at the last position. They contain no separator, and are in lower case.
 */
function wordsInShingles({ text, shingle, shinglesUtf16, shinglePosInc }: ShingleRow): LuceneTokens {
  const shingles = shinglesUtf16.map(hex => unitsOf(hex).split(shingle.separator))
  const words = shingles.filter((_, i) => shinglePosInc[i] === 1).map(([first]) => first)
  words.push(...(shingles.at(-1)?.slice(1) ?? []))
  const lowerText = Array.from(text, toLowerCase).join('')
  const starts: number[] = []
  const ends: number[] = []
  for (const word of words) {
    const start = lowerText.indexOf(word, ends.at(-1) ?? 0)
    starts.push(start)
    ends.push(start + word.length)
  }
  return { texts: words, increments: words.map(() => 1), starts, ends }
}

/** One character for one, as in Java. */
function toLowerCase(character: string): string {
  return character.length > 1
    ? character.toLowerCase()
    : String.fromCharCode(lowerUnit(character.charCodeAt(0)))
}

interface FingerprintRow {
  readonly params: LuceneFingerprintParams
  readonly input: readonly string[]
  readonly tokens: readonly string[]
}

function compareFingerprint({ params, input, tokens }: FingerprintRow): Comparison {
  const fingerprint = luceneFingerprint(input, params)
  return { expected: tokens, got: fingerprint === undefined ? [] : [hexOfUnits(fingerprint)] }
}

interface QueryRow {
  readonly q: string
  readonly localParams: MinHashLocalParams
  readonly query?: object
  readonly error?: { readonly class: string; readonly message: string }
}

/** Separators that Solr accepts and `parseMinHashQuery` refuses: neither characters nor classes. */
const refusedSeparators = ['|', '.', '\\s+', '(', '$']

function compareQuery({ q, localParams, query, error }: QueryRow): Comparison {
  const isRefused = refusedSeparators.includes(localParams.sep ?? '')
  const expected = isRefused ? 'OPTION_VALUE' : (query ?? error)
  try {
    const { field, minShouldMatch, should } = parseMinHashQuery(q, localParams, { analyse })
    // The row contains the field only in its clauses.
    return { expected, got: { field: should.length > 0 ? field : null, minShouldMatch, should } }
  } catch (thrown) {
    if (isNearsameError(thrown)) return { expected, got: thrown.code }
    if (!isJavaException(thrown)) throw thrown
    return { expected, got: { class: thrown.className, message: thrown.message } }
  }
}

/** The index analyser of the rows: shingles of three words, or the words, in 64 buckets. */
function analyse(text: string): string[] {
  const params = { min: 3, max: 3, outputUnigrams: false, outputUnigramsIfNoShingles: true }
  const shingles = luceneShingles(whitespaceTokens(text), params)
  return minHashTokens(luceneMinHash(shingles.texts, { bucketCount: 64 }))
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  )
}

function unitsOf(hex: string): string {
  const units = (hex.match(/.{4}/g) ?? []).map(digits => Number.parseInt(digits, 16))
  return String.fromCharCode(...units)
}

function hexOfUnits(text: string): string {
  return Array.from({ length: text.length }, (_, i) =>
    text.charCodeAt(i).toString(16).padStart(4, '0'),
  ).join('')
}

export const rows: Comparators = {
  'murmur3-32': compareMurmur32,
  'murmur3-128': compareMurmur128,
  'lucene-minhash': compareMinHash,
  'lucene-shingle-minhash': compareShingles,
  'lucene-fingerprint': compareFingerprint,
  'minhash-query': compareQuery,
}
