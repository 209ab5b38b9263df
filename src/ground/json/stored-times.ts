/** Times and dates as tables store them, as texts of ISO 8601. */

/**
 * An ISO 8601 time from a count of units since 1970; the count itself outside the years that ISO 8601 can write.
 *
 * @param unitsPerSecond 1, 1000, 1,000,000 or 1,000,000,000; seconds have three digits behind the point, too
 * @example storedTime(1_500_000n, 1_000_000) // => '1970-01-01T00:00:01.500000Z'
 */
export function storedTime(count: bigint, unitsPerSecond: number): string | bigint {
  if (unitsPerSecond === 1) return storedTime(count * 1000n, 1000)
  const units = BigInt(unitsPerSecond)
  const fraction = ((count % units) + units) % units
  const seconds = Number((count - fraction) / units)
  if (Math.abs(seconds) > 8.64e12) return count
  const digits = String(fraction).padStart(String(unitsPerSecond).length - 1, '0')
  return new Date(seconds * 1000).toISOString().replace('000Z', `${digits}Z`)
}

/**
 * An ISO 8601 date from days since 1970; the days themselves outside the years that ISO 8601 can write.
 *
 * @example storedDate(1) // => '1970-01-02'
 */
export function storedDate(days: number): string | number {
  if (Math.abs(days) > 1e8) return days
  return new Date(days * 86_400_000).toISOString().replace('T00:00:00.000Z', '')
}

/**
 * A time of day from a count of units; the count itself if a day has not as many.
 *
 * @example storedTimeOfDay(3_661_000n, 1000) // => '01:01:01.000'
 */
export function storedTimeOfDay(count: bigint, unitsPerSecond: number): string | bigint {
  const text = String(storedTime(count, unitsPerSecond))
  return /^1970-01-01T(.*)Z$/.exec(text)?.[1] ?? count
}
