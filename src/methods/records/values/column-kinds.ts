/**
 * Column kinds: what the values of a column are, read from the values. The kind decides how two values are compared.
 *
 * Ours: the shares.
 */
import { dateOf } from './calendar-date.ts'
import { type Gate, gateNames, isGate, withinPattern } from './gates.ts'

export const columnKinds = [
  'words',
  'text',
  'code',
  'number',
  'date',
  'phone',
  'postcode',
  'email',
  'category',
  'constant',
] as const

export type ColumnKind = (typeof columnKinds)[number]

/** What a caller may say of a column: its kind, that it does not count, or a gate. */
export type ColumnRole = ColumnKind | 'ignore' | Gate

const namedRoles = [...columnKinds.filter(kind => kind !== 'constant'), 'ignore', ...gateNames]

/** The roles as a message names them, and as a regular expression reads them. */
export const columnRoles: readonly string[] = [...namedRoles, 'within:3d', 'within:1%']
export const rolePattern = [...namedRoles, withinPattern].join('|')

export function isColumnRole(role: string): role is ColumnRole {
  return namedRoles.includes(role) || isGate(role)
}

/** The share of the distinct values that must have the form of a kind. */
const most = 0.8
/** Less for dates, which are mistyped easily and look like nothing else. */
const mostDates = 0.6

const email = /^[^\s@]+@[^\s@]+\.[a-z]+$/i
const plainNumber = /^[-+$€£]?\s*\d+([.,]\d+)*\s*[$€£%]?$/
const decimals = /[.,]\d{1,2}$/
const phoneSigns = /[\d\s().,:+/#-]/g
const phoneLetters = /^(?:tel|telefon|phone|ph|mobile|mob|fon|fax)?(?:x|ext)?$/
/** Of a phone with country code and extension. */
const mostDigits = 20
const addressed = /\p{L}{4,}\.?,?\s+\d|\d\s+\p{L}{4,}/u
/** With the code of a country, or the 0 before that of a town: amounts begin with neither. */
const dialled = /^(?:\+|00?)[1-9]\d{7,13}$/
const postcode = /^(?:[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}|(?:[a-z]{1,2}-)?(?:\d{4}|\d{5}(?:-\d{4})?))$/i

/** A column by its distinct values that are no null words, and by the number of its rows that have one. */
export function columnKindOf(values: readonly string[], rows: number): ColumnKind {
  if (values.length <= 1) return 'constant'
  const share = (is: (value: string) => boolean): number =>
    values.reduce((count, value) => count + (is(value.trim()) ? 1 : 0), 0) / values.length
  if (share(value => email.test(value)) > most) return 'email'
  if (share(value => dateOf(value) !== undefined) > mostDates) return 'date'
  if (share(isDialled) > most) return 'phone'
  if (share(value => plainNumber.test(value)) > most) return kindOfDigits(values, share)
  if (share(isPhone) > most) return 'phone'
  if (share(value => postcode.test(value)) > most) return 'postcode'
  if (values.length <= 50 && rows / values.length > 20) return 'category'
  if (areCodes(values)) return areAddresses(values) ? 'words' : 'code'
  return wordsIn(values) > 12 ? 'text' : 'words'
}

function areCodes(values: readonly string[]): boolean {
  return wordsIn(values) < 2.5 && values.filter(value => /\d/.test(value)).length > 0.6 * values.length
}

/** Whether most values are a word and a number, as of a house, and no more. */
export function areAddresses(values: readonly string[]): boolean {
  return areCodes(values) && values.filter(value => addressed.test(value)).length > values.length / 2
}

/** The mean number of words. */
function wordsIn(values: readonly string[]): number {
  return values.reduce((sum, value) => sum + value.trim().split(/\s+/).length, 0) / values.length
}

/** Long digits without decimals name things; short ones, and those that are mostly rounded, count or measure. */
function kindOfDigits(
  values: readonly string[],
  share: (is: (value: string) => boolean) => number,
): ColumnKind {
  const digits = values.reduce((sum, value) => sum + value.replace(/\D/g, '').length, 0) / values.length
  const isRounded = share(value => value.endsWith('00')) > 0.5
  return digits >= 4.5 && !isRounded && share(value => decimals.test(value)) < 0.05 ? 'code' : 'number'
}

/** Digits and signs, with no letters but those that announce a number; groups by hyphens alone name parts, too. */
function isPhone(value: string): boolean {
  const { length } = value.replace(/\D/g, '')
  const rest = value.toLowerCase().replace(phoneSigns, '')
  return length >= 6 && length <= mostDigits && phoneLetters.test(rest) && !hyphenated(value.trim())
}

function isDialled(value: string): boolean {
  return dialled.test(value.replace(/[\s()/-]/g, ''))
}

function hyphenated(value: string): boolean {
  return /^[1-9]\d*(?:-\d+)+$/.test(value) && !/^(?:1-)?(?:\d{3}-)?\d{3}-\d{4}$/.test(value)
}
