/** Parameters of the restaurant search; the defaults are those of the source. */
import { choice, type DeclarationsOf, options, whole } from '../../ground/options/declare.ts'
import { truth } from '../../ground/options/java-values.ts'
import { resolve } from '../../ground/options/resolve.ts'
import { defaultMaxClauses } from './search/clauses.ts'
import { type RankingName, rankingNames } from './search/rankings.ts'

/** Which hash of several stands for all. */
export type Extremum = 'max' | 'min'

export interface SignatureOptions {
  /** Words in an n-gram, at least 1; 3 if absent. */
  readonly size: number
  /** Values of a signature, at least 1; 20 if absent. */
  readonly signatures: number
  /** Of the random masks, a whole number; 42 if absent. */
  readonly seed: number
  /** Of the hashes of n-grams, a whole number of 32 bits; 42 if absent. */
  readonly hashSeed: number
  /** The greatest if absent. */
  readonly extremum: Extremum
}

export interface RestaurantOptions extends SignatureOptions {
  /** What is searched by: all n-grams, the default, or the signature of them. */
  readonly by: 'shingles' | 'minhash'
  /** Rows of a query's answer, the asking row among them; 10 if absent. */
  readonly rows: number
  /** Words to insert, delete or replace, at most; 2 if absent. */
  readonly maxDistance: number
  /** Whether only rows of the same first word are asked for; true if absent. */
  readonly sameFirstWord: boolean
  /** Whether after a row beyond the distance later ones count only when their MD5 is equal; true if absent. */
  readonly earlyCut: boolean
  /** `classic` if absent. */
  readonly ranking: RankingName
  /** Terms in a query, at most; 1024 if absent. */
  readonly maxClauses: number
}

const int32 = { from: 1, to: 2 ** 31 - 1 }
const { MIN_SAFE_INTEGER, MAX_SAFE_INTEGER } = Number

export const shinglesParams = options({
  size: whole({ from: 1, to: 2 ** 20, default: 3, doc: 'words of an n-gram' }),
  rows: whole({ ...int32, default: 10, doc: 'rows of an answer, the asking row among them' }),
  maxDistance: whole({ from: 0, to: 2 ** 31 - 2, default: 2, doc: 'words that may differ' }),
  sameFirstWord: truth({ default: true, doc: 'ask only rows of the same first word' }),
  earlyCut: truth({ default: true, doc: 'after a row too far, count only equal texts' }),
  ranking: choice(rankingNames, {
    default: 'classic',
    doc: 'how rows are ranked: as Lucene 4 did, by BM25, or as ClassicSimilarity does today',
  }),
  maxClauses: whole({ ...int32, default: defaultMaxClauses, doc: 'terms in a query' }),
})

export const minhashParams = options({
  ...shinglesParams,
  signatures: whole({ from: 1, to: 2 ** 20, default: 20, doc: 'values of a signature' }),
  seed: whole({ from: MIN_SAFE_INTEGER, to: MAX_SAFE_INTEGER, default: 42, doc: 'of the masks' }),
  hashSeed: whole({ from: -(2 ** 31), to: 2 ** 31 - 1, default: 42, doc: 'of the hashes of n-grams' }),
  extremum: choice(['max', 'min'], { default: 'max', doc: 'the hash that stands for all' }),
})

/** What the two methods differ in is an option of a call. */
const restaurantOptions = options({
  ...minhashParams,
  by: choice(['shingles', 'minhash'], { default: 'shingles', doc: 'what is searched by' }),
}) satisfies DeclarationsOf<RestaurantOptions>

export const defaultRestaurantOptions: RestaurantOptions = resolve(restaurantOptions, {})

/**
 * All options, defaults filled in.
 *
 * @throws NearsameError OPTION_UNKNOWN; OPTION_VALUE when one is outside its domain.
 */
export function checkRestaurantOptions(given: Partial<RestaurantOptions>): RestaurantOptions {
  return resolve(restaurantOptions, given)
}
