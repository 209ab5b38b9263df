/**
 * Column model: what a list says of its columns, frozen, so that later records are compared as those of the list.
 *
 *     decided list ─▶ columns, joins and, if the columns decided, the weights of their levels ─▶ JSON
 *
 * The threshold is beside it, in the record model (`record-model.ts`).
 */
import type { Steps } from '../../../ground/breath/steps.ts'
import type { ColumnNotes } from '../../contract/record-columns.ts'
import type { Column } from '../values/column-values.ts'
import { type FrozenColumn, FrozenColumns, freezeColumn } from '../values/frozen-column.ts'
import { type JoinedNames, type ReadColumn, valuesAt } from '../values/joined-columns.ts'
import type { ColumnDecision } from './decide-by-columns.ts'
import type { MatchModel } from './match-weights.ts'
import { type ComparedPairs, scoresAlone } from './score-pairs.ts'
import type { SwappedColumns } from './swapped-names.ts'

/** Plain JSON. */
export interface FrozenModel {
  readonly columns: readonly FrozenColumn[]
  readonly joined: readonly (readonly [string, readonly string[]])[]
  /** Absent if the text decides. */
  readonly decision?: FrozenDecision
  readonly notes: ColumnNotes
}

interface FrozenDecision {
  /** Names of the columns that count, in the order of the weights; those of the text come last. */
  readonly columns: readonly string[]
  readonly swapped: SwappedColumns
  readonly m: readonly (readonly number[])[]
  readonly u: readonly (readonly number[])[]
  readonly seen: readonly (readonly number[])[]
  readonly counted: readonly number[]
  readonly prior: number
}

/** A list that has been decided. */
interface DecidedList {
  readonly columns: readonly Column[]
  readonly joined: JoinedNames
  readonly byColumns: ColumnDecision | undefined
}

/** @param given the columns that count, as given; `rows`: those that were read of them */
export function freezeColumns(
  { columns, joined, byColumns }: DecidedList,
  given: readonly ReadColumn[],
  rows: readonly number[],
  notes: ColumnNotes,
): FrozenModel {
  const valuesOf = (name: string) => valuesAt(name, given, joined, rows)
  return {
    columns: columns.map(column => freezeColumn(column, valuesOf(column.name))),
    joined: [...joined],
    ...(byColumns && { decision: freezeDecision(byColumns) }),
    notes,
  }
}

function freezeDecision({ columns, model, swapped }: ColumnDecision): FrozenDecision {
  const lists = (perLevel: readonly Float64Array[]) => perLevel.map(levels => [...levels])
  return {
    columns: columns.map(({ name }) => name),
    swapped,
    ...{ m: lists(model.m), u: lists(model.u), seen: lists(model.seen) },
    ...{ counted: [...model.counted], prior: model.prior },
  }
}

export class ColumnModel {
  readonly frozen: FrozenModel
  /** Undefined if the text decides. */
  readonly weights: MatchModel | undefined
  readonly #columns: FrozenColumns
  readonly #joined: JoinedNames

  constructor(frozen: FrozenModel) {
    this.frozen = frozen
    this.#columns = new FrozenColumns(frozen.columns)
    this.#joined = new Map(frozen.joined)
    this.weights = frozen.decision && weightsOf(frozen.decision)
  }

  /** The names of columns with a gate. */
  get gated(): readonly string[] {
    return this.frozen.columns.filter(({ mustAgree }) => mustAgree !== false).map(({ name }) => name)
  }

  /** Other records by the frozen columns. @param given all fields of these records */
  columnsOf(given: readonly ReadColumn[]): Steps<Column[]> {
    const rows = [...given[0].values.keys()]
    return this.#columns.thaw(name => valuesAt(name, given, this.#joined, rows))
  }

  /** Of thawed columns those that count, in the order of the weights. */
  deciding(columns: readonly Column[]): readonly Column[] {
    const names = this.frozen.decision?.columns ?? []
    return names.flatMap(name => columns.filter(column => column.name === name))
  }

  get swapped(): SwappedColumns {
    return this.frozen.decision?.swapped ?? []
  }

  /** The probability of each pair. REQUIRES: weights. @param columns the deciding ones */
  scores(columns: readonly Column[], compared: ComparedPairs): Steps<Float64Array> {
    return scoresAlone(this.weights as MatchModel, columns, this.swapped, compared)
  }
}

function weightsOf({ m, u, seen, counted, prior }: FrozenDecision): MatchModel {
  const arrays = (lists: readonly (readonly number[])[]) => lists.map(list => Float64Array.from(list))
  return {
    ...{ m: arrays(m), u: arrays(u), seen: arrays(seen) },
    counted: Float64Array.from(counted),
    prior,
  }
}
