/** Byte sizes: `64MB`, `1.5 GB`, `4096`. Units are powers of 1024. */
const factors: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 2 ** 10,
  mb: 2 ** 20,
  gb: 2 ** 30,
  tb: 2 ** 40,
}

/**
 * Bytes from a text or a number; undefined for anything else and unless it is a whole positive number of bytes.
 *
 * @example parseByteSize('64MB') // => 67108864
 */
export function parseByteSize(given: unknown): number | undefined {
  let bytes = given
  if (typeof given === 'string') {
    const parts = /^(\d+(?:\.\d+)?)\s*([kmgt]?i?b?)$/i.exec(given.trim())
    if (!parts) return undefined
    const unit = parts[2].toLowerCase().replace('i', '')
    bytes = Number(parts[1]) * (factors[unit] ?? factors[`${unit}b`])
  }
  const isBytes = typeof bytes === 'number' && Number.isSafeInteger(bytes) && bytes >= 1
  return isBytes ? (bytes as number) : undefined
}

/** Bytes for people: three digits, or 1000 to 1023 of a unit. @example printByteSize(1016) // => '1016 B' */
export function printByteSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  // Decided by the rounded value: 1023.6 KB is 1 MB.
  while (Math.round(value) >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit++
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : Number(value.toPrecision(3))} ${units[unit]}`
}
