/** Options of the restaurant search; the defaults are the source's. */
import { checkObject } from '../../ground/options/arguments.ts'
import { Refusal } from '../../ground/options/declare.ts'
import { refusedValue, refuseUnknown } from '../../ground/options/resolve.ts'
import { defaultMaxClauses } from './search/clauses.ts'
import { type RankingName, rankingNames } from './search/rankings.ts'

/** Which hash of several stands for all. */
export type Extremum = 'max' | 'min'

export interface SignatureOptions {
  /** Words in an n-gram, at least 1. */
  readonly size: number
  /** Values of a signature, at least 1. */
  readonly signatures: number
  /** Of the random masks, a whole number. */
  readonly seed: number
  /** Of the hashes of n-grams. */
  readonly hashSeed: number
  readonly extremum: Extremum
}

/** Those of the source. */
const defaultSignatureOptions: SignatureOptions = Object.freeze({
  size: 3,
  signatures: 20,
  seed: 42,
  hashSeed: 42,
  extremum: 'max',
})

export interface RestaurantOptions extends SignatureOptions {
  /** What is searched by: all n-grams, or the signature of them. */
  readonly by: 'shingles' | 'minhash'
  /** Rows of a query's answer, the asking row among them. */
  readonly rows: number
  /** Words to insert, delete or replace, at most. */
  readonly maxDistance: number
  /** Whether only rows of the same first word are asked for. */
  readonly sameFirstWord: boolean
  /** Whether after a row beyond the distance later ones count only when their MD5 is equal. */
  readonly earlyCut: boolean
  readonly ranking: RankingName
  /** Terms in a query, at most. */
  readonly maxClauses: number
}

export const defaultRestaurantOptions: RestaurantOptions = Object.freeze({
  ...defaultSignatureOptions,
  by: 'shingles',
  rows: 10,
  maxDistance: 2,
  sameFirstWord: true,
  earlyCut: true,
  ranking: 'classic',
  maxClauses: defaultMaxClauses,
})

const ranges: Readonly<Record<string, readonly [number, number]>> = {
  size: [1, 2 ** 20],
  signatures: [1, 2 ** 20],
  seed: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  hashSeed: [-(2 ** 31), 2 ** 31 - 1],
  rows: [1, 2 ** 31 - 1],
  maxDistance: [0, 2 ** 31 - 2],
  maxClauses: [1, 2 ** 31 - 1],
}

const choices: Readonly<Record<string, readonly unknown[]>> = {
  by: ['shingles', 'minhash'],
  extremum: ['max', 'min'],
  ranking: rankingNames,
  sameFirstWord: [true, false],
  earlyCut: [true, false],
}

/**
 * All options, defaults filled in.
 *
 * @throws NearsameError OPTION_UNKNOWN; OPTION_VALUE when one is outside its domain.
 */
export function checkRestaurantOptions(options: Partial<RestaurantOptions>): RestaurantOptions {
  checkObject('options', options)
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  refuseUnknown(
    Object.keys(defaultRestaurantOptions),
    given.map(([name]) => name),
    'library',
  )
  const all: RestaurantOptions = { ...defaultRestaurantOptions, ...Object.fromEntries(given) }
  for (const [name, value] of Object.entries(all)) {
    const range = ranges[name]
    if (range !== undefined && !isWithin(value, range)) {
      throw refusedValue(name, value, new Refusal(`a whole number in [${range.join(', ')}]`))
    }
    const known = choices[name]
    if (known !== undefined && !known.includes(value))
      throw refusedValue(name, value, new Refusal(known.join(' or ')))
  }
  return all
}

function isWithin(value: unknown, [from, to]: readonly [number, number]): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to
}
