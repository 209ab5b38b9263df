/**
 * JSON lines: from one JSON object per line to id, text and fields.
 *
 * `JSON.parse` decides what is JSON. Only when it refuses does `jsonErrorAt` walk the bytes to find the
 * position, which the messages of the runtime omit for short records.
 *
 * Source: RFC 8259, for the grammar. Ours: ids and other fields beyond 2^53 keep their digits, by a second parse
 * of only such records.
 */
import { isAscii } from 'node:buffer'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { visibleText } from '../../ground/errors/visible-text.ts'
import { exactNumber, fromJson } from '../../ground/json/exact-json.ts'
import { fieldOf } from '../../ground/json/field.ts'
import { joinedText, typeName } from '../../ground/json/joined-text.ts'
import { encodeText } from '../../texts/text/text-bytes.ts'
import { markBytesOf } from './byte-order-mark.ts'
import { defineFormat, type ObjectsFormat } from './format.ts'
import {
  asBuffer,
  checkText,
  contentLength,
  type FieldChoice,
  type ParsedRecord,
  type RecordReader,
} from './record-format.ts'

/** What messages say of JSON that is wrong. */
interface SyntaxWords {
  readonly expected: string
  readonly fix: string
  /** For objects over several lines, or several on one. */
  readonly lineFix?: string
  /** For bytes that are not UTF-8, if no option names another encoding. */
  readonly encodingFix?: string
}

const lineWords: SyntaxWords = {
  expected: 'one JSON object per line',
  fix: 'correct the line, or choose the right `inputFormat`',
  lineFix: 'write each object on a line of its own, as with `jq -c .`, or correct the line',
}

export const jsonlFormat = defineFormat<ObjectsFormat>({
  extensions: ['jsonl', 'ndjson', 'jl', 'jsonlines'],
  cut: { by: 'line' },
  hasIds: true,
  hasFields: true,
  showsFields: true,
  takesFields: true,
  reader: ({ choice }) => jsonReader(choice),
})

/** The reader of objects, one per line. */
export function jsonReader(choice: FieldChoice, words = lineWords): RecordReader {
  return {
    isBlank(record) {
      for (const byte of record) if (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9) return false
      return true
    },
    parse(record): ParsedRecord {
      const buffer = checkText(asBuffer(record), words.encodingFix)
      // A latin1 string parses a quarter faster than one decoded from UTF-8.
      const json = buffer.toString(isAscii(buffer) ? 'latin1' : 'utf8')
      const object = parseObject(json, buffer, JSON.parse, words)
      return {
        id: idOf(exactField(object, json, choice.id)),
        text: encodeText(joinedText(object, choice)),
        field: name => exactField(object, json, name),
      }
    },
    fields: record => jsonFields(record, fromJson, words),
  }
}

/**
 * The object of a record.
 *
 * @param parse `fromJson` if the object is kept
 * @throws NearsameError JSON_SYNTAX, RECORD_NOT_OBJECT, NUL_BYTE, UTF8_INVALID.
 */
export function jsonFields(
  record: Uint8Array,
  parse?: (json: string) => unknown,
  words?: SyntaxWords,
): Record<string, unknown> {
  const buffer = checkText(asBuffer(record), words?.encodingFix)
  return parseObject(buffer.toString('utf8'), buffer, parse, words)
}

function parseObject(
  json: string,
  bytes: Buffer,
  parse: (json: string) => unknown = JSON.parse,
  words = lineWords,
): Record<string, unknown> {
  let value: unknown
  try {
    value = parse(json)
  } catch (cause) {
    if (isNearsameError(cause)) throw cause
    if (cause instanceof RangeError) throw tooDeep(cause)
    const length = contentLength(bytes)
    const at = jsonErrorAt(bytes.subarray(0, length))
    const excerpt = bytes.toString('utf8', Math.max(0, at - 20), Math.min(length, at + 20))
    const near = visibleText(excerpt.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, ''))
    const mark = markAt(bytes, at)
    const word = /^-?(?:NaN|Infinity)\b/.exec(bytes.toString('latin1', at, Math.min(length, at + 10)))?.[0]
    const what =
      at >= length
        ? 'an unfinished value'
        : (mark?.what ?? (word === undefined ? 'a syntax error' : `${word}, which JSON does not have,`))
    const isOtherwiseCut =
      at >= length || /\}\s*\{$/.test(bytes.toString('latin1', Math.max(0, at - 20), at + 1))
    const fix = (isOtherwiseCut ? words.lineFix : undefined) ?? words.fix
    throw new NearsameError('JSON_SYNTAX', {
      expected: words.expected,
      got: `${what} at byte ${at + 1} of the record, near ${near}`,
      fix: mark?.fix ?? (word === undefined ? fix : `write null instead of ${word}`),
      cause,
    })
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw new NearsameError('RECORD_NOT_OBJECT', {
    expected: 'a JSON object',
    got: typeName(value),
    fix: 'write each record as {"id": ..., "text": ...}',
  })
}

/** A mark between records, which is no part of JSON. */
function markAt(bytes: Buffer, at: number): { readonly what: string; readonly fix: string } | undefined {
  if (bytes[at] === 0x1e)
    return {
      what: 'the record separator U+001E of a JSON text sequence (RFC 7464)',
      fix: "remove it before every record, as with `tr -d '\\036'`",
    }
  if (markBytesOf(bytes.subarray(at)) === 0) return undefined
  return {
    what: 'a byte-order mark U+FEFF inside the file',
    fix: "remove it, as with `sed 's/\\xef\\xbb\\xbf//g'`: files with such marks were joined",
  }
}

function tooDeep(cause: RangeError): NearsameError {
  return new NearsameError('RECORD_NOT_OBJECT', {
    expected: 'numbers beyond 2^53 in values that are not nested too deeply',
    got: 'more levels than fit on the stack',
    fix: 'write the number as a string, or nest the values less deeply',
    cause,
  })
}

function idOf(value: unknown): ParsedRecord['id'] {
  if (typeof value === 'string' || typeof value === 'bigint' || value === undefined) return value
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/**
 * A field of the object in `json`. Integers beyond 2^53 keep all their digits, except in a record nested too deeply for
 * the second parse.
 */
function exactField(object: object, json: string, name: string): unknown {
  const value = fieldOf(object, name)
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value
  try {
    return fieldOf(JSON.parse(json, exactNumber), name)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return value
  }
}

const escapes = new Set(Buffer.from('"\\/bfnrt'))
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/**
 * Where JSON breaks: an automaton over the bytes, with the open brackets on a stack and the allowed next token in
 * `state`. Runs only on records that `JSON.parse` has refused.
 *
 * @returns offset of the first byte that no JSON text can have there; the length of the input if it only ends
 *   too early
 */
export function jsonErrorAt(bytes: Buffer): number {
  const stack: number[] = []
  let state: 'value' | 'first-element' | 'first-key' | 'key' | 'colon' | 'after' = 'value'
  let at = 0
  for (;;) {
    while (bytes[at] === 32 || bytes[at] === 9 || bytes[at] === 10 || bytes[at] === 13) at++
    if (at >= bytes.length) return bytes.length
    const byte = bytes[at]
    const open = stack.at(-1)
    if (byte === 0x7d || byte === 0x5d) {
      // A closing bracket fits after a value, or directly after its own opening one.
      const pairs = open === byte - 2
      const first = byte === 0x7d ? state === 'first-key' : state === 'first-element'
      if (!pairs || !(state === 'after' || first)) return at
      stack.pop()
      state = 'after'
      at++
    } else if (state === 'after') {
      if (byte !== 0x2c || open === undefined) return at
      state = open === 0x7b ? 'key' : 'value'
      at++
    } else if (state === 'colon') {
      if (byte !== 0x3a) return at
      state = 'value'
      at++
    } else if (state === 'key' || state === 'first-key') {
      if (byte !== 0x22) return at
      const end = stringEnd(bytes, at)
      if (end < 0) return ~end
      at = end
      state = 'colon'
    } else if (byte === 0x7b || byte === 0x5b) {
      stack.push(byte)
      state = byte === 0x7b ? 'first-key' : 'first-element'
      at++
    } else {
      const end = byte === 0x22 ? stringEnd(bytes, at) : scalarEnd(bytes, at)
      if (end < 0) return ~end
      at = end
      state = 'after'
    }
  }
}

/** Offset after the string that opens at `from`, or ~offset of its first wrong byte. */
function stringEnd(bytes: Buffer, from: number): number {
  for (let at = from + 1; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === 0x22) return at + 1
    if (byte < 0x20) return ~at
    if (byte !== 0x5c) continue
    at++
    if (at >= bytes.length) break
    if (bytes[at] === 0x75) {
      for (let i = 0; i < 4; i++) {
        at++
        if (at < bytes.length && !/[0-9a-fA-F]/.test(String.fromCharCode(bytes[at]))) return ~at
      }
    } else if (!escapes.has(bytes[at])) return ~at
  }
  return ~bytes.length
}

/** Offset after the number or word at `from`, or ~offset of its first wrong byte. */
function scalarEnd(bytes: Buffer, from: number): number {
  for (const word of ['true', 'false', 'null']) {
    if (bytes[from] !== word.charCodeAt(0)) continue
    for (let i = 0; i < word.length; i++) if (bytes[from + i] !== word.charCodeAt(i)) return ~(from + i)
    return from + word.length
  }
  // Even a long number is short; the slice keeps the pattern from scanning a huge rest.
  numberPattern.lastIndex = 0
  const match = numberPattern.exec(bytes.toString('latin1', from, from + 4096))
  return match === null ? ~from : from + match[0].length
}
