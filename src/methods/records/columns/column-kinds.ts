/**
 * Column kinds: what the values of a column are, read from the values. The kind decides how two values are compared.
 *
 * Source: dates as ISO 8601, day.month.year and month/day/year write them. Ours: the shares.
 */

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

/** What a caller may say of a column: its kind, or how it counts. */
export const columnRoles = [
  ...columnKinds.filter(kind => kind !== 'constant'),
  'ignore',
  'must-agree',
] as const

export type ColumnRole = (typeof columnRoles)[number]

/** The share of the distinct values that must have the form of a kind. */
const most = 0.8
/** Less for dates, which are mistyped easily and look like nothing else. */
const mostDates = 0.6

const email = /^[^\s@]+@[^\s@]+\.[a-z]+$/i
const plainNumber = /^[-+$€£]?\s*\d+([.,]\d+)*\s*[$€£%]?$/
const decimals = /[.,]\d{1,2}$/
const phoneSigns = /[\d\s().+/x-]/g
const postcode = /^(?:[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}|(?:[a-z]{1,2}-)?\d{4,5}(?:-\d{4})?)$/i

/** A column by its distinct values that are no null words, and by the number of its rows that have one. */
export function columnKindOf(values: readonly string[], rows: number): ColumnKind {
  if (values.length <= 1) return 'constant'
  const share = (is: (value: string) => boolean): number =>
    values.reduce((count, value) => count + (is(value.trim()) ? 1 : 0), 0) / values.length
  if (share(value => email.test(value)) > most) return 'email'
  if (share(value => dateOf(value) !== undefined) > mostDates) return 'date'
  if (share(value => plainNumber.test(value)) > most) return kindOfDigits(values, share)
  if (share(isPhone) > most) return 'phone'
  if (share(value => postcode.test(value)) > most) return 'postcode'
  if (values.length <= 50 && rows / values.length > 20) return 'category'
  const words = values.reduce((sum, value) => sum + value.trim().split(/\s+/).length, 0) / values.length
  if (words < 2.5 && share(value => /\d/.test(value)) > 0.6) return 'code'
  return words > 12 ? 'text' : 'words'
}

/** Long digits without decimals name things; short ones count or measure. */
function kindOfDigits(
  values: readonly string[],
  share: (is: (value: string) => boolean) => number,
): ColumnKind {
  const digits = values.reduce((sum, value) => sum + value.replace(/\D/g, '').length, 0) / values.length
  return digits >= 4.5 && share(value => decimals.test(value)) < 0.05 ? 'code' : 'number'
}

function isPhone(value: string): boolean {
  return value.replace(/\D/g, '').length >= 6 && value.replace(phoneSigns, '').length <= 3
}

/** Year, month and day; if both could be meant, the day is first after dots, the month after other signs. */
export type CalendarDate = readonly [year: number, month: number, day: number]

/** @example dateOf('17.3.1962') // => [1962, 3, 17] */
export function dateOf(value: string): CalendarDate | undefined {
  const text = value.trim()
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text)
  if (iso) return checked(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const turned = /^(\d{1,2})([-/.])(\d{1,2})\2((?:1[5-9]|20)\d{2})$/.exec(text)
  if (turned) {
    const [first, second, year] = [Number(turned[1]), Number(turned[3]), Number(turned[4])]
    return second > 12 || (turned[2] !== '.' && first <= 12)
      ? checked(year, first, second)
      : checked(year, second, first)
  }
  const digits = /^((?:1[89]|20)\d{2})(\d{2})(\d{2})$/.exec(text)
  return digits ? checked(Number(digits[1]), Number(digits[2]), Number(digits[3])) : undefined
}

function checked(year: number, month: number, day: number): CalendarDate | undefined {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? [year, month, day] : undefined
}
