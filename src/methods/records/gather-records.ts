/**
 * Gathers everything that a decision about records is made from: groups of equal rows, columns, candidate pairs with
 * their similarities, and random pairs beside them.
 *
 * Cost: most of the time and memory of a run; decisions are made from it any number of times.
 */
import { sortInSteps } from '../../ground/breath/sort.ts'
import { inBlocks, mapInSteps, type Steps } from '../../ground/breath/steps.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { RecordColumn } from '../contract/record-columns.ts'
import { type CandidatePairs, findCandidates, limitsFor } from './candidates/candidates.ts'
import { gramFeatures, pairSimilarities, wordFeatures } from './candidates/features.ts'
import { comparedText, wordsOf } from './candidates/record-text.ts'
import { type ColumnEvidence, comparedColumns, leastColumns } from './columns/decide-by-columns.ts'
import { measureRandomPairs } from './columns/random-pairs.ts'
import { neighboursOf } from './decision/neighbours.ts'
import { blanksOnly, groupRows, type RowGroups } from './row-groups.ts'
import type { ColumnRole } from './values/column-kinds.ts'
import { type Column, comparedValue, readColumn } from './values/column-values.ts'
import { countingWords } from './values/counting-words.ts'
import { isBarred, isGate } from './values/gates.ts'
import { type JoinedNames, joinedColumns, valuesAt } from './values/joined-columns.ts'

/** What is given of the rows beside their texts. */
export interface GivenRecords {
  /** Pairs of rows that a person has decided to be the same, as [left, right]. */
  readonly accepted?: readonly (readonly [number, number])[]
  /** Pairs of rows that a person has decided to be different. */
  readonly rejected?: readonly (readonly [number, number])[]
  /** The columns of the rows, if they have any. Then texts are those of the columns, joined. */
  readonly columns?: readonly GivenColumn[] | undefined
}

/** About a millisecond of entries in a set. */
const pairsAStep = 8192

/** Everything that a decision is made from. */
interface GatheredRecords {
  readonly evidence: ColumnEvidence
  readonly groups: RowGroups
  readonly columns: readonly Column[]
  readonly joined: JoinedNames
  readonly decided: ReadonlyMap<number, number>
}

export function* gatherRecords(
  texts: readonly string[],
  sides?: { readonly split: number },
  options: GivenRecords = {},
): Steps<GatheredRecords> {
  const decided = judgementsOf(texts.length, options)
  const compared = yield* mapInSteps(texts, comparedText)
  const gated = (options.columns ?? []).filter(({ role }) => role !== undefined && isGate(role))
  const all = yield* groupRows(texts, withValues(compared, gated), sides?.split)
  const isOneSided = all.isAcross && (all.split === 0 || all.split === all.members.length)
  const groups = isOneSided ? blanksOnly(all) : all
  const distinct = groups.first.map(row => compared[row])
  const { columns, joined } = yield* readColumns(options.columns ?? [], groups.first)
  const wanted = {
    veto: vetoOf(columns),
    isSampled: comparedColumns(columns, groups.split).length >= leastColumns,
  }
  const evidence = yield* gatherEvidence(distinct, groups, decided, wanted)
  return {
    evidence: { ...evidence, countingWords: yield* countingWords(columns, evidence) },
    groups,
    columns,
    joined,
    decided,
  }
}

/** A column of the rows as given. */
export interface GivenColumn extends RecordColumn {
  /** Its kind or role, if the caller says it. */
  readonly role?: ColumnRole | undefined
}

/** The columns that count: without ignored ones. */
export function countingColumns(given: readonly GivenColumn[]): readonly GivenColumn[] {
  return given.filter(({ role }) => role !== 'ignore')
}

/** The texts without the values of ignored columns; as given if none is ignored, or all are. */
export function countingTexts(
  texts: readonly string[],
  columns: readonly GivenColumn[] = [],
): readonly string[] {
  const counting = countingColumns(columns)
  if (counting.length === columns.length || counting.length === 0) return texts
  return texts.map((_, row) =>
    counting
      .map(({ values }) => values[row])
      .filter(value => value !== '')
      .join(' '),
  )
}

/** The columns at the given rows, and which of them join others. */
function* readColumns(
  given: readonly GivenColumn[],
  rows: readonly number[],
): Steps<{ columns: Column[]; joined: JoinedNames }> {
  const columns: Column[] = []
  const counting = countingColumns(given)
  const joined = joinedColumns(counting, rows)
  for (const { name, role } of counting)
    columns.push(yield* readColumn(name, valuesAt(name, counting, joined, rows), role))
  return { columns, joined }
}

/** From row pairs, `left * rows + right`, to 1 or -1. */
function judgementsOf(rows: number, { accepted = [], rejected = [] }: GivenRecords): Map<number, number> {
  const decided = new Map<number, number>()
  for (const [pairs, verdict] of [
    [accepted, 1],
    [rejected, -1],
  ] as const) {
    for (const [a, b] of pairs) {
      const isPair = a !== b && [a, b].every(row => Number.isInteger(row) && row >= 0 && row < rows)
      const key = Math.min(a, b) * rows + Math.max(a, b)
      if (isPair && (decided.get(key) ?? verdict) === verdict) decided.set(key, verdict)
      else {
        throw new NearsameError('OPTION_VALUE', {
          expected: `decided pairs to be two rows in [0, ${rows}), accepted or rejected`,
          got: isPair ? `[${a}, ${b}] accepted and rejected` : `[${a}, ${b}]`,
          fix: 'correct the decided pairs',
        })
      }
    }
  }
  return decided
}

/**
 * The compared texts with the values of columns that have a gate: rows of the same words may differ in these, such as
 * in the sign of a number.
 */
export function withValues(
  compared: readonly string[],
  columns: readonly RecordColumn[],
): readonly string[] {
  if (columns.length === 0) return compared
  const keyOf = (text: string, row: number): string =>
    [text, ...columns.map(({ values }) => comparedValue(values[row]))].join('\n')
  return compared.map((text, row) => (text === '' ? '' : keyOf(text, row)))
}

/** Whether two groups do not meet the gate of a column. */
export function vetoOf(columns: readonly Column[]): Veto | undefined {
  const strict = columns.filter(({ mustAgree }) => mustAgree !== false)
  if (strict.length === 0) return undefined
  return (a, b) => strict.some(column => isBarred(column, a, b))
}

type Veto = (left: number, right: number) => boolean

interface Wanted {
  /** Which pairs of groups cannot match. */
  readonly veto?: Veto | undefined
  /** Whether random pairs are measured, too. */
  readonly isSampled?: boolean
}

/** @param distinct the compared text of each group */
export function* gatherEvidence(
  distinct: readonly string[],
  groups: RowGroups,
  judgements: ReadonlyMap<number, number>,
  { veto, isSampled = false }: Wanted = {},
): Steps<Omit<ColumnEvidence, 'countingWords'>> {
  const rows = distinct.length
  const words = yield* mapInSteps(distinct, wordsOf)
  const families = [yield* wordFeatures(words), yield* gramFeatures(distinct)]
  const all = yield* findCandidates(families, groups.split, limitsFor(rows))
  const found = veto === undefined ? all : withoutPairs(all, veto)
  const { pairs, decided } = yield* withJudgements(found, rows, groups, judgements)
  const neighbours = yield* neighboursOf(rows, pairs)
  const similarities = yield* pairSimilarities(families, pairs)
  const random =
    isSampled && pairs.left.length > 0 ? yield* measureRandomPairs(families, groups.split) : undefined
  const copies = Int32Array.from(groups.members, members => members.length)
  return { rows, pairs, decided, copies, words, neighbours, similarities, split: groups.split, random }
}

function withoutPairs({ left, right }: CandidatePairs, veto: Veto): CandidatePairs {
  const kept = Int32Array.from(left.keys()).filter(p => !veto(left[p], right[p]))
  return { left: kept.map(p => left[p]), right: kept.map(p => right[p]) }
}

/** Candidates and decided pairs together, in order. Pairs within one distinct text need no decision here. */
function* withJudgements(
  { left, right }: CandidatePairs,
  rows: number,
  groups: RowGroups,
  judgements: ReadonlyMap<number, number>,
): Steps<{ pairs: CandidatePairs; decided: Int8Array }> {
  if (judgements.size === 0) return { pairs: { left, right }, decided: new Int8Array(left.length) }
  const verdicts = new Map<number, number>()
  const total = groups.groupOf.length
  for (const [key, verdict] of judgements) {
    const a = groups.groupOf[Math.floor(key / total)]
    const b = groups.groupOf[key % total]
    if (a !== b && a >= 0 && b >= 0) verdicts.set(Math.min(a, b) * rows + Math.max(a, b), verdict)
  }
  const keys = new Set(verdicts.keys())
  yield* inBlocks(left.length, pairsAStep, (from, to) => {
    for (let p = from; p < to; p++) keys.add(left[p] * rows + right[p])
  })
  const sorted = yield* sortInSteps(Float64Array.from(keys))
  return {
    pairs: {
      left: Int32Array.from(sorted, key => Math.floor(key / rows)),
      right: Int32Array.from(sorted, key => key % rows),
    },
    decided: Int8Array.from(sorted, key => verdicts.get(key) ?? 0),
  }
}
