/**
 * How far two values of codes, numbers and dates agree, as levels from 0 (not) to 4 (equal).
 *
 *              4       3                          2                  1
 *     code     equal   an edit, or one in other   two edits          the same beginning
 *     number   equal   a digit                    within 5 %         within 25 %
 *     date     equal   a digit, or day and month  two parts, 3 days  one part
 *
 * Phones are compared by their last nine digits, so country codes do not count.
 */
import { areNear, editsWithin } from '../words/edit-distance.ts'
import { type CalendarDate, dateOf, dayOf } from './calendar-date.ts'
import { type Column, withoutSpaces } from './column-values.ts'
import { levelOfWords, wordLevels } from './compare-words.ts'
import { writtenNumber } from './written-number.ts'

const valueLevels = 5
/** A number and what it counts: words that say nothing else. */
const counting =
  '(?:v|vols?|volumes?|bd|band|t|tom[eo]?|nos?|nr|issues?|heft|parts?|pt|teil|ed|editions?|aufl(?:age)?)'
const counted = new RegExp(`^(?:${counting} ?)?\\d+(?:st|nd|rd|th)?(?: ${counting})?$`)
/** Digits of a number that counts. */
const mostCounted = 2
/** Dates that are as near as two equal parts. */
const nearDays = 3

/** Number of levels; the highest is equality. */
export function levelCount({ kind }: Column): number {
  if (kind === 'words' || kind === 'text') return wordLevels
  return kind === 'category' || kind === 'constant' ? 2 : valueLevels
}

type LevelOfValues = (x: number, y: number) => number

/** What is read from the values of a column is read once. */
const known = new WeakMap<Column, LevelOfValues>()

/** The level of two values of a column, by their numbers. */
export function levelOfValues(column: Column): LevelOfValues {
  const made = known.get(column)
  if (made !== undefined) return made
  const equal = levelCount(column) - 1
  const different = levelOfDifferent(column)
  const { texts } = column
  // In one order, whichever of the two the list had first.
  const level: LevelOfValues = (x, y) =>
    x === y ? equal : texts[x] > texts[y] ? different(y, x) : different(x, y)
  known.set(column, level)
  return level
}

function levelOfDifferent(column: Column): LevelOfValues {
  const { kind, raw } = column
  if (kind === 'category' || kind === 'constant') return () => 0
  if (kind === 'words' || kind === 'text') return levelOfWords(column)
  if (kind === 'number') {
    const numbers = raw.map(writtenNumber)
    return (x, y) => numberLevel([raw[x], raw[y]], numbers[x], numbers[y])
  }
  if (kind === 'date') {
    const dates = raw.map(readDate)
    return (x, y) => dateLevel([raw[x], raw[y]], dates[x], dates[y])
  }
  const codes = solidValues(column)
  if (kind !== 'code') return (x, y) => codeLevel(codes[x], codes[y])
  const digits = codes.map(code => code.replace(/\D/g, ''))
  const counts = (x: number): boolean => counted.test(column.texts[x])
  return (x, y) => {
    const [m, n] = [digits[x], digits[y]]
    // A digit is no typing error in codes that count, such as `vol. 12`, and words around the number say nothing.
    if (m !== n && Math.max(m.length, n.length) <= mostCounted) return 0
    const isSame = m === n && codes[x] !== codes[y] && m !== ''
    return isSame && (codes[x] === m || codes[y] === n || (counts(x) && counts(y)))
      ? 3
      : codeLevel(codes[x], codes[y])
  }
}

/** Values without the signs between their groups; of phones the last nine digits. */
export function solidValues({ kind, raw, texts }: Pick<Column, 'kind' | 'raw' | 'texts'>): string[] {
  return kind === 'phone' ? raw.map(phoneDigits) : texts.map(withoutSpaces)
}

function phoneDigits(value: string): string {
  return value.replace(/\D/g, '').slice(-9)
}

function codeLevel(a: string, b: string): number {
  if (a === b) return 4
  const edits = editsWithin(a, b, 2)
  if (edits === 1) return 3
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length >= 4 && long.includes(short)) return 3
  if (short.length >= 6 && edits === 2) return 2
  let same = 0
  while (same < short.length && short[same] === long[same]) same++
  return same >= Math.max(3, short.length / 2) ? 1 : 0
}

function numberLevel([a, b]: readonly [string, string], x: number, y: number): number {
  if (x === y) return 4
  if (a.length > 2 && areNear(a, b, 1)) return 3
  const apart = Math.abs(x - y) / Math.max(1e-9, Math.abs(x), Math.abs(y))
  return apart <= 0.05 ? 2 : apart <= 0.25 ? 1 : 0
}

interface ReadDate {
  readonly parts: CalendarDate
  readonly written: string
  readonly day: number
}

function readDate(value: string): ReadDate | undefined {
  const parts = dateOf(value)
  return parts && { parts, written: parts.join('-'), day: dayOf(parts) }
}

function dateLevel(
  [a, b]: readonly [string, string],
  x: ReadDate | undefined,
  y: ReadDate | undefined,
): number {
  if (x === undefined || y === undefined) return areNear(a, b, 1) ? 3 : areNear(a, b, 2) ? 2 : 0
  const [[year, month, day], other] = [x.parts, y.parts]
  const same = Number(year === other[0]) + Number(month === other[1]) + Number(day === other[2])
  if (same === 3) return 4
  const isTurned = year === other[0] && month === other[2] && day === other[1]
  if (isTurned || areNear(x.written, y.written, 1)) return 3
  return Math.abs(x.day - y.day) <= nearDays ? 2 : same
}
