/**
 * Date texts: instants as Java's `Date.toString` writes them, in UTC.
 *
 * Days before 15 October 1582 are Julian; before the year 1, year numbers increase again.
 *
 * Source: Java's class library, `java.util.Date` and `GregorianCalendar`.
 */

const days = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

const msPerDay = 86_400_000
const firstGregorianDay = Date.UTC(1582, 9, 15)

/**
 * `date.toString()` of Java.
 *
 * @param date a valid date
 * @example dateText(new Date(0)) // => 'Thu Jan 01 00:00:00 UTC 1970'
 */
export function dateText(date: Date): string {
  const isJulian = date.getTime() < firstGregorianDay
  const { year, month, day } = isJulian ? julianDay(date) : gregorianDay(date)
  const clock = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(twoDigits).join(':')
  const dayText = `${days[date.getUTCDay()]} ${months[month]} ${twoDigits(day)}`
  return `${dayText} ${clock} UTC ${year > 0 ? year : 1 - year}`
}

interface Day {
  readonly year: number
  /** Counted from 0. */
  readonly month: number
  readonly day: number
}

function gregorianDay(date: Date): Day {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), day: date.getUTCDate() }
}

/** Uses years that begin in March, and cycles of 1461 days from the year -4800. */
function julianDay(date: Date): Day {
  const count = Math.floor(date.getTime() / msPerDay) + 2_472_670
  const marchYear = Math.floor((4 * count + 3) / 1461)
  const dayOfYear = count - Math.floor((1461 * marchYear) / 4)
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const isNextYear = marchMonth > 9
  return {
    year: marchYear - 4800 + (isNextYear ? 1 : 0),
    month: (marchMonth + 2) % 12,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
