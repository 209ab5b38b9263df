/** Parameters of the restaurant search; the defaults are those of the source. */
import { choice, type Given, options, type Resolved, whole } from '../../ground/options/declare.ts'
import { resolve } from '../../ground/options/resolve.ts'
import { truth } from '../java/java-values.ts'
import { defaultMaxClauses } from './search/clauses.ts'

/** The hash that represents several: the greatest or the smallest. */
export type Extremum = 'max' | 'min'

const int32 = { from: 1, to: 2 ** 31 - 1 }
const { MIN_SAFE_INTEGER, MAX_SAFE_INTEGER } = Number

export const signatureOptions = options({
  size: whole({ from: 1, to: 2 ** 20, default: 3, doc: 'number of words in an n-gram' }),
  signatures: whole({ from: 1, to: 2 ** 20, default: 20, doc: 'number of values in a signature' }),
  seed: whole({
    from: MIN_SAFE_INTEGER,
    to: MAX_SAFE_INTEGER,
    default: 42,
    doc: 'seed of the random masks',
  }),
  hashSeed: whole({ from: -(2 ** 31), to: 2 ** 31 - 1, default: 42, doc: 'seed of the hashes of n-grams' }),
  extremum: choice(['max', 'min'], {
    default: 'max',
    doc: 'hash that represents all: the greatest or the smallest',
  }),
})

export type SignatureOptions = Given<typeof signatureOptions>

export type ResolvedSignatureOptions = Resolved<typeof signatureOptions>

export const shinglesParams = options({
  size: signatureOptions.size,
  rows: whole({
    ...int32,
    default: 10,
    doc: 'maximum number of rows in an answer, including the queried row',
  }),
  maxDistance: whole({
    from: 0,
    to: 2 ** 31 - 2,
    default: 2,
    doc: 'maximum number of words to insert, delete or replace',
  }),
  sameFirstWord: truth({ default: true, doc: 'search only among rows with the same first word' }),
  earlyCut: truth({ default: true, doc: 'after a row that is too far, count only equal texts' }),
  ranking: choice(['classic', 'bm25', 'classic7'], {
    default: 'classic',
    doc: 'how rows are ranked: as Lucene 4 did, by BM25, or as ClassicSimilarity does today',
  }),
  maxClauses: whole({ ...int32, default: defaultMaxClauses, doc: 'maximum number of terms in a query' }),
})

export const minhashParams = options({ ...shinglesParams, ...signatureOptions })

/** In calls, the difference of the two methods is an option. */
export const restaurantOptions = options({
  ...minhashParams,
  by: choice(['shingles', 'minhash'], {
    default: 'shingles',
    doc: 'what to search by: all n-grams, or their signature',
  }),
})

export type RestaurantOptions = Given<typeof restaurantOptions>

export type ResolvedRestaurantOptions = Resolved<typeof restaurantOptions>

export const defaultRestaurantOptions: ResolvedRestaurantOptions = resolve(restaurantOptions, {})

/**
 * All options, defaults filled in.
 *
 * @throws NearsameError OPTION_UNKNOWN; OPTION_VALUE if one is outside its domain.
 */
export function checkRestaurantOptions(given: RestaurantOptions): ResolvedRestaurantOptions {
  return resolve(restaurantOptions, given)
}
