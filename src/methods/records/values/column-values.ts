/**
 * Column values: one column of the records as numbers of distinct values, with what comparisons need of each.
 *
 *     value  [rows]    the number of the distinct value, -1 for an empty or null-like one
 *
 * Null words say that a value is missing: they are no evidence, neither for nor against. So does a value, such as
 * `000-0000`, that is frequent where all others are nearly unique. Words are those of the
 * compared text (`record-text.ts`), so case, accents and punctuation do not count, but for the sign of a number.
 */
import { forEachInSteps, type Steps } from '../../../ground/breath/steps.ts'
import { comparedText, wordsOf } from '../candidates/record-text.ts'
import { type ValueWords, wordLists } from '../words/word-lists.ts'
import { type ColumnKind, type ColumnRole, columnKindOf } from './column-kinds.ts'
import { type Gate, isGate, kindOfGate } from './gates.ts'
import { isNegative } from './written-number.ts'

export interface Column extends ValueWords {
  readonly name: string
  readonly kind: ColumnKind
  /** The gate that the values of a match meet; false for none, true for the exact one in older models. */
  readonly mustAgree: Gate | boolean
  readonly value: Int32Array
  /** The first way of writing each distinct value, and its compared text. */
  readonly raw: readonly string[]
  readonly texts: readonly string[]
  /** Number of rows with each value, and with any. */
  readonly count: readonly number[]
  readonly filled: number
  /** The sum of idf of each value. */
  readonly mass: Float64Array
  /** The null words that occur, as written. */
  readonly nullWords: readonly string[]
}

/** Whether a column of numbers names the rows: no two have the same value, however it is written. */
export function isKey({ kind, texts, filled }: Column): boolean {
  return (
    (kind === 'code' || kind === 'number') &&
    texts.length === filled &&
    new Set(texts.map(withoutSpaces)).size === filled
  )
}

export function withoutSpaces(text: string): string {
  return text.replaceAll(' ', '')
}

/** Whether most values occur once: those of edition or size repeat, those that are given to one thing hardly. */
export function hardlyRepeats({ texts, filled }: Pick<Column, 'texts' | 'filled'>): boolean {
  return texts.length > leastDistinct * filled
}

const leastDistinct = 0.5

/** Compared texts of values that say nothing. */
const nullTexts = new Set([
  ...['', 'n a', 'na', 'null', 'none', 'nan', 'nil', 'unknown', 'undefined', 'missing', 'not available'],
  ...['not applicable', 'not known', 'keine angabe', 'k a', 'unbekannt', 'tbd', 'no data'],
])

export function* readColumn(name: string, values: readonly string[], role?: ColumnRole): Steps<Column> {
  const { value, raw, texts, count, nullWords } = yield* distinctValues(values)
  const filler = fillerOf(count)
  if (filler >= 0) {
    nullWords.add(raw[filler].trim())
    for (let r = 0; r < value.length; r++) if (value[r] === filler) value[r] = -1
    count[filler] = 0
  }
  const filled = count.reduce((sum, rows) => sum + rows, 0)
  const gate = role !== undefined && isGate(role) ? role : undefined
  const given =
    gate !== undefined || role === 'ignore' ? kindOfGate(gate) : (role as ColumnKind | undefined)
  const lists = yield* wordLists(texts, wordsOf, count)
  return {
    ...{ name, value, raw, texts, count, filled },
    kind:
      texts.length - (filler < 0 ? 0 : 1) <= 1
        ? 'constant'
        : (given ??
          columnKindOf(
            raw.filter((_, id) => id !== filler),
            filled,
          )),
    mustAgree: gate ?? false,
    ...lists,
    mass: massOf(lists),
    nullWords: [...nullWords].sort(),
  }
}

/** The compared text of a value, with the sign of a number: what two rows have in common if their values agree. */
export function comparedValue(given: string): string {
  const text = comparedText(given)
  return isNegative(given) ? `-${text}` : text
}

type DistinctValues = Pick<Column, 'value' | 'raw' | 'texts'> & {
  readonly count: number[]
  readonly nullWords: Set<string>
}

/** The values by number. @param filler the compared text of one more null word */
export function* distinctValues(values: readonly string[], filler?: string): Steps<DistinctValues> {
  const ids = new Map<string, number>()
  const value = new Int32Array(values.length).fill(-1)
  const [raw, texts, count]: [string[], string[], number[]] = [[], [], []]
  const nullWords = new Set<string>()
  let row = 0
  yield* forEachInSteps(values, given => {
    const at = row++
    const text = comparedValue(given)
    if (nullTexts.has(text) || text === filler) {
      if (given.trim() !== '') nullWords.add(given.trim())
      return
    }
    let id = ids.get(text)
    if (id === undefined) {
      id = texts.length
      ids.set(text, id)
      texts.push(text)
      raw.push(given)
      count.push(0)
    }
    value[at] = id
    count[id]++
  })
  return { value, raw, texts, count, nullWords }
}

/** A value that fills: at least this often, and this many times as often as any other of nearly unique ones. */
const [leastFilling, timesOthers, mostRepeated] = [10, 10, 1.5]

/** The number of the value that stands for a missing one, or -1. @param count rows of each value */
function fillerOf(count: readonly number[]): number {
  const most = count.reduce((best, rows, id) => (rows > count[best] ? id : best), 0)
  const others = count.filter((_, id) => id !== most)
  const next = others.reduce((best, rows) => Math.max(best, rows), 0)
  const rows = others.reduce((sum, more) => sum + more, 0)
  const isFiller =
    others.length >= leastFilling &&
    count[most] >= Math.max(leastFilling, timesOthers * next) &&
    rows <= mostRepeated * others.length
  return isFiller ? most : -1
}

/** The sum of idf of each value. */
export function massOf({ starts, items, idf }: ValueWords): Float64Array {
  const mass = new Float64Array(starts.length - 1)
  for (let value = 0; value < mass.length; value++)
    for (let e = starts[value]; e < starts[value + 1]; e++) mass[value] += idf[items[e]]
  return mass
}
