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
import { areNear } from '../words/edit-distance.ts'
import { type CalendarDate, dateOf, dayOf } from './calendar-date.ts'
import type { Column } from './column-values.ts'
import { wordLevel, wordLevels } from './compare-words.ts'
import { writtenNumber } from './written-number.ts'

const valueLevels = 5
/** Dates that are as near as two equal parts. */
const nearDays = 3

/** Number of levels; the highest is equality. */
export function levelCount({ kind }: Column): number {
  if (kind === 'words' || kind === 'text') return wordLevels
  return kind === 'category' || kind === 'constant' ? 2 : valueLevels
}

/** The level of two distinct values of a column, as numbers. */
export function valueLevel(column: Column, x: number, y: number): number {
  const { kind, raw, texts } = column
  if (x === y) return levelCount(column) - 1
  // In one order, whichever of the two the list had first.
  if (texts[x] > texts[y]) return valueLevel(column, y, x)
  if (kind === 'category' || kind === 'constant') return 0
  if (kind === 'number') return numberLevel(raw[x], raw[y])
  if (kind === 'date') return dateLevel(raw[x], raw[y])
  if (kind === 'phone') return codeLevel(phoneDigits(raw[x]), phoneDigits(raw[y]))
  if (kind === 'words' || kind === 'text') return wordLevel(column, x, y)
  return codeLevel(texts[x].replaceAll(' ', ''), texts[y].replaceAll(' ', ''))
}

function phoneDigits(value: string): string {
  return value.replace(/\D/g, '').slice(-9)
}

function codeLevel(a: string, b: string): number {
  if (a === b) return 4
  if (areNear(a, b, 1)) return 3
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length >= 4 && long.includes(short)) return 3
  if (short.length >= 6 && areNear(a, b, 2)) return 2
  let same = 0
  while (same < short.length && short[same] === long[same]) same++
  return same >= Math.max(3, short.length / 2) ? 1 : 0
}

function numberLevel(a: string, b: string): number {
  const [x, y] = [writtenNumber(a), writtenNumber(b)]
  if (x === y) return 4
  if (a.length > 2 && areNear(a, b, 1)) return 3
  const apart = Math.abs(x - y) / Math.max(1e-9, Math.abs(x), Math.abs(y))
  return apart <= 0.05 ? 2 : apart <= 0.25 ? 1 : 0
}

function dateLevel(a: string, b: string): number {
  const [x, y] = [dateOf(a), dateOf(b)]
  if (x === undefined || y === undefined) return areNear(a, b, 1) ? 3 : areNear(a, b, 2) ? 2 : 0
  const same = x.filter((part, at) => part === y[at]).length
  if (same === 3) return 4
  const isTurned = x[0] === y[0] && x[1] === y[2] && x[2] === y[1]
  if (isTurned || areNear(written(x), written(y), 1)) return 3
  return Math.abs(dayOf(x) - dayOf(y)) <= nearDays ? 2 : same
}

function written(date: CalendarDate): string {
  return date.join('-')
}
