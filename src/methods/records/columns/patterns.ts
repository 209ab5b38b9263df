/**
 * Patterns of disagreement: in which telling columns the two records of a pair differ.
 *
 *     pattern of a pair      the set of telling columns in which it differs; usually none
 *     noise                  the median, over the other columns, of the share of accepted pairs that differ wholly
 *     expected               pairs x noise ^ (columns of the pattern)
 *
 * Copies made by people scatter their differences over all columns. Couples, twins, sizes and volumes share one: a
 * pattern of many more pairs than expected is doubtful, and a person has to decide it.
 *
 * Ours: all of it.
 */
import { inBlocks, type Steps } from '../../../ground/breath/steps.ts'
import type { DecidedPattern } from '../../contract/method.ts'
import type { Evidence } from '../decision/evidence.ts'
import { mostDeviations } from '../decision/precision.ts'
import type { Column } from './column-values.ts'
import { TellingColumns } from './telling.ts'

export interface DoubtfulPattern {
  /** The columns that differ. */
  readonly columns: readonly string[]
  /** Numbers of candidates. */
  readonly pairs: readonly number[]
}

export interface Patterns {
  readonly doubtful: readonly DoubtfulPattern[]
  /** The accepted pairs whose texts differ, and those of them that differ in a telling column. */
  readonly pairs: number
  readonly telling: number
}

const pairsAStep = 512
/** A pattern is doubtful if as many pairs are less likely than this, and `timesExpected` as many as expected. */
const unlikely = 0.05
const timesExpected = 3
/** Least share of the pairs that differ in one column; in several, which chance makes less often. */
const [leastShare, leastOfSeveral] = [0.05, 0.003]
/** A number or time that agrees in a smaller share of the pairs, or in about as many as by chance, names rows. */
const leastAgreeing = 0.1
/** A code or an address that agrees in pairs of which more differ in what tells is shared, and vouches for nothing. */
const mostDisputed = 1 / 3
/** A record with more partners is not looked at. */
const mostPartners = 16
/** Where no other column shows it. */
const usualNoise = 0.05

/** Where chance makes fewer pairs of a pattern, one of strangers is doubtful alone. */
const fewByChance = 2

/** Number of agreeing decisions that decide all pairs of a pattern. */
const leastDecisions = 3

/** The patterns that the decisions of people decide. */
export function decidedPatterns(
  { pairs: { left, right }, decided }: Evidence,
  columns: readonly Column[],
): DecidedPattern[] {
  if (!decided.some(verdict => verdict !== 0)) return []
  const reader = new TellingColumns(columns)
  const verdicts = new Map<string, { columns: string[]; same: number; different: number }>()
  for (const [p, verdict] of decided.entries()) {
    if (verdict === 0) continue
    const { differing } = reader.compare(left[p], right[p])
    const names = differing.map(c => columns[c].name)
    const found = verdicts.get(differing.join()) ?? { columns: names, same: 0, different: 0 }
    if (verdict === 1) found.same++
    else found.different++
    verdicts.set(differing.join(), found)
  }
  return [...verdicts.values()]
    .filter(({ columns: names, same, different }) => {
      return names.length > 0 && same + different >= leastDecisions && Math.min(same, different) === 0
    })
    .map(({ columns: names, same }) => ({ columns: names, isSame: same > 0 }))
}

/** @param known patterns that are doubtful, and so are those of the same columns and more */
export function* patternsOf(
  { pairs: { left, right }, decided }: Evidence,
  accepted: Uint8Array,
  columns: readonly Column[],
  known: readonly Pick<DoubtfulPattern, 'columns'>[],
): Steps<Patterns> {
  const reader = new TellingColumns(columns)
  const byPattern = new Map<string, number[]>()
  const vouched = { pairs: 0, byPattern: new Map<string, number[]>() }
  const counts = columns.map(() => ({ compared: 0, agreeing: 0, whole: 0 }))
  const telling = new Map<string, number>()
  let pairs = 0
  const strangers = new Set<number>()
  yield* inBlocks(accepted.length, pairsAStep, (from, to) => {
    for (let p = from; p < to; p++) {
      if (accepted[p] === 0 || decided[p] === 1) continue
      pairs++
      const { differences, differing, isVouched, isIdentified, areStrangers } = reader.compare(
        left[p],
        right[p],
      )
      for (const [c, difference] of differences.entries()) {
        if (difference === undefined) continue
        counts[c].compared++
        if (difference === 'whole') counts[c].whole++
        if (difference === 'none' || difference === 'slight') counts[c].agreeing++
      }
      if (isVouched) vouched.pairs++
      if (differing.length === 0 || isIdentified) continue
      const key = differing.join()
      telling.set(key, (telling.get(key) ?? 0) + 1)
      if (areStrangers) strangers.add(p)
      const patterns = isVouched ? vouched.byPattern : byPattern
      const members = patterns.get(key)
      if (members === undefined) patterns.set(key, [p])
      else members.push(p)
    }
  })
  const isRandom = (c: number): boolean => reader.mayNameRow(c) && agreesByChance(columns[c], counts[c])
  const allRandom = (key: string): boolean => key.split(',').every(c => isRandom(Number(c)))
  const expectedOf = (places: readonly number[]): number =>
    pairs * noiseBeside(places, counts) ** places.length
  const isDoubtful = (places: readonly number[], count: number): boolean => {
    if (count < (places.length === 1 ? leastShare : leastOfSeveral) * pairs) return false
    const expected = expectedOf(places)
    return count > timesExpected * expected && tailOf(expected, count) < unlikely
  }
  addDisputed(byPattern, vouched)
  const doubtful: DoubtfulPattern[] = []
  for (const [key, members] of byPattern) {
    const places = key.split(',').map(Number)
    const names = places.map(c => columns[c].name)
    if (isKnown(names, known) || (!allRandom(key) && isDoubtful(places, members.length)))
      doubtful.push({ columns: names, pairs: members })
    else if (!allRandom(key) && expectedOf(places) < fewByChance)
      doubtful.push({ columns: names, pairs: members.filter(p => strangers.has(p)) })
  }
  const tellings = [...telling].reduce((sum, [key, count]) => sum + (allRandom(key) ? 0 : count), 0)
  return { doubtful: doubtful.filter(one => one.pairs.length > 0), pairs, telling: tellings }
}

type Members = Map<string, number[]>

/** What agrees in pairs of which many differ in what tells is shared, and vouches for none of them. */
function addDisputed(
  byPattern: Members,
  vouched: { readonly pairs: number; readonly byPattern: Members },
): void {
  const disputed = [...vouched.byPattern.values()].reduce((sum, members) => sum + members.length, 0)
  if (disputed <= mostDisputed * vouched.pairs) return
  for (const [key, members] of vouched.byPattern) {
    const all = [...(byPattern.get(key) ?? []), ...members]
    byPattern.set(
      key,
      all.sort((a, b) => a - b),
    )
  }
}

/**
 * The pairs of records of one column that agree with two others which differ from each other: `Ann Lee` may be Ann B.
 * Lee or Ann C. Lee.
 */
export function ambiguousPairs(
  { pairs: { left, right } }: Evidence,
  accepted: Uint8Array,
  columns: readonly Column[],
): DoubtfulPattern[] {
  // Other columns would say which of two it is.
  if (columns.length !== 1) return []
  const reader = new TellingColumns(columns)
  const differ = (a: number, b: number): boolean => reader.compare(a, b).differing.length > 0
  const partners = new Map<number, Map<number, number>>()
  const add = (row: number, other: number, p: number): void => {
    const known = partners.get(row) ?? new Map<number, number>()
    partners.set(row, known.set(other, p))
  }
  for (const [p, is] of accepted.entries()) {
    if (is === 0 || differ(left[p], right[p])) continue
    add(left[p], right[p], p)
    add(right[p], left[p], p)
  }
  const found = new Set<number>()
  for (const others of partners.values()) {
    if (others.size > mostPartners) continue
    for (const [b, p] of others)
      for (const [c, q] of others)
        if (b < c && !partners.get(b)?.has(c) && differ(b, c)) found.add(p).add(q)
  }
  return found.size === 0 ? [] : [{ columns: [columns[0].name], pairs: [...found].sort((a, b) => a - b) }]
}

/** Whether these columns include those of a known pattern. */
export function isKnown(
  columns: readonly string[],
  known: readonly Pick<DoubtfulPattern, 'columns'>[],
): boolean {
  return known.some(pattern => pattern.columns.every(name => columns.includes(name)))
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

/** The probability of `count` or more events where `expected` are expected (Poisson). */
function tailOf(expected: number, count: number): number {
  let [term, sum] = [Math.exp(-expected), 0]
  for (let k = 0; k < count; k++) {
    sum += term
    term *= expected / (k + 1)
  }
  return Math.max(0, 1 - sum)
}
