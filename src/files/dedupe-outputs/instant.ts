/** Instant: a date or number as a number that grows with time. */
import { dateOf } from '../../methods/records/values/calendar-date.ts'

/**
 * Milliseconds since 1970 for a date, with its time if it is written as in ISO 8601; a year is its first day, another
 * number itself. Undefined for anything else.
 *
 * @example ['1.2.1970', '1970-01-01T00:00:01Z', 1971, '17'].map(instantOf) // => [2678400000, 1000, 31536000000, 17]
 */
export function instantOf(value: unknown): number | undefined {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value).trim()
  if (/^[12]\d{3}$/.test(text)) return Date.UTC(Number(text), 0, 1)
  const date = dateOf(text)
  if (date === undefined) return text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined
  const [year, month, day] = date
  const time = /^\d{4}-\d{2}-\d{2}[T ](\d{2}:\d{2}.*)$/.exec(text)?.[1]
  const zone = time !== undefined && /(?:[Zz]|[+-]\d{2}:?\d{2})$/.test(time) ? '' : 'Z'
  const instant = time === undefined ? Number.NaN : Date.parse(`${text.slice(0, 10)}T${time}${zone}`)
  return Number.isNaN(instant) ? Date.UTC(year, month - 1, day) : instant
}
