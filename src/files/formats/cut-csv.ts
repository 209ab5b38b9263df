/**
 * CSV cuts: where the records of a CSV or TSV file end, and where a file can be divided among threads.
 *
 * A line feed ends a record unless it is inside quotes, which cannot be seen from an arbitrary offset. One
 * sequential pass finds record starts about every `targetBytes`. Grammar (RFC 4180, section 2, and the habits of
 * spreadsheets): a field is quoted if its first byte is a quote; inside, two quotes are one quote;
 * a quote elsewhere in an unquoted field is an ordinary character.
 *
 * Ours: the pass jumps from quote to quote. Counting quotes would be shorter, but one stray quote (`5" pipe`) would
 * swap inside and outside for the rest of the file.
 * Cost: one read of the file; it finds near quotes by words of four bytes, far ones by memchr.
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
const nearBytes = 64
const nearWords = 64

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
  const buffer = asBuffer(bytes)
  let at = from
  while (at < to) {
    const feed = find(buffer, 10, at, to)
    const limit = feed < 0 ? to : feed
    const open = openingQuote(buffer, from, find(buffer, dialect.quote, at, limit), limit, dialect)
    if (open < 0) {
      if (feed < 0) break
      return feed + 1
    }
    at = closingQuote(buffer, open + 1, to, dialect.quote)
    if (at < 0) break
    at++
  }
  return final && from < to ? to : -1
}

/**
 * Offset of the first quote before `limit` that opens a field of the record starting at `from`; else -1.
 *
 * @param first the first quote, or -1
 */
function openingQuote(
  buffer: Buffer,
  from: number,
  first: number,
  limit: number,
  { separator, quote }: Dialect,
): number {
  let open = first
  while (open >= 0 && open !== from && buffer[open - 1] !== separator)
    open = find(buffer, quote, open + 1, limit)
  return open
}

/** Offset of the quote that closes a field whose content starts at `from`; -1 if none does. */
function closingQuote(buffer: Buffer, from: number, to: number, quote: number): number {
  let at = find(buffer, quote, from, to)
  while (at >= 0 && at + 1 < to && buffer[at + 1] === quote) at = find(buffer, quote, at + 2, to)
  return at
}

/** Offset of `byte` in [from, to), or -1. */
function find(buffer: Buffer, byte: number, from: number, to: number): number {
  const near = Math.min(from + nearBytes, to)
  for (let at = from; at < near; at++) if (buffer[at] === byte) return at
  if (near >= to) return -1
  // The view keeps memchr from searching past `to`, which would cost a whole block per short record.
  const at = buffer.subarray(near, to).indexOf(byte)
  return at < 0 ? -1 : near + at
}

/** Finds the end of a row read piece by piece from its start, in bytes or UTF-16 units. */
export class RowEnd {
  readonly #dialect: Dialect
  #previous = 10
  #isQuoted = false

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** Offset in [from, to) after the row; -1 if it continues after this piece. */
  find(units: Uint8Array | Uint16Array, from: number, to: number): number {
    const { separator, quote } = this.#dialect
    let previous = this.#previous
    for (let at = from; at < to; at++) {
      const unit = units[at]
      // A quote closes a field; another one right after it reopens the same field.
      if (unit === quote) {
        const opens = previous === separator || previous === 10 || previous === closed
        previous = this.#isQuoted ? closed : unit
        this.#isQuoted = !this.#isQuoted && opens
      } else if (unit === 10 && !this.#isQuoted) return at + 1
      else previous = unit
    }
    this.#previous = previous
    return -1
  }
}

/** Marks a closing quote as the previous byte. */
const closed = -1

/** A piece of the file, as bytes and as words over the same memory. */
interface Block {
  readonly bytes: Buffer
  readonly words: Int32Array
}

/** The state carried from one block of the file to the next. */
interface CutState extends Dialect {
  insideQuotes: boolean
  /** The byte before the block; a line feed before the first record. */
  previous: number
  /** The last byte was a quote inside quotes: the next byte decides whether it closes the field. */
  isPendingQuote: boolean
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
  const words = new Int32Array(1 << 20)
  const block = { words, bytes: Buffer.from(words.buffer) }
  const state: CutState = { ...dialect, insideQuotes: false, previous: 10, isPendingQuote: false }
  let next = from + targetBytes
  for (let offset = from; offset < to; ) {
    const length = readSync(fd, block.bytes, 0, Math.min(block.bytes.length, to - offset), offset)
    if (length === 0) break
    scanBlock(block, length, state, Math.max(0, next - offset - 1), feed => {
      const start = offset + feed + 1
      if (start < to) cuts.push(start)
      next = start + targetBytes
      return next - offset - 1
    })
    offset += length
  }
  return cuts
}

/** Offset of the first quote in [from, length) of a block, or -1. */
function nextQuote({ bytes, words }: Block, from: number, length: number, quote: number): number {
  const fourQuotes = quote * 0x01010101
  let at = from
  for (; (at & 3) !== 0 && at < length; at++) if (bytes[at] === quote) return at
  const wholeWords = length >> 2
  const near = Math.min(wholeWords, (at >> 2) + nearWords)
  let i = at >> 2
  for (; i < near; i++) {
    // A byte of x is 0 where the word has a quote; then follows the usual test for a zero byte in a word.
    const x = words[i] ^ fourQuotes
    if (((x - 0x01010101) & ~x & 0x80808080) !== 0) break
  }
  if (i === near && near < wholeWords) {
    const far = bytes.indexOf(quote, near << 2)
    return far < length ? far : -1
  }
  for (at = Math.max(at, i << 2); at < length; at++) if (bytes[at] === quote) return at
  return -1
}

/**
 * Walks the quotes of a block. `onFeed` gets the first line feed outside quotes at or after `wanted` and
 * returns the next wanted offset; the walk ignores line feeds before it.
 */
function scanBlock(
  block: Block,
  length: number,
  state: CutState,
  wanted: number,
  onFeed: (at: number) => number,
): void {
  const { bytes } = block
  const { quote } = state
  let at = 0
  if (state.isPendingQuote && length > 0) {
    state.isPendingQuote = false
    if (bytes[0] === quote) at = 1
    else state.insideQuotes = false
  }
  while (at < length) {
    if (state.insideQuotes) {
      const close = nextQuote(block, at, length, quote)
      if (close < 0) break
      if (close + 1 === length) {
        state.isPendingQuote = true
        break
      }
      state.insideQuotes = bytes[close + 1] === quote
      at = state.insideQuotes ? close + 2 : close + 1
      continue
    }
    const mark = nextQuote(block, at, length, quote)
    const limit = mark < 0 ? length : mark
    while (wanted < limit) {
      const feed = find(bytes, 10, Math.max(at, wanted), limit)
      if (feed < 0) break
      wanted = onFeed(feed)
    }
    if (mark < 0) break
    const before = mark === 0 ? state.previous : bytes[mark - 1]
    state.insideQuotes = before === state.separator || before === 10
    at = mark + 1
  }
  if (length > 0) state.previous = bytes[length - 1]
}
