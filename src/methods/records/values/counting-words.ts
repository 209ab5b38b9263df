/**
 * Counting words: the words of each record by which the differences of a pair are judged (`differences.ts`).
 *
 * Columns that say nothing have none, nor has a price, which is another in another shop. What is written in groups of
 * signs, such as a phone or a date, is one word, however it is written.
 */
import { wordsOf } from '../candidates/record-text.ts'
import { headedBy } from '../words/header-meanings.ts'
import { dateOf } from './calendar-date.ts'
import { type Column, isKey } from './column-values.ts'
import { solidValues } from './compare-values.ts'

const isPrice = headedBy('price')

/** Undefined if no column says something. */
export function countingWords(columns: readonly Column[]): string[][] | undefined {
  const counting = columns
    .filter(column => column.kind !== 'constant' && !isKey(column) && !isPrice(column.name))
    .map(column => ({ value: column.value, words: wordsOfValues(column) }))
  if (counting.length === 0) return undefined
  return Array.from(counting[0].value, (_, row) =>
    counting.flatMap(({ value, words }) => (value[row] < 0 ? [] : words[value[row]])),
  )
}

function wordsOfValues(column: Column): string[][] {
  const { kind, raw, texts } = column
  if (kind === 'code' || kind === 'phone' || kind === 'postcode')
    return solidValues(column).map(value => [value])
  if (kind === 'date') return raw.map((value, id) => [dateOf(value)?.join('-') ?? texts[id]])
  return texts.map(wordsOf)
}
