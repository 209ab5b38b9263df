/** Options of the restaurant search; the defaults are the source's. */
import { NearsameError } from '../errors/nearsame-error.ts'
import { defaultMaxClauses } from '../search/clauses.ts'
import { type RankingName, rankingNames } from '../search/rankings.ts'
import { defaultSignatureOptions, type SignatureOptions } from './restaurant-signature.ts'

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
 * @throws NearsameError OPTION_VALUE when one is outside its domain.
 */
export function checkRestaurantOptions(options: Partial<RestaurantOptions>): RestaurantOptions {
  const all = { ...defaultRestaurantOptions, ...options }
  for (const [name, value] of Object.entries(all)) {
    const range = ranges[name]
    if (range !== undefined && !isWithin(value, range)) {
      throw outside(name, `a whole number in [${range.join(', ')}]`, value)
    }
    const known = choices[name]
    if (known !== undefined && !known.includes(value)) throw outside(name, known.join(' or '), value)
  }
  return all
}

function isWithin(value: unknown, [from, to]: readonly [number, number]): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to
}

function outside(name: string, domain: string, value: unknown): NearsameError {
  return new NearsameError('OPTION_VALUE', {
    expected: `${name} to be ${domain}`,
    got: String(value),
    fix: `change ${name}, or leave it out for its default`,
  })
}
