/**
 * Counting words: the words of each record by which the differences of a pair are judged (`differences.ts`).
 *
 * Columns that say nothing have none, nor has a price, which is another in another shop. What is written in groups of
 * signs, such as a phone or a date, is one word, however it is written.
 */
import type { Steps } from '../../../ground/breath/steps.ts'
import { wordsOf } from '../candidates/record-text.ts'
import { headedBy } from '../words/header-meanings.ts'
import { type ValueWords, wordLists } from '../words/word-lists.ts'
import { dateOf } from './calendar-date.ts'
import { type Column, isKey } from './column-values.ts'
import { solidValues } from './compare-values.ts'

const isPrice = headedBy('price')

/** The words of rows, and how many equal ones each row stands for. */
interface RowWords {
  readonly words: readonly (readonly string[])[]
  readonly copies: Int32Array
}

/** Those of each row: all of its words if no column says something. */
export function* countingWords(
  columns: readonly Column[],
  { words: all, copies }: RowWords,
): Steps<ValueWords> {
  const counting = columns
    .filter(column => column.kind !== 'constant' && !isKey(column) && !isPrice(column.name))
    .map(column => ({ value: column.value, words: wordsOfValues(column) }))
  if (counting.length === 0) return yield* wordLists(all, list => list, copies)
  const wordsAt = (row: number): readonly string[] =>
    counting.flatMap(({ value, words }) => (value[row] < 0 ? [] : words[value[row]]))
  return yield* wordLists([...all.keys()], wordsAt, copies)
}

function wordsOfValues(column: Column): string[][] {
  const { kind, raw, texts } = column
  if (kind === 'code' || kind === 'phone' || kind === 'postcode')
    return solidValues(column).map(value => [value])
  if (kind === 'date') return raw.map((value, id) => [dateOf(value)?.join('-') ?? texts[id]])
  return texts.map(wordsOf)
}
