/**
 * Exact JSON: like `JSON.parse` and `JSON.stringify`, but a whole number beyond 2^53 written in digits becomes a bigint
 * with all of them.
 *
 * A number too large for a double would read back as null, so it is refused, and so are more than 4,096 digits.
 * Fractions and numbers with an exponent are doubles as usual; doubles beyond 2^53 are written with an exponent.
 *
 * Cost: that of the plain functions, except for texts with long numbers, which are slower. Engines that do not reveal
 * the source of a number give doubles, and those that cannot write raw numbers write a bigint as a text.
 */
import { NearsameError } from '../errors/nearsame-error.ts'

interface RawJson {
  rawJSON?(text: string): unknown
}

const { rawJSON } = JSON as RawJson

/** A number too long for a double, by digits or exponent; may also match inside a text. */
const longNumber = /(?<=^|[[:,\s-])\d(?:\d{15}|[\d.]*[eE]\+?\d{3})/
/** Longer whole numbers would take too long to convert to bigints. */
const mostDigits = 4096
const isDigits = /^-?\d+$/

/**
 * @throws SyntaxError as `JSON.parse`; NearsameError JSON_SYNTAX for a number that is too large; RangeError for long
 *   numbers nested some thousand levels deep
 * @example fromJson('{"id":12345678901234567890}') // => { id: 12345678901234567890n }
 */
export function fromJson(text: string): unknown {
  return longNumber.test(text) ? JSON.parse(text, checkedNumber) : JSON.parse(text)
}

type Context = { readonly source?: string }

/** The reviver of `fromJson`. @throws NearsameError JSON_SYNTAX */
function checkedNumber(key: string, value: unknown, context?: Context): unknown {
  if (typeof value !== 'number' || Number.isFinite(value)) return exactNumber(key, value, context)
  const source = context?.source ?? ''
  if (isDigits.test(source) && source.length <= mostDigits) return BigInt(source)
  throw new NearsameError('JSON_SYNTAX', {
    expected: `whole numbers of at most ${mostDigits} digits, and others below 1.8e308`,
    got: source.length > 40 ? `one of ${source.length} characters` : source,
    fix: 'write the number as a text',
  })
}

/** A reviver for `JSON.parse` that refuses nothing: numbers too large for a double become Infinity. */
export function exactNumber(_: string, value: unknown, context?: Context): unknown {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value
  const source = context?.source ?? ''
  return isDigits.test(source) ? BigInt(source) : value
}

/**
 * Like `JSON.stringify`; null for values without JSON.
 *
 * @throws TypeError, RangeError as `JSON.stringify`; NearsameError RECORD_NOT_OBJECT for a bigint that is too long
 * @example toJson({ id: 12345678901234567890n }) // => '{"id":12345678901234567890}'
 */
export function toJson(value: unknown, { indent = 0 }: { readonly indent?: number } = {}): string {
  try {
    const json = JSON.stringify(value, null, indent) ?? 'null'
    if (!longNumber.test(json)) return json
  } catch (error) {
    if (!(error instanceof TypeError)) throw error // a bigint is one, too
  }
  return JSON.stringify(value, withLongNumbers, indent) ?? 'null'
}

function withLongNumbers(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') {
    const digits = checkedDigits(String(value))
    return rawJSON === undefined ? digits : rawJSON(digits)
  }
  const isLong = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
  return isLong && rawJSON !== undefined ? rawJSON(value.toExponential()) : value
}

/** The digits, if they can be read back. */
function checkedDigits(digits: string): string {
  if (digits.length <= mostDigits) return digits
  throw new NearsameError('RECORD_NOT_OBJECT', {
    expected: `whole numbers of at most ${mostDigits} digits`,
    got: `one of ${digits.length}`,
    fix: 'give the number as a text',
  })
}

/** Whether objects and lists are nested deeper than `levels`. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some(inner => isDeeper(inner, levels - 1))
}
