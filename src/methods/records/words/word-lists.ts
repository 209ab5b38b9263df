/**
 * Word lists: the distinct words of values, as numbers in flat lists.
 *
 *     items      [entries]   the words of value v are [starts[v], starts[v + 1]), ascending
 *     plain      [words]     a number for each word, the same for words that differ in ü or ue, ß or ss
 *     letters    [words]     the letters of each word (`lettersOf`)
 *     frequency  [words]     the number of rows with each word         idf   among the filled rows
 */
import { forEachInSteps, type Steps } from '../../../ground/breath/steps.ts'
import { withRoom } from '../../../ground/lists/growing-lists.ts'
import { idfAmong } from '../candidates/item-weights.ts'
import { lettersOf } from '../candidates/record-text.ts'

export interface ValueWords {
  readonly starts: Int32Array
  readonly items: Int32Array
  readonly wordTexts: readonly string[]
  readonly plain: Int32Array
  readonly letters: Int32Array
  readonly frequency: Int32Array
  readonly idf: Float64Array
}

type NumberedWords = Pick<ValueWords, 'starts' | 'items' | 'wordTexts'>

/** @param wordsOf the words of a value @param count the number of rows with each value */
export function* wordLists<T>(
  values: readonly T[],
  wordsOf: (value: T) => readonly string[],
  count: ArrayLike<number>,
): Steps<ValueWords> {
  const numbered = yield* numberedWords(values, wordsOf)
  const { starts, items, wordTexts } = numbered
  const frequency = new Int32Array(wordTexts.length)
  let filled = 0
  for (let value = 0; value < values.length; value++) {
    for (let e = starts[value]; e < starts[value + 1]; e++) frequency[items[e]] += count[value]
    filled += count[value]
  }
  return weighedWords(numbered, frequency, filled)
}

/** The words of each value by number. */
export function* numberedWords<T>(
  values: readonly T[],
  wordsOf: (value: T) => readonly string[],
): Steps<NumberedWords> {
  const ids = new Map<string, number>()
  let items = new Int32Array(1 << 12)
  const starts = new Int32Array(values.length + 1)
  let value = 0
  yield* forEachInSteps(values, given => {
    const words = wordsOf(given)
    const from = starts[value]
    items = withRoom(items, from + words.length)
    for (const [at, word] of words.entries()) {
      const number = ids.get(word) ?? ids.size
      if (number === ids.size) ids.set(word, number)
      items[from + at] = number
    }
    const end = from + words.length
    items.subarray(from, end).sort()
    let kept = from
    for (let e = from; e < end; e++)
      if (e === from || items[e] !== items[kept - 1]) items[kept++] = items[e]
    starts[++value] = kept
  })
  return { starts, items: items.slice(0, starts[value]), wordTexts: [...ids.keys()] }
}

/** @param frequency the number of rows with each word, of `filled` rows */
export function weighedWords(numbered: NumberedWords, frequency: Int32Array, filled: number): ValueWords {
  const idf = Float64Array.from(frequency, rows => idfAmong(filled, rows))
  const { wordTexts } = numbered
  const letters = Int32Array.from(wordTexts, lettersOf)
  return { ...numbered, plain: plainNumbers(wordTexts), letters, frequency, idf }
}

function plainNumbers(wordTexts: readonly string[]): Int32Array {
  const numbers = new Map<string, number>()
  return Int32Array.from(wordTexts, word => {
    const plain = word.replace(/([aou])e/g, '$1').replaceAll('ß', 'ss')
    const number = numbers.get(plain) ?? numbers.size
    numbers.set(plain, number)
    return number
  })
}
