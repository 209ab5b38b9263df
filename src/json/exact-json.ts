/**
 * Exact JSON: as `JSON.parse` and `JSON.stringify`, but a whole number beyond 2^53 that is written in digits is a
 * bigint, with all of them.
 *
 * A number too large for a double would come back as null, so it is refused, and so are more than 4,096 digits.
 * Fractions and numbers with an exponent are doubles, as everywhere.
 *
 * Cost: that of the plain functions, unless a text has a long number; then it is read a second time, slower. Engines
 * that do not tell the source of a number give doubles.
 */
import { NearsameError } from '../errors/nearsame-error.ts'

interface RawJson {
  rawJSON?(text: string): unknown
}

const { rawJSON } = JSON as RawJson

/** Digits or an exponent that a double may not hold. */
const longNumber = /\d{16}|\d[eE]\+?\d{3}/
/** Whole numbers of more digits would take long to become bigints. */
const mostDigits = 4096

/**
 * @throws SyntaxError as `JSON.parse`; NearsameError JSON_SYNTAX for a number that is too large
 * @example fromJson('{"id":12345678901234567890}') // => { id: 12345678901234567890n }
 */
export function fromJson(text: string): unknown {
  return longNumber.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text)
}

function exactNumber(_: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const source = context?.source ?? ''
  const isWhole = /^-?\d+$/.test(source)
  if (isWhole ? source.length > mostDigits : !Number.isFinite(value)) {
    throw new NearsameError('JSON_SYNTAX', {
      expected: `whole numbers of at most ${mostDigits} digits, and others below 1.8e308`,
      got: source.length > 40 ? `one of ${source.length} characters` : source,
      fix: 'write the number as a text',
    })
  }
  return isWhole ? BigInt(source) : value
}

/**
 * As `JSON.stringify`; null of what has no JSON.
 *
 * @throws TypeError, RangeError as `JSON.stringify`
 * @example toJson({ id: 12345678901234567890n }) // => '{"id":12345678901234567890}'
 */
export function toJson(value: unknown, { indent = 0 }: { readonly indent?: number } = {}): string {
  try {
    return JSON.stringify(value, null, indent) ?? 'null'
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return JSON.stringify(value, withBigints, indent) ?? 'null'
  }
}

function withBigints(_: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  const digits = String(value)
  if (digits.length > mostDigits) throw new TypeError(`more than ${mostDigits} digits`) // could not be read again
  return rawJSON === undefined ? digits : rawJSON(digits)
}
