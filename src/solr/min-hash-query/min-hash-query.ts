/**
 * Solr's `{!min_hash}`: from a text, or a list of hashes, to the query for documents with similar hashes.
 *
 * The hashes are the tokens of the field's index analyser, or the parts of `q` between separators `sep`. With n
 * hashes, similarity `sim` = s and a wanted share `tp` of true positives below 1, they are cut into bands of r
 * hashes: r = n / b, rounded down, for the first b = 1 … n with
 *
 *     1 - (1 - s^r)^b > tp                                                                   (1)
 *
 * or 1 if there is none. A document is found if it has all hashes of a band; with r = 1 if it has one hash.
 *
 * Three surprises of Solr are kept:
 * - The defaults `sim` = 1 and `tp` = 1 set no minimum: one shared hash is a hit. A minimum, `sim` times the
 *   number of hashes rounded up, applies only when `tp` >= 1 and `sim` < 1.
 * - The last band is padded with hashes from the beginning, but in Java's debug format of a term, `[68 31]` for
 *   `h1`. Such a band finds nothing, unless an index has such terms.
 * - Equal hashes are not merged; 64 equal ones are 64 clauses, and each counts for the score.
 *
 * Source: observed on Apache Solr 9.10.1; Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", section
 * 3.4, for (1).
 * Cost: O(q) and O(hashes) for (1).
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { hexOf } from '../../ground/hash/hex.ts'
import {
  checkArgument,
  checkCount,
  checkObject,
  checkShare,
  checkString,
  checkTexts,
} from '../../ground/options/arguments.ts'
import { refuseUnknown } from '../../ground/options/resolve.ts'
import { JavaException, orBadRequest } from '../../methods/java/java-exception.ts'
import { parseFloat32 } from '../../methods/java/numbers.ts'
import { splitAsJava } from './separator.ts'

/** Parameters inside the braces, all of them texts. */
export interface MinHashLocalParams {
  /** Similarity, as Java's `Float.parseFloat` reads it. Default: 1. */
  readonly sim?: string
  /** Wanted share of true positives. Default: 1. */
  readonly tp?: string
  /** Field to search. Default: min_hash. */
  readonly field?: string
  /** Characters and classes that separate the hashes of `q`, as in a pattern. Default: `q` is analysed. */
  readonly sep?: string
  /** Field whose analyser is used. Default: `field`. */
  readonly analyzer_field?: string
}

/** The tokens of a text by the index analyser of a field, in order, repetitions included. */
export type Analyser = (text: string, field: string) => readonly string[]

/** A term as index bytes, in hexadecimal digits. */
export type TermHex = string

export interface MinHashQuery {
  readonly field: string
  /** Minimum number of `should` that a document must match; 0 for any. */
  readonly minShouldMatch: number
  /** Clauses of constant score 1: a term, or a band, all of whose terms must match. */
  readonly should: readonly (TermHex | readonly TermHex[])[]
  /** The query as Lucene prints it, which `debugQuery` shows as `parsedquery_toString`. */
  readonly text: string
}

export interface MinHashQueryOptions {
  /** Analyser of the field, needed when `sep` is missing or empty. Default: none. */
  readonly analyse?: Analyser
  /** Maximum number of clauses of one query. Default: 1,024, as in `solr.xml`. */
  readonly maxClauseCount?: number
}

/**
 * The query that Solr makes from `{!min_hash ...}q`.
 *
 * @throws JavaException SolrException 400 if `sim` or `tp` is not a number, TooManyClauses
 * @throws NearsameError OPTION_UNKNOWN; OPTION_VALUE, also for a missing analyser, or a `sep` with more than
 *   characters and classes; TEXT_NOT_STRING for `q` or a token
 * @example parseMinHashQuery('h1,h2', { sep: ',' }).text // => 'ConstantScore(min_hash:h1) ConstantScore(min_hash:h2)'
 * @example parseMinHashQuery('h1,h2,h3', { sep: ',', sim: '0.5', field: 'h' }).minShouldMatch // => 2
 */
export function parseMinHashQuery(
  q: string,
  localParams: MinHashLocalParams = {},
  options: MinHashQueryOptions = {},
): MinHashQuery {
  checkString('q', q)
  checkQueryOptions(localParams, options)
  const sim = shareOf(localParams.sim)
  const tp = shareOf(localParams.tp)
  const { field = 'min_hash', sep = '' } = localParams
  const hashes =
    sep === '' ? analyse(q, localParams.analyzer_field ?? field, options.analyse) : splitAsJava(q, sep)
  const bandSize = tp < 1 ? bandRows(hashes.length, sim, tp) : 1
  const should = cutBands(hashes.map(encodeTerm), bandSize)
  checkClauses(Math.max(should.length, bandSize), options.maxClauseCount ?? 1024)
  const minShouldMatch = tp >= 1 && sim < 1 ? leastOf(hashes.length, sim) : 0
  return {
    field,
    minShouldMatch,
    should: should.map(band => (bandSize === 1 ? hexOf(band[0]) : band.map(hexOf))),
    text: printQuery(field, minShouldMatch, should),
  }
}

/** Local parameters with other names belong to Solr. */
function checkQueryOptions(localParams: MinHashLocalParams, options: MinHashQueryOptions): void {
  checkObject('localParams', localParams)
  for (const [name, value] of Object.entries(localParams))
    checkArgument(value === undefined || typeof value === 'string', name, value, 'a text')
  checkObject('options', options)
  refuseUnknown(['analyse', 'maxClauseCount'], Object.keys(options), 'library')
  const { analyse: analyser, maxClauseCount } = options
  const isAnalyser = analyser === undefined || typeof analyser === 'function'
  checkArgument(isAnalyser, 'analyse', analyser, 'a function from a text to its tokens')
  if (maxClauseCount !== undefined) checkCount('maxClauseCount', maxClauseCount)
}

function shareOf(text = '1'): number {
  return orBadRequest(() => parseFloat32(text))
}

function analyse(text: string, field: string, analyser: Analyser | undefined): readonly string[] {
  if (analyser) {
    const tokens = analyser(text, field)
    checkTexts('the tokens of `analyse`', tokens)
    return tokens
  }
  throw new NearsameError('OPTION_VALUE', {
    expected: 'an analyser, or sep in the parameters of the query',
    got: 'neither',
    fix: 'pass the index analyser of the field as `analyse`, or name the separator of the hashes in `sep`',
  })
}

/** `chooseBandSize` tries this many in a fraction of a second; far beyond the clauses a query may have. */
const mostHashes = 2 ** 20

/**
 * The rows of a band by equation (1), in doubles.
 *
 * @param count of the hashes, 1 to 2^20
 * @param sim similarity, in [0, 1]
 * @param tp wanted share of true positives, in [0, 1]
 * @throws NearsameError OPTION_VALUE
 * @example chooseBandSize(512, Math.fround(0.9), Math.fround(0.5)) // => 30
 */
export function chooseBandSize(count: number, sim: number, tp: number): number {
  const isCount = Number.isInteger(count) && count >= 1 && count <= mostHashes
  checkArgument(isCount, 'count', count, `a whole number in [1, ${mostHashes}]`)
  checkShare('sim', sim)
  checkShare('tp', tp)
  return bandRows(count, sim, tp)
}

/** As `chooseBandSize`, for a query: `sim` and `tp` may be any float32, and there may be no hash. */
function bandRows(count: number, sim: number, tp: number): number {
  for (let bands = 1; bands <= count; bands++) {
    const rows = Math.floor(count / bands)
    if (1 - (1 - sim ** rows) ** bands > tp) return rows
  }
  return 1
}

/** `(int) Math.ceil(count * sim)` of Java, where the product is a float32. */
function leastOf(count: number, sim: number): number {
  const least = Math.ceil(Math.fround(Math.fround(count) * sim))
  // NaN comes from 0 * -Infinity. An int32 has no -0.
  return Math.max(-(2 ** 31), Number.isNaN(least) ? 0 : least) + 0
}

const encoder = new TextEncoder()

/** UTF-8, with U+FFFD for a lone surrogate. */
function encodeTerm(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Runs of `size` terms, the last one padded with the debug texts of the first terms. */
function cutBands(terms: readonly Uint8Array[], size: number): Uint8Array[][] {
  const bands: Uint8Array[][] = []
  for (let at = 0; at < terms.length; at += size) {
    const band = terms.slice(at, at + size)
    const filling = terms.slice(0, size - band.length).map(term => encodeTerm(debugText(term)))
    bands.push([...band, ...filling])
  }
  return bands
}

/** Bytes as Lucene's `BytesRef.toString` prints them: hexadecimal, without leading zeros. */
function debugText(bytes: Uint8Array): string {
  return `[${Array.from(bytes, byte => byte.toString(16)).join(' ')}]`
}

function checkClauses(count: number, maxClauseCount: number): void {
  if (count <= maxClauseCount) return
  throw new JavaException(
    'org.apache.lucene.search.IndexSearcher$TooManyClauses',
    `maxClauseCount is set to ${maxClauseCount}`,
  )
}

function printQuery(field: string, minShouldMatch: number, should: readonly Uint8Array[][]): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const printTerm = (term: Uint8Array) => `ConstantScore(${field}:${decoder.decode(term)})`
  const clauses = should.map(band => {
    if (band.length === 1) return printTerm(band[0])
    return `ConstantScore(${band.map(term => `+${printTerm(term)}`).join(' ')})`
  })
  const text = clauses.join(' ')
  return minShouldMatch > 0 ? `(${text})~${minShouldMatch}` : text
}
