/**
 * Pattern counts: how many of the accepted pairs differ in the same telling columns, and how often each column agrees.
 *
 * Ours: all of it.
 */
import { patternConstants } from '../constants/decision-constants.ts'
import { mostDeviations } from '../decision/precision.ts'
import type { Column } from '../values/column-values.ts'
import type { PairDifferences } from './telling.ts'
import { agrees } from './value-differences.ts'

const { leastAgreeing, mostDisputed, usualNoise } = patternConstants

/** The pairs of each pattern, a list of columns. */
type Members = Map<string, number[]>

interface Pattern {
  /** The columns that differ. */
  readonly places: readonly number[]
  /** Numbers of candidates, ascending. */
  readonly pairs: readonly number[]
}

/** Counts pairs, each once. */
export class PatternCounts {
  readonly #columns: readonly Column[]
  readonly #counts: { compared: number; agreeing: number; whole: number }[]
  readonly #byPattern: Members = new Map()
  readonly #vouched: Members = new Map()
  #vouchedPairs = 0
  pairs = 0
  readonly strangers = new Set<number>()

  constructor(columns: readonly Column[]) {
    this.#columns = columns
    this.#counts = columns.map(() => ({ compared: 0, agreeing: 0, whole: 0 }))
  }

  add(p: number, { differences, differing, isVouched, isIdentified, areStrangers }: PairDifferences): void {
    this.pairs++
    for (const [c, difference] of differences.entries()) {
      if (difference === undefined) continue
      this.#counts[c].compared++
      if (difference === 'whole') this.#counts[c].whole++
      if (agrees(difference)) this.#counts[c].agreeing++
    }
    if (isVouched) this.#vouchedPairs++
    if (differing.length === 0 || isIdentified) return
    if (areStrangers) this.strangers.add(p)
    const key = differing.join()
    const patterns = isVouched ? this.#vouched : this.#byPattern
    const members = patterns.get(key)
    if (members === undefined) patterns.set(key, [p])
    else members.push(p)
  }

  /** Those of the given columns that agree about as often as by chance. */
  random(columns: readonly number[]): ReadonlySet<number> {
    return new Set(columns.filter(c => agreesByChance(this.#columns[c], this.#counts[c])))
  }

  /** The number of pairs that chance gives a pattern. */
  expected(places: readonly number[]): number {
    return this.pairs * noiseBeside(places, this.#counts) ** places.length
  }

  /** The number of pairs of the patterns that tell. */
  telling(tells: (places: readonly number[]) => boolean): number {
    return [...this.#byPattern, ...this.#vouched]
      .filter(([key]) => tells(placesOf(key)))
      .reduce((sum, [, members]) => sum + members.length, 0)
  }

  /** Those of the pairs for which nothing vouches. */
  patterns(): Pattern[] {
    const shown = new Map(this.#byPattern)
    // What agrees in pairs of which many differ in what tells is shared, and vouches for none of them.
    const disputed = [...this.#vouched.values()].reduce((sum, members) => sum + members.length, 0)
    if (disputed > mostDisputed * this.#vouchedPairs)
      for (const [key, members] of this.#vouched) shown.set(key, [...(shown.get(key) ?? []), ...members])
    return [...shown].map(([key, members]) => ({
      places: placesOf(key),
      pairs: members.toSorted((a, b) => a - b),
    }))
  }
}

function placesOf(key: string): number[] {
  return key.split(',').map(Number)
}

/** Whether equal values are about as many as among random records; among variants of a thing they are fewer. */
function agreesByChance(
  { count, filled }: Column,
  { agreeing, compared }: { readonly agreeing: number; readonly compared: number },
): boolean {
  const chance = count.reduce((sum, rows) => sum + (rows / filled) ** 2, 0)
  const expected = compared * chance
  const deviation = Math.sqrt(expected)
  const most = Math.max(leastAgreeing * compared, expected + mostDeviations * deviation)
  return agreeing <= most && agreeing >= expected - deviation
}

/** The noise of the other columns. */
function noiseBeside(
  places: readonly number[],
  counts: readonly { readonly compared: number; readonly whole: number }[],
): number {
  const others = counts.filter(({ compared }, c) => compared > 0 && !places.includes(c))
  return lowerMedian(others.map(({ whole, compared }) => (whole + 0.5) / (compared + 1))) ?? usualNoise
}

function lowerMedian(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]
}
