/**
 * Value order: how `max:FIELD` and `min:FIELD` compare the values of a field.
 *
 *     number  <  time  <  text  <  anything else and nothing
 *
 * Numbers, and texts that are numbers (as CSV has them), are compared in all their digits. Times are those of ISO 8601
 * with a year and a month at least; they are compared by instant, in UTC where they name no zone. Texts are compared by
 * code units. The rank of a value depends on nothing but the value, so more documents change no order.
 */
import { visibleText } from '../../ground/errors/visible-text.ts'
import { compareDecimals } from '../../ground/json/decimal.ts'
import { type KeepRule, printKeepRule } from '../../ground/options/keep-rule.ts'

const [isNumber, isTime, isText, isNothing] = [0, 1, 2, 3]

/** @param field [count] the values @param sign -1 if the largest comes first, 1 if the smallest does */
export function compareValues(field: readonly unknown[], sign: number): (a: number, b: number) => number {
  // The nearest double of each number: if those of two numbers differ, they decide which is smaller. Of a time, its
  // seconds.
  const doubles = Float64Array.from(field, doubleOf)
  const ranks = Uint8Array.from(field, (value, i) => {
    if (!Number.isNaN(doubles[i])) return isNumber
    if (typeof value !== 'string' || value === '') return isNothing
    doubles[i] = timeOf(value)?.seconds ?? Number.NaN
    return Number.isNaN(doubles[i]) ? isText : isTime
  })
  return (a, b) => {
    if (ranks[a] !== ranks[b]) return ranks[a] - ranks[b]
    if (ranks[a] === isNothing) return 0
    if (ranks[a] === isText) return sign * compareTexts(field[a] as string, field[b] as string)
    if (doubles[a] !== doubles[b]) return doubles[a] < doubles[b] ? -sign : sign
    if (ranks[a] === isTime) return sign * compareTexts(fractionOf(field[a]), fractionOf(field[b]))
    const isSame = field[a] === field[b] || (typeof field[a] === 'number' && typeof field[b] === 'number')
    return isSame ? 0 : sign * compareDecimals(digitsOf(field[a]), digitsOf(field[b]))
  }
}

/**
 * What makes the order of a rule doubtful: values that are neither all numbers nor all times of one form. Undefined if
 * they are, and for rules that compare no values.
 */
export function doubtfulOrder(rule: KeepRule, field: readonly unknown[]): string | undefined {
  if (rule.rule !== 'max' && rule.rule !== 'min') return undefined
  let first: { readonly form: string; readonly value: unknown } | undefined
  for (const value of field) {
    const form = formOf(value)
    if (form === undefined) continue
    first ??= { form, value }
    if (form === first.form && form !== other) continue
    const second = field.find(each => formOf(each) !== undefined && each !== first?.value)
    const example = form === other ? (first.value === value ? second : first.value) : first.value
    const values = [value, ...(example === undefined ? [] : [example])].map(printed).join(' beside ')
    return (
      `values of \`keep\` ${printKeepRule(rule)} are neither all numbers nor all ISO times of one form, such as ` +
      `${values}, so the order may be wrong: write numbers as 9000.5 and times as 2026-01-31T15:04:05Z`
    )
  }
  return undefined
}

const other = 'other'

/** Values of one form have one order; undefined for nothing. */
function formOf(value: unknown): string | undefined {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === ''))
    return undefined
  if (!Number.isNaN(doubleOf(value))) return 'number'
  return (typeof value === 'string' ? timeOf(value)?.form : undefined) ?? other
}

/** Characters of a value in a hint. */
const mostShown = 40

function printed(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  const cut = text.length > mostShown ? `${text.slice(0, mostShown)}…` : text
  return typeof value === 'string' ? visibleText(cut) : cut
}

/** By code units. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** NaN for anything but a number in decimal notation. */
function doubleOf(value: unknown): number {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value)
  const double = typeof value === 'string' && decimal.test(value) ? Number(value) : Number.NaN
  return Number.isFinite(double) ? double : Number.NaN
}

/** A number as written; whole numbers without an exponent. */
function digitsOf(value: unknown): string {
  if (typeof value !== 'number') return String(value)
  if (Number.isInteger(value)) return String(BigInt(value))
  return Number.isFinite(value) ? String(value) : `${Math.sign(value)}e999999999`
}

const decimal = /^\s*[-+]?(\d+(?:\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i

const date = /(?<year>\d{4})(?:-(?<month>\d\d)(?:-(?<day>\d\d))?|(?<months>\d\d)(?<days>\d\d)(?=T))/
const clock = /(?<hour>\d\d):?(?<minute>\d\d)(?::?(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?/
const zone = /(?<zone>Z|(?<sign>[-+])(?<zoneHour>\d\d)(?::?(?<zoneMinute>\d\d))?)/
const isoTime = new RegExp(`^\\s*${date.source}(?:[T ]${clock.source}(?:\\s?${zone.source})?)?\\s*$`, 'i')

interface Time {
  /** Since 1970, without the fraction. */
  readonly seconds: number
  /** The parts that it has: month, day, time, zone. */
  readonly form: string
}

/** The instant of an ISO time; undefined for other texts and days that no calendar has. */
function timeOf(text: string): Time | undefined {
  const parts = isoTime.exec(text)?.groups
  if (parts === undefined) return undefined
  const numberOf = (part: string | undefined, absent = 0) => (part === undefined ? absent : Number(part))
  const [year, month] = [numberOf(parts.year), numberOf(parts.month ?? parts.months)]
  const day = numberOf(parts.day ?? parts.days, 1)
  const midnight = new Date(0)
  midnight.setUTCFullYear(year, month - 1, day)
  const [hour, minute, second] = [numberOf(parts.hour), numberOf(parts.minute), numberOf(parts.second)]
  const isDay = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day
  if (!isDay || hour > 24 || minute > 59 || second > 60) return undefined
  const ahead = 60 * numberOf(parts.zoneHour) + numberOf(parts.zoneMinute)
  const minutes = 60 * hour + minute - (parts.sign === '-' ? -ahead : ahead)
  const form =
    parts.hour === undefined
      ? parts.day === undefined
        ? 'month'
        : 'day'
      : `time${parts.zone ? ' in a zone' : ''}`
  return { seconds: midnight.getTime() / 1000 + 60 * minutes + second, form }
}

/** The digits after the seconds of an ISO time, which compare as texts. */
function fractionOf(time: unknown): string {
  return (isoTime.exec(String(time))?.groups?.fraction ?? '').replace(/0+$/, '')
}
