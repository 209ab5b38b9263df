/**
 * Record reader: from the bytes of a record to its values. The cut of its source (`cuts.ts`) says where a record ends.
 */
import { isUtf8 } from 'node:buffer'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

export interface RecordReader {
  /** Whether this piece is not a record (a blank line of JSONL), so that readers skip it. */
  isBlank(record: Uint8Array): boolean
  /**
   * The values of a record, with or without its terminator.
   *
   * @throws NearsameError for a bad record, without its position.
   */
  parse(record: Uint8Array): ParsedRecord
  /**
   * All fields, with their values as the input has them; undefined if a record is a text. REQUIRES: it is not blank.
   *
   * @throws NearsameError as `parse`, but for what is wrong with the text
   */
  fields(record: Uint8Array): Record<string, unknown> | undefined
  /** The length of the text that a record begins with; only if a record of UTF-8 without zero bytes is nothing else. */
  textLength?(record: Uint8Array): number
  /** The record as its input has it, or as much of it as there is; absent if it is unchanged. */
  asGiven?(record: Uint8Array): Uint8Array
}

export interface ParsedRecord {
  /**
   * A string or a number is an id, the empty string included; an integer beyond 2^53 is a bigint with its
   * exact digits. `undefined`: no such field. `null`: a value that cannot name a document (null, true, a
   * list, an object, 1e999). In both cases the document is named `file:record`.
   */
  readonly id: string | number | bigint | null | undefined
  /** The raw decoded text in WTF-8. It may be a view into the record. */
  readonly text: Uint8Array
  /** The value of a field, for keep rules; `undefined` if there is none. */
  field(name: string): unknown
}

/** Which fields of a record matter: the text fields in order, and the id. */
export interface FieldChoice {
  readonly text: readonly string[]
  readonly id: string
  /** Whether numbers and booleans are texts, too: fields are columns. */
  readonly anyScalar?: boolean
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** The length of a record without its LF or CR LF. */
export function contentLength(record: Uint8Array): number {
  let length = record.length
  if (length > 0 && record[length - 1] === 10) length--
  if (length > 0 && record[length - 1] === 13) length--
  return length
}

/**
 * Returns the record if it is UTF-8 text.
 *
 * @throws NearsameError NUL_BYTE, UTF8_INVALID, both with the byte position in the record, from 1.
 */
export function checkText(record: Buffer, fix?: string): Buffer {
  const zero = record.indexOf(0)
  if (zero >= 0) {
    throw new NearsameError('NUL_BYTE', {
      expected: 'text without zero bytes',
      got: `byte 00 at byte ${zero + 1} of the record`,
      fix: 'convert the file to UTF-8 (zero bytes mean UTF-16 or binary data)',
    })
  }
  return checkUtf8(record, fix)
}

/** What to do with text that is not UTF-8, where no option names its encoding. */
export const convertToUtf8 = 'convert the file to UTF-8, as with `iconv -f windows-1252 -t utf-8`'

/** The same with zero bytes allowed. @throws NearsameError UTF8_INVALID */
export function checkUtf8(
  record: Buffer,
  fix = 'name its `encoding`, such as windows-1252, or convert the file to UTF-8',
): Buffer {
  if (!isUtf8(record)) {
    const at = invalidUtf8At(record)
    throw new NearsameError('UTF8_INVALID', { expected: 'UTF-8', got: wrongBytes(record, at), fix })
  }
  return record
}

/** The first wrong bytes of a record, or of another thing, in messages. */
export function wrongBytes(record: Buffer, at: number, of = 'the record'): string {
  const bytes = record.toString('hex', at, Math.min(at + 4, record.length)).replace(/..(?=.)/g, '$& ')
  return `bytes ${bytes} at byte ${at + 1} of ${of}`
}

/**
 * Offset of the first byte that does not start a well-formed UTF-8 sequence; -1 if all do.
 *
 * Source: The Unicode Standard 16.0, table 3-7, for the ranges of the second byte.
 */
export function invalidUtf8At(bytes: Uint8Array): number {
  let at = 0
  while (at < bytes.length) {
    const lead = bytes[at]
    if (lead < 0x80) {
      at++
      continue
    }
    const following = lead < 0xc2 || lead > 0xf4 ? -1 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3
    if (following < 0) return at
    const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
    const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
    const second = bytes[at + 1]
    if (second === undefined || second < low || second > high) return at
    for (let i = 2; i <= following; i++) if ((bytes[at + i] & 0xc0) !== 0x80) return at
    at += following + 1
  }
  return -1
}

/** @param length in bytes, without the line feed; `more` if only that is known */
export function recordTooLong(length: number | 'more', maxRecord: number): NearsameError {
  return new NearsameError('RECORD_TOO_LONG', {
    expected: `a record of at most ${maxRecord} bytes`,
    got: length === 'more' ? length : `${length} bytes`,
    fix: 'raise `maxRecord` (up to 256MiB), or fix the file if line ends are missing',
  })
}
