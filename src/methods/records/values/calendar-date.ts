/**
 * Calendar date: dates as people write them.
 *
 * Source: ISO 8601; day.month.year and month/day/year.
 */

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

/** Days since 1970. */
export function dayOf([year, month, day]: CalendarDate): number {
  return Date.UTC(year, month - 1, day) / 86_400_000
}
