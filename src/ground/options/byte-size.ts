/** Byte sizes: `64MB` is 64 million bytes, `64MiB` 64 * 2^20. They are printed in KiB, MiB and so on. */
import { type Option, type OptionSpec, parsed } from './declare.ts'

const prefixes = ['', 'k', 'm', 'g', 't']
const unitNames = 'KB, MB, GB (powers of 1000), KiB, MiB or GiB (of 1024)'

/**
 * Bytes from a text or a number; undefined for anything else and unless it is a whole positive number of bytes.
 *
 * @example [parseByteSize('64MB'), parseByteSize('64MiB')] // => [64000000, 67108864]
 */
export function parseByteSize(given: unknown): number | undefined {
  let bytes = given
  if (typeof given === 'string') {
    const parts = /^(?<size>\d+(?:\.\d+)?)\s*(?:(?<prefix>[kmgt])(?<binary>i?)b|b?)$/i.exec(given.trim())
    if (!parts?.groups) return undefined
    const { size, prefix = '', binary } = parts.groups
    // Rounded, as 1.001 * 1e9 is not a whole number of floating point.
    const exact = Number(size) * (binary ? 1024 : 1000) ** prefixes.indexOf(prefix.toLowerCase())
    bytes = Math.abs(exact - Math.round(exact)) < 1e-6 ? Math.round(exact) : exact
  }
  const isBytes = typeof bytes === 'number' && Number.isSafeInteger(bytes) && bytes >= 1
  return isBytes ? (bytes as number) : undefined
}

const printedUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** Bytes for people: three digits, or 1000 to 1023 of a unit. @example printByteSize(1016) // => '1016 B' */
export function printByteSize(bytes: number): string {
  let value = bytes
  let unit = 0
  // Decided by the rounded value: 1023.6 KiB is 1 MiB.
  while (Math.round(value) >= 1024 && unit < printedUnits.length - 1) {
    value /= 1024
    unit++
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : Number(value.toPrecision(3))} ${printedUnits[unit]}`
}

/** The same size in the form of an option, exactly. */
function exactSize(bytes: number): string {
  let value = bytes
  if (bytes % 1e6 === 0) {
    const power = bytes % 1e12 === 0 ? 4 : bytes % 1e9 === 0 ? 3 : 2
    return `${bytes / 1000 ** power}${prefixes[power].toUpperCase()}B`
  }
  let unit = 0
  while (value % 1024 === 0 && unit < printedUnits.length - 1) {
    value /= 1024
    unit++
  }
  return unit === 0 ? String(bytes) : `${value}${printedUnits[unit]}`
}

/** A size between two limits, as a number of bytes or a text with a unit. */
export function byteSize(
  spec: OptionSpec<number> & { from: number; to: number; default: number },
): Option<number, number | string> {
  return parsed<number, number | string>({
    ...spec,
    placeholder: 'size',
    domain: `a size from ${exactSize(spec.from)} to ${exactSize(spec.to)}, in bytes or with the unit ${unitNames}`,
    defaultText: exactSize(spec.default),
    parse: given => {
      const bytes = parseByteSize(given)
      return bytes !== undefined && bytes >= spec.from && bytes <= spec.to ? bytes : undefined
    },
  })
}
