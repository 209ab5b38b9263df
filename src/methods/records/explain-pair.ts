/**
 * Explain pair: how far two records agree in each column, what each level weighs, and what decided.
 *
 * The weights are those of the run, so the sum of a candidate's weights and the prior give its probability; where a
 * record has one counterpart at most, other candidates of the two lower it.
 */
import type { Steps } from '../../ground/breath/steps.ts'
import type { ColumnAgreement, PairByColumns, PairFate } from '../contract/pair-by-columns.ts'
import type { ColumnDecision } from './columns/decide-by-columns.ts'
import { levelWeights } from './columns/match-weights.ts'
import {
  columnLevels,
  comparableColumns,
  leastFilled,
  noLevel,
  textColumnLevels,
} from './columns/pair-levels.ts'
import { withSwappedNames } from './columns/swapped-names.ts'
import type { PairSelection } from './decision/decide.ts'
import type { Evidence } from './decision/evidence.ts'
import type { RowGroups } from './row-groups.ts'
import type { Column } from './values/column-values.ts'
import { levelCount } from './values/compare-values.ts'
import { isBarred, nameOfGate } from './values/gates.ts'
import { levelNames } from './values/level-names.ts'

/** A run that has decided; or two records of an index, decided by its model. */
interface DecidedRun {
  readonly evidence: Pick<Evidence, 'pairs' | 'similarities' | 'words'>
  readonly groups: RowGroups
  readonly decision: Pick<PairSelection, 'scores' | 'accepted' | 'threshold'>
  /** The weights of the same decision, if columns made it. */
  readonly byColumns: DecidingColumns | undefined
  /** The columns as given, and as read at the groups; ignored ones were not read. */
  readonly given: readonly { readonly name: string; readonly values: readonly string[] }[]
  readonly columns: readonly Column[]
}

type DecidingColumns = Pick<ColumnDecision, 'model' | 'columns' | 'swapped'>

/** Why the two rows are a pair, or not. */
export function* explainPair(run: DecidedRun, rows: readonly [number, number]): Steps<PairByColumns> {
  const { byColumns, columns, decision, evidence, groups } = run
  const [a, b] = rows.map(row => groups.groupOf[row])
  const isBlank = Math.min(a, b) < 0
  const pair = { left: Int32Array.of(Math.min(a, b)), right: Int32Array.of(Math.max(a, b)) }
  const levels = new Map<string, number>()
  for (const column of isBlank ? [] : columns)
    levels.set(column.name, (yield* columnLevels(column, pair))[0])
  const { columns: counting = [], swapped = [] } = byColumns ?? {}
  const deciding = counting.map(({ name }) => Uint8Array.of(levels.get(name) ?? noLevel))
  if (!isBlank) yield* withSwappedNames(counting, swapped, pair, deciding)
  for (const [c, { name }] of counting.entries()) levels.set(name, deciding[c][0])
  const at = evidence.pairs.left.findIndex(
    (left, p) => left === pair.left[0] && evidence.pairs.right[p] === pair.right[0],
  )
  const barring = isBlank ? [] : columns.filter(column => isBarred(column, a, b))
  const agreements = run.given.map(({ name, values }) => {
    const found = agreementOf(name, [values[rows[0]], values[rows[1]]], levels.get(name), run)
    const gate = barring.find(column => column.name === name)
    return gate ? { ...found, agreement: `${found.agreement}; barred by ${nameOfGate(gate)}` } : found
  })
  const similarity = at >= 0 ? evidence.similarities[at] : a === b && !isBlank ? 1 : null
  const comparable = comparableColumns(counting, deciding, pair, evidence.words)
  const isSparse = byColumns !== undefined && !isBlank && comparable(0) < leastFilled
  const text = { similarity, weight: textWeight(byColumns, similarity, isBlank ? undefined : comparable) }
  const fate = fateOf(run, rows, at, { isSparse, isBarred: barring.length > 0 })
  return {
    decidedBy: byColumns === undefined ? 'text' : 'columns',
    fate,
    score: at >= 0 ? Math.min(1, decision.scores[at]) : fate === 'equal' ? 1 : null,
    threshold: Math.min(1, decision.threshold),
    ...(byColumns && !isBlank && oddsOf(byColumns, agreements, text.weight)),
    text,
    columns: agreements,
  }
}

function agreementOf(
  name: string,
  [a, b]: readonly [string, string],
  level: number | undefined,
  { byColumns, columns }: DecidedRun,
): ColumnAgreement {
  const column = columns.find(read => read.name === name)
  if (column === undefined) {
    return { name, kind: 'ignored', a, b, level: null, levels: 0, agreement: 'not compared', weight: null }
  }
  const { kind } = column
  const levels = levelCount(column)
  if (level === undefined || level === noLevel)
    return { name, kind, a, b, level: null, levels, agreement: 'no value', weight: null }
  const at = byColumns?.columns.indexOf(column) ?? -1
  const weight = byColumns !== undefined && at >= 0 ? levelWeights(byColumns.model, at)[level] : null
  return { name, kind, a, b, level, levels, agreement: levelNames[kind][level], weight }
}

/** The weight of the whole texts, the last column of the model; null if they say nothing here. */
function textWeight(
  byColumns: DecidingColumns | undefined,
  similarity: number | null,
  comparable: ((pair: number) => number) | undefined,
): number | null {
  if (byColumns === undefined || similarity === null || comparable === undefined) return null
  const [level] = textColumnLevels(Float64Array.of(similarity), comparable)
  return level === noLevel ? null : levelWeights(byColumns.model, byColumns.columns.length)[level]
}

function oddsOf(
  { model: { prior } }: DecidingColumns,
  columns: readonly ColumnAgreement[],
  text: number | null,
): Required<Pick<PairByColumns, 'prior' | 'weight' | 'alone'>> {
  const weight = columns.reduce((sum, column) => sum + (column.weight ?? 0), text ?? 0)
  return { prior, weight, alone: 1 / (1 + (Math.exp(-weight) * (1 - prior)) / prior) }
}

/** @param at the pair among the candidates, or -1 */
function fateOf(
  { decision, groups }: DecidedRun,
  rows: readonly [number, number],
  at: number,
  { isBarred, isSparse }: { readonly isBarred: boolean; readonly isSparse: boolean },
): PairFate {
  if (isSparse) return 'sparse'
  const [a, b] = rows.map(row => groups.groupOf[row])
  const areBlank = ([first, second]: RowGroups['equalBlanks'][number]) =>
    rows.every(row => first.includes(row) || second.includes(row))
  if (a >= 0 ? a === b : groups.equalBlanks.some(areBlank)) return 'equal'
  if (at < 0) return isBarred ? 'must-agree' : 'no-candidate'
  if (decision.accepted[at] === 1) return 'match'
  return decision.scores[at] < decision.threshold ? 'below' : 'rival'
}
