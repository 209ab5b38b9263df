/**
 * Frozen column: what comparing two values of a column needs of the list that it was learnt from, without its rows.
 *
 *     column of a list ──freeze──▶ kind, null word, rarity of words ──thaw, with other values──▶ column of these
 *
 * Two values have the same level in a thawed column as in the list. A word that the list does not have is as rare as
 * one of a single record, so only words of two records or more are kept.
 */
import type { Steps } from '../../../ground/breath/steps.ts'
import { wordsOf } from '../candidates/record-text.ts'
import { numberedWords, weighedWords } from '../words/word-lists.ts'
import type { ColumnKind } from './column-kinds.ts'
import { type Column, distinctValues, massOf } from './column-values.ts'
import type { Gate } from './gates.ts'

/** Plain JSON. */
export interface FrozenColumn {
  readonly name: string
  readonly kind: ColumnKind
  readonly mustAgree: Gate | boolean
  /** Number of records with a value. */
  readonly filled: number
  /** The compared text that stands for a missing value; null if there is none. */
  readonly filler: string | null
  /** Words of at least two records, and the number of records of each. */
  readonly words: readonly string[]
  readonly frequency: readonly number[]
  /** Of compared texts that the list writes in several ways, such as 1,5 and 1.5, the first one. */
  readonly written: readonly (readonly [string, string])[]
}

/** @param values those that the column was read from */
export function freezeColumn(column: Column, values: readonly string[]): FrozenColumn {
  const { name, kind, mustAgree, filled, count, raw, texts, value, wordTexts } = column
  const written = new Map<string, string>()
  for (const [row, given] of values.entries()) {
    const id = value[row]
    if (id >= 0 && raw[id] !== given) written.set(texts[id], raw[id])
  }
  const kept = [...wordTexts.keys()].filter(word => column.frequency[word] > 1)
  return {
    ...{ name, kind, mustAgree, filled, written: [...written] },
    filler: texts[count.indexOf(0)] ?? null,
    words: kept.map(word => wordTexts[word]),
    frequency: kept.map(word => column.frequency[word]),
  }
}

/** Thaws columns; each looks its words up in one map. */
export class FrozenColumns {
  readonly #columns: readonly (readonly [FrozenColumn, Lookups])[]

  constructor(columns: readonly FrozenColumn[]) {
    this.#columns = columns.map(column => [
      column,
      {
        frequency: new Map(column.words.map((word, at) => [word, column.frequency[at]])),
        written: new Map(column.written),
      },
    ])
  }

  /** The columns of other records. @param valuesOf the values of a column, by name */
  *thaw(valuesOf: (name: string) => readonly string[]): Steps<Column[]> {
    const thawed: Column[] = []
    for (const [column, lookups] of this.#columns)
      thawed.push(yield* thawColumn(column, lookups, valuesOf(column.name)))
    return thawed
  }
}

interface Lookups {
  readonly frequency: ReadonlyMap<string, number>
  readonly written: ReadonlyMap<string, string>
}

function* thawColumn(
  { name, kind, mustAgree, filled, filler }: FrozenColumn,
  { frequency, written }: Lookups,
  values: readonly string[],
): Steps<Column> {
  const { value, raw, texts, count, nullWords } = yield* distinctValues(values, filler ?? undefined)
  const numbered = yield* numberedWords(texts, wordsOf)
  const known = Int32Array.from(numbered.wordTexts, word => frequency.get(word) ?? 1)
  const lists = weighedWords(numbered, known, filled)
  return {
    ...{ name, kind, mustAgree, filled, value, texts, count },
    raw: raw.map((given, id) => written.get(texts[id]) ?? given),
    ...lists,
    mass: massOf(lists),
    nullWords: [...nullWords],
  }
}
