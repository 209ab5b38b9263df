/**
 * Value differences: whether one value is another writing of the other. Typing errors, short forms, nicknames, another
 * script and more words in one do not count.
 *
 * Ours: all of it.
 */
import { dateOf } from '../values/calendar-date.ts'
import { type Column, withoutSpaces } from '../values/column-values.ts'
import { levelCount, levelOfValues } from '../values/compare-values.ts'
import { areForms, hasDigit, ownWords } from '../words/explained-words.ts'
import { versionWords } from '../words/form-words.ts'
import { isIdentifier, isMeasure, isWords } from './column-meanings.ts'

/**
 * How two values differ; undefined if one is missing. `digit`: a digit of a number or a date, a typing error unless
 * something else tells the records apart.
 */
export type Difference = 'none' | 'slight' | 'digit' | 'numbers' | 'whole' | undefined

const agreeing: ReadonlySet<Difference> = new Set(['none', 'slight', 'digit'])

/** Whether two values are one, but for typing errors; missing ones are not. */
export function agrees(difference: Difference): boolean {
  return agreeing.has(difference)
}

/** @param words those of both names: a word that stands in another column there is no difference */
export function differenceOf(
  column: Column,
  [x, y]: readonly [number, number],
  words: readonly [readonly string[], readonly string[]],
): Difference {
  const { kind, raw } = column
  if (x === y) return 'none'
  if (isWords(kind)) return wordDifference(column, [x, y], words)
  if (kind === 'date' && (dateOf(raw[x]) === undefined || dateOf(raw[y]) === undefined)) return 'slight'
  const level = levelOfValues(column)(x, y)
  const most = levelCount(column) - 1
  if (level === most) return 'none'
  // Addresses are long: those of one beginning and number are one.
  if (kind === 'email') return level > 0 && digitsOf([raw[x]]) === digitsOf([raw[y]]) ? 'slight' : 'whole'
  // In a size, an edition or the number of a part a digit is no typing error.
  const isCounted =
    (kind === 'number' && isMeasure(column.name)) ||
    (kind === 'code' && isIdentifier(column.name) && digitsOf([raw[x]]) !== digitsOf([raw[y]]))
  if (level <= most / 2 || isCounted) return 'whole'
  return digitsOf([raw[x]]) === digitsOf([raw[y]]) ? 'slight' : 'digit'
}

function wordDifference(
  column: Column,
  [x, y]: readonly [number, number],
  words: readonly [readonly string[], readonly string[]],
): Difference {
  const { wordTexts, texts, frequency, mass } = column
  const knows = (list: readonly number[]): boolean => list.some(word => frequency[word] >= 3)
  const own = ownWords(column, x, y)
  const [ofX, ofY] = [own.a, own.b].map((left, side) =>
    left.filter(word => !words[1 - side].includes(wordTexts[word])),
  )
  const [a, b] = [ofX, ofY].map(left => left.map(word => wordTexts[word]))
  if (a.some(word => versionWords.has(word)) !== b.some(word => versionWords.has(word))) return 'whole'
  // Beside a number that the other lacks a letter is no initial: `1 B` is not `bajo`.
  const hasInitial = own.explained.some(
    ([p, q]) => isLetter.test(wordTexts[p]) || isLetter.test(wordTexts[q]),
  )
  if (hasInitial && [...a, ...b].some(word => hasDigit.test(word))) return 'numbers'
  if (withoutSpaces(texts[x]) === withoutSpaces(texts[y])) return 'slight'
  if (a.length === 0 || b.length === 0) {
    // One may repeat a number in place of another one.
    const left = [...a, ...b]
    const isReplaced = left.length > 0 && left.every(word => hasDigit.test(word))
    return isReplaced && numbersIn(texts[x]) === numbersIn(texts[y]) ? 'numbers' : 'slight'
  }
  if (a.join('') === b.join('') || isLatin(texts[x]) !== isLatin(texts[y])) return 'slight'
  const [m, n] = [a, b].map(left => left.filter(word => hasDigit.test(word)))
  if (m.length > 0 && n.length > 0 && digitsOf(m) !== digitsOf(n)) return 'numbers'
  if (a.every(one => b.some(other => areForms(one, other))) || areInitials(a, b) || areInitials(b, a))
    return 'slight'
  const isReplaced =
    (a.length === 1 && b.length === 1) || (Math.max(a.length, b.length) <= 2 && knows(ofX) && knows(ofY))
  const shared = own.shared - yearMass(column, x, y)
  const dice = (2 * shared) / Math.max(1e-9, mass[x] + mass[y])
  return isReplaced || dice < leastShared ? 'whole' : 'slight'
}

/** The idf of the years in both values: events of a year share it. */
function yearMass({ starts, items, idf, wordTexts }: Column, x: number, y: number): number {
  const other = items.subarray(starts[y], starts[y + 1])
  return items
    .subarray(starts[x], starts[x + 1])
    .filter(word => isYear.test(wordTexts[word]) && other.includes(word))
    .reduce((sum, word) => sum + idf[word], 0)
}

/** The number of words with digits, repeats included: `flat 14, 14 hill road` has two. */
function numbersIn(text: string): number {
  return text.split(' ').filter(word => hasDigit.test(word)).length
}

const isLetter = /^\p{L}$/u
const isYear = /^(?:19|20)\d\d$/

/** Of the words of two values, by rarity, for them to be alike. */
const leastShared = 0.2

function digitsOf(words: readonly string[]): string {
  return [...words.join('').replace(/\D/g, '')].sort().join('')
}

function areInitials(short: readonly string[], words: readonly string[]): boolean {
  return (
    short.length === 1 &&
    short[0] ===
      words
        .map(word => word[0])
        .join('')
        .slice(0, short[0].length)
  )
}

function isLatin(text: string): boolean {
  return /\p{Script=Latin}/u.test(text)
}
