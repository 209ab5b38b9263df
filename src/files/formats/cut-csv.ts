/**
 * CSV cuts: where the records of a CSV or TSV file end, and where a file can be divided among threads.
 *
 * A line feed ends a record unless it is inside quotes, which cannot be seen from an arbitrary offset. One
 * sequential pass finds record starts about every `targetBytes`. Grammar (RFC 4180, section 2, and the habits of
 * spreadsheets): a field is quoted if its first byte is a quote; inside, two quotes are one quote;
 * a quote elsewhere in an unquoted field is an ordinary character.
 *
 * Ours: the search jumps from quote to quote. Counting quotes would be shorter, but one stray quote (`5" pipe`) would
 * swap inside and outside for the rest of the file.
 * Cost: one read of the file, by memchr where quotes and line feeds are far from each other.
 */
import { readSync } from 'node:fs'
import { asBuffer } from './record-format.ts'

/** How the rows of a file are written: the bytes between fields and around quoted ones. */
export interface Dialect {
  readonly separator: number
  /** `noQuote` if no field is quoted: then every line is a row. */
  readonly quote: number
  /** Whether the caller named the quote, so that lines in a quoted field are meant as they are. */
  readonly isQuoteGiven?: boolean
}

/** No byte: the quote of a dialect without one. */
export const noQuote = -1

/** A quote in reports and messages. */
export function quoteName(quote: number): string {
  return quote === noQuote ? 'none' : String.fromCharCode(quote)
}

// Within this distance an inline loop beats the call of memchr, which costs about 60 ns.
const nearUnits = 64

/**
 * Offset after the first CSV record of [from, to), line feed included; a `RecordEnd` of `cuts.ts`.
 * An unclosed quote makes the rest one record, which the parser then refuses.
 */
export function csvRecordEnd(
  bytes: Uint8Array,
  from: number,
  to: number,
  final: boolean,
  dialect: Dialect,
): number {
  const end = new RowEnd(dialect).find(asBuffer(bytes), from, to)
  return end < 0 && final && from < to ? to : end
}

/** Offset of a unit in [from, to), or -1. */
function indexIn(units: Uint8Array | Uint16Array, unit: number, from: number, to: number): number {
  const near = Math.min(from + nearUnits, to)
  for (let at = from; at < near; at++) if (units[at] === unit) return at
  if (near >= to) return -1
  // The view keeps memchr from searching past `to`, which would cost a whole block per short record.
  const at = units.subarray(near, to).indexOf(unit)
  return at < 0 ? -1 : near + at
}

/** Finds the ends of rows piece by piece, from the start of one on, in bytes or UTF-16 units. */
export class RowEnd {
  readonly #dialect: Dialect
  /** The unit before the piece. */
  #previous = 10
  #isQuoted = false
  /** Whether the last unit was a quote inside quotes: the next one decides whether it closes the field. */
  #isPending = false

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /**
   * Offset in [from, to) after a row; -1 if it continues after this piece.
   *
   * @param wanted least offset of the line feed that ends it; rows that end before are skipped. Default: `from`
   */
  find(units: Uint8Array | Uint16Array, from: number, to: number, wanted = from): number {
    const { separator, quote } = this.#dialect
    let at = from
    if (this.#isPending && from < to) {
      this.#isPending = false
      this.#isQuoted = units[from] === quote
      if (this.#isQuoted) at++
    }
    let feed = -1
    while (at < to) {
      if (this.#isQuoted) {
        const close = indexIn(units, quote, at, to)
        this.#isPending = close >= 0 && close + 1 === to
        if (close < 0 || this.#isPending) break
        this.#isQuoted = units[close + 1] === quote
        at = this.#isQuoted ? close + 2 : close + 1
        continue
      }
      if (feed < at) feed = indexIn(units, 10, Math.max(at, wanted), to)
      if (feed < 0) feed = to
      const mark = indexIn(units, quote, at, feed)
      if (mark < 0 && feed < to) {
        this.#previous = 10
        return feed + 1
      }
      if (mark < 0) break
      const before = mark === from ? this.#previous : units[mark - 1]
      this.#isQuoted = before === separator || before === 10
      at = mark + 1
    }
    if (from < to) this.#previous = units[to - 1]
    return -1
  }
}

/**
 * Record starts that divide [from, to) into pieces of about `targetBytes`, without `from` itself.
 * REQUIRES: `from` is the start of a record, `to` the end of one or of the file.
 */
export function csvCuts(
  fd: number,
  from: number,
  to: number,
  targetBytes: number,
  dialect: Dialect,
): number[] {
  const cuts: number[] = []
  const block = Buffer.allocUnsafe(2 ** 22)
  const row = new RowEnd(dialect)
  let next = from + targetBytes
  for (let offset = from; offset < to; ) {
    const length = readSync(fd, block, 0, Math.min(block.length, to - offset), offset)
    if (length === 0) break
    const cutFrom = (at: number) => row.find(block, at, length, next - offset - 1)
    for (let at = cutFrom(0); at >= 0; at = cutFrom(at)) {
      if (offset + at < to) cuts.push(offset + at)
      next = offset + at + targetBytes
    }
    offset += length
  }
  return cuts
}
