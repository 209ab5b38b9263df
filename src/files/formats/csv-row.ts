/**
 * CSV rows: where the fields of one row stand, in bytes or in the characters of a string.
 *
 *     row   = field { separator field }
 *     field = quote { unit | quote quote } quote      if its first unit is a quote
 *           | units up to the next separator          a quote elsewhere is an ordinary unit
 *
 * Source: RFC 4180, section 2. `cut-csv.ts` finds where a row ends by the same grammar.
 */

/** Bytes, or a string as its UTF-16 units. */
interface Units<U> {
  readonly length: number
  readonly [at: number]: U
  indexOf(unit: U, from: number): number
}

interface RowGrammar<U> {
  readonly separator: U
  readonly quote: U
  /** Whether units between a closing quote and the separator mean nothing. Default: there are none. */
  readonly isBlank?: (from: number, to: number) => boolean
}

/** Field i is [starts[i], ends[i]), without its quotes; doubled if it has two quotes for one. */
export interface FieldPlaces {
  readonly starts: number[]
  readonly ends: number[]
  readonly doubled: boolean[]
}

/** `open`: no quote closes the field that opens `at`; `rest`: something follows the closing quote. */
interface RowFault {
  readonly fault: 'open' | 'rest'
  readonly at: number
}

/** @param length of the row without its line end, which only a quoted field can reach beyond */
export function splitRow<U>(
  units: Units<U>,
  length: number,
  { separator, quote, isBlank }: RowGrammar<U>,
): FieldPlaces | RowFault {
  const places: FieldPlaces = { starts: [], ends: [], doubled: [] }
  for (let at = 0; ; ) {
    let end: number
    if (at < length && units[at] === quote) {
      const close = closingQuote(units, at + 1, quote, places.doubled)
      if (close < 0) return { fault: 'open', at }
      places.starts.push(at + 1)
      places.ends.push(close)
      end = close + 1
      if (end < length && units[end] !== separator) {
        const next = fieldEnd(units, end, length, separator)
        if (isBlank?.(end, next) !== true) return { fault: 'rest', at: end }
        end = next
      }
    } else {
      end = fieldEnd(units, at, length, separator)
      places.starts.push(at)
      places.ends.push(end)
      places.doubled.push(false)
    }
    if (end >= length) return places
    at = end + 1
  }
}

/** The separator at or after `from`, or the end of the row. */
function fieldEnd<U>(units: Units<U>, from: number, length: number, separator: U): number {
  const found = units.indexOf(separator, from)
  return found < 0 || found > length ? length : found
}

/** The quote that closes a field whose content begins at `from`, or -1. */
function closingQuote<U>(units: Units<U>, from: number, quote: U, doubled: boolean[]): number {
  let isDoubled = false
  let at = units.indexOf(quote, from)
  while (at >= 0 && at + 1 < units.length && units[at + 1] === quote) {
    isDoubled = true
    at = units.indexOf(quote, at + 2)
  }
  doubled.push(isDoubled)
  return at
}
