/**
 * JSON kernels, the definition: plain recursive descent, byte by byte. `kernels/assembly/json/json.ts` agrees with it.
 *
 * The cursor is at the first byte not yet accepted. A wrong byte is thrown as a `Refusal` with its place, so the
 * leftmost fault is reported. An invalid UTF-8 sequence is reported at its first byte.
 *
 * Source: RFC 8259, sections 2 to 8.1; Unicode 16.0, table 3-7 (well-formed UTF-8); Simon Sapin, "The WTF-8 encoding".
 * Ours: the codes and the depth limit.
 */
import { sequenceLength } from './utf8.ts'

/** What `jsonRecord` returns. */
export const jsonFault = { none: 0, syntax: 1, notObject: 2, utf8: 3, tooDeep: 4, nul: 5 } as const

/** Types of the entries that `jsonRecord` writes. */
export const jsonType = { missing: 0, string: 1, escapedString: 2, null: 3, other: 4 } as const

/** The object itself is level 1. */
export const jsonMaxDepth = 1000

class Refusal {
  readonly code: number
  readonly at: number
  constructor(code: number, at: number) {
    this.code = code
    this.at = at
  }
}

interface Cursor {
  readonly memory: Uint8Array
  readonly to: number
  at: number
}

/** Called with the content of a top-level key and the whole text of its value. */
type Member = (keyFrom: number, keyTo: number, from: number, to: number) => void

const code = (character: string) => character.charCodeAt(0)
const shortEscapes = new Map([...'"\\/bfnrt'].map((letter, i) => [code(letter), code('"\\/\b\f\n\r\t'[i])]))
const hexDigits = '0123456789abcdef'
const endOfRecord = -1

const peek = (cursor: Cursor) => (cursor.at < cursor.to ? cursor.memory[cursor.at] : endOfRecord)
const isAt = (cursor: Cursor, character: string) => peek(cursor) === code(character)

function refuse(cursor: Cursor): never {
  throw new Refusal(peek(cursor) === 0 ? jsonFault.nul : jsonFault.syntax, cursor.at)
}

function expect(cursor: Cursor, characters: string): void {
  for (const character of characters) {
    if (!isAt(cursor, character)) refuse(cursor)
    cursor.at++
  }
}

function skipSpace(cursor: Cursor): void {
  while ([0x20, 0x09, 0x0a, 0x0d].includes(peek(cursor))) cursor.at++
}

function escapeSequence(cursor: Cursor): void {
  expect(cursor, '\\')
  if (!isAt(cursor, 'u')) {
    if (!shortEscapes.has(peek(cursor))) refuse(cursor)
    cursor.at++
    return
  }
  cursor.at++
  for (let i = 0; i < 4; i++) {
    const digit = peek(cursor)
    if (digit < 0 || !hexDigits.includes(String.fromCharCode(digit).toLowerCase())) refuse(cursor)
    cursor.at++
  }
}

function string(cursor: Cursor): void {
  expect(cursor, '"')
  while (!isAt(cursor, '"')) {
    const byte = peek(cursor)
    if (isAt(cursor, '\\')) escapeSequence(cursor)
    else if (byte < 0x20) refuse(cursor)
    else if (byte < 0x80) cursor.at++
    else {
      const length = sequenceLength(cursor.memory, cursor.at, cursor.to)
      if (length === 0) throw new Refusal(jsonFault.utf8, cursor.at)
      cursor.at += length
    }
  }
  cursor.at++
}

const isDigit = (cursor: Cursor) => peek(cursor) >= code('0') && peek(cursor) <= code('9')

function digits(cursor: Cursor): void {
  if (!isDigit(cursor)) refuse(cursor)
  while (isDigit(cursor)) cursor.at++
}

function number(cursor: Cursor): void {
  if (isAt(cursor, '-')) cursor.at++
  if (isAt(cursor, '0')) cursor.at++
  else digits(cursor)
  if (isAt(cursor, '.')) {
    cursor.at++
    digits(cursor)
  }
  if (isAt(cursor, 'e') || isAt(cursor, 'E')) {
    cursor.at++
    if (isAt(cursor, '+') || isAt(cursor, '-')) cursor.at++
    digits(cursor)
  }
}

/** The elements of an array or the members of an object, including the brackets. */
function container(cursor: Cursor, brackets: string, depth: number, element: () => void): void {
  if (depth > jsonMaxDepth) throw new Refusal(jsonFault.tooDeep, cursor.at)
  expect(cursor, brackets[0])
  skipSpace(cursor)
  if (!isAt(cursor, brackets[1])) {
    element()
    skipSpace(cursor)
    while (isAt(cursor, ',')) {
      cursor.at++
      skipSpace(cursor)
      element()
      skipSpace(cursor)
    }
  }
  expect(cursor, brackets[1])
}

/** One value; `depth` is the level a container here would have. */
function value(cursor: Cursor, depth: number, member?: Member): void {
  if (isAt(cursor, '"')) string(cursor)
  else if (isAt(cursor, 't')) expect(cursor, 'true')
  else if (isAt(cursor, 'f')) expect(cursor, 'false')
  else if (isAt(cursor, 'n')) expect(cursor, 'null')
  else if (isAt(cursor, '[')) container(cursor, '[]', depth, () => value(cursor, depth + 1))
  else if (isAt(cursor, '{')) {
    container(cursor, '{}', depth, () => {
      const key = cursor.at
      string(cursor)
      const keyEnd = cursor.at
      skipSpace(cursor)
      expect(cursor, ':')
      skipSpace(cursor)
      const from = cursor.at
      value(cursor, depth + 1)
      member?.(key + 1, keyEnd - 1, from, cursor.at)
    })
  } else number(cursor)
}

/** Generalised UTF-8 of one code point, surrogates included. */
function codePointBytes(c: number): number[] {
  const rest = (shift: number) => 0x80 | ((c >> shift) & 0x3f)
  if (c < 0x80) return [c]
  if (c < 0x800) return [0xc0 | (c >> 6), rest(0)]
  if (c < 0x10000) return [0xe0 | (c >> 12), rest(6), rest(0)]
  return [0xf0 | (c >> 18), rest(12), rest(6), rest(0)]
}

/** See `Kernels.unescapeJson`. */
export function unescapeJson(memory: Uint8Array, from: number, to: number, out: number): number {
  const unit = (at: number) => Number.parseInt(String.fromCharCode(...memory.subarray(at, at + 4)), 16)
  const isUnicodeEscape = (at: number) =>
    at < to && memory[at] === code('\\') && memory[at + 1] === code('u')
  let at = from
  let end = out
  while (at < to) {
    if (memory[at] !== code('\\')) {
      memory[end++] = memory[at++]
    } else if (!isUnicodeEscape(at)) {
      memory[end++] = shortEscapes.get(memory[at + 1]) ?? 0
      at += 2
    } else {
      // codePointAt joins a high surrogate with a low one after it, and nothing else.
      const next = isUnicodeEscape(at + 6) ? String.fromCharCode(unit(at + 8)) : ''
      const character = (String.fromCharCode(unit(at + 2)) + next).codePointAt(0) ?? 0
      for (const byte of codePointBytes(character)) memory[end++] = byte
      at += character > 0xffff ? 12 : 6
    }
  }
  return end
}

/** See `Kernels.jsonRecord`. */
export function jsonRecord(
  memory: Uint8Array,
  from: number,
  to: number,
  keys: number,
  keyCount: number,
  out: number,
): number {
  const words = new DataView(memory.buffer, memory.byteOffset, memory.byteLength)
  const names = Array.from({ length: keyCount }, (_, k) => {
    const pointer = words.getUint32(keys + 8 * k, true)
    return memory.slice(pointer, pointer + words.getUint32(keys + 8 * k + 4, true)).join()
  })
  const entries = new Uint32Array(3 * keyCount + 1)
  const member: Member = (keyFrom, keyTo, valueFrom, valueTo) => {
    const key = new Uint8Array(keyTo - keyFrom)
    key.set(memory.subarray(keyFrom, keyTo))
    const name = key.subarray(0, unescapeJson(key, 0, key.length, 0)).join()
    const body = memory.subarray(valueFrom, valueTo)
    const isString = body[0] === code('"')
    const inQuotes = isString ? 1 : 0
    let type: number = body[0] === code('n') ? jsonType.null : jsonType.other
    if (isString) type = body.includes(code('\\')) ? jsonType.escapedString : jsonType.string
    for (let k = 0; k < keyCount; k++) {
      if (names[k] === name) entries.set([type, valueFrom + inQuotes, valueTo - inQuotes], 3 * k)
    }
  }
  const refusal = refusalOf({ memory, at: from, to }, member)
  if (refusal.code !== jsonFault.none) {
    entries.fill(0)
    entries[3 * keyCount] = refusal.at
  }
  entries.forEach((word, i) => {
    words.setUint32(out + 4 * i, word, true)
  })
  return refusal.code
}

/** Code and place of the refusal; code 0 if the record is valid. */
function refusalOf(cursor: Cursor, member: Member): Refusal {
  try {
    skipSpace(cursor)
    const start = cursor.at
    const isObject = isAt(cursor, '{')
    value(cursor, 1, member)
    skipSpace(cursor)
    if (cursor.at < cursor.to) refuse(cursor)
    return isObject ? new Refusal(jsonFault.none, 0) : new Refusal(jsonFault.notObject, start)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
