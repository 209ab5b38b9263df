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
import { patternConstants } from '../constants/decision-constants.ts'
import type { Evidence } from '../decision/evidence.ts'
import type { Column } from '../values/column-values.ts'
import { PatternCounts } from './pattern-counts.ts'
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
const { unlikely, timesExpected, leastShare, leastOfSeveral, mostPartners, fewByChance, leastDecisions } =
  patternConstants

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
  const counted = new PatternCounts(columns)
  const unsure: number[] = []
  yield* inBlocks(accepted.length, pairsAStep, (from, to) => {
    for (let p = from; p < to; p++) {
      if (accepted[p] === 0 || decided[p] === 1) continue
      const found = reader.compare(left[p], right[p])
      if (found.ofRows === undefined) counted.add(p, found)
      else unsure.push(p)
    }
  })
  const mayBeRandom = [...columns.keys()].filter(c => reader.mayNameRow(c))
  const areRandom = (places: readonly number[], random: ReadonlySet<number>): boolean =>
    places.every(c => random.has(c))
  const randomAtFirst = counted.random(mayBeRandom)
  yield* inBlocks(unsure.length, pairsAStep, (from, to) => {
    for (const p of unsure.slice(from, to)) {
      const { ofRows, ...found } = reader.compare(left[p], right[p])
      counted.add(p, ofRows !== undefined && areRandom(ofRows.differing, randomAtFirst) ? ofRows : found)
    }
  })
  const random = counted.random(mayBeRandom)
  const doubtful: DoubtfulPattern[] = []
  for (const { places, pairs } of counted.patterns()) {
    const names = places.map(c => columns[c].name)
    const tells = !areRandom(places, random)
    const expected = counted.expected(places)
    if (isKnown(names, known) || (tells && isDoubtful(places, pairs.length, counted.pairs, expected)))
      doubtful.push({ columns: names, pairs })
    else if (tells && expected < fewByChance)
      doubtful.push({ columns: names, pairs: pairs.filter(p => counted.strangers.has(p)) })
  }
  return {
    doubtful: doubtful.filter(one => one.pairs.length > 0),
    pairs: counted.pairs,
    telling: counted.telling(places => !areRandom(places, random)),
  }
}

/** @param pairs those of all patterns */
function isDoubtful(places: readonly number[], count: number, pairs: number, expected: number): boolean {
  if (count < (places.length === 1 ? leastShare : leastOfSeveral) * pairs) return false
  return count > timesExpected * expected && tailOf(expected, count) < unlikely
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

/** The probability of `count` or more events where `expected` are expected (Poisson). */
function tailOf(expected: number, count: number): number {
  let [term, sum] = [Math.exp(-expected), 0]
  for (let k = 0; k < count; k++) {
    sum += term
    term *= expected / (k + 1)
  }
  return Math.max(0, 1 - sum)
}
