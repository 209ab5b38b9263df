/**
 * JSON records: from the bytes of one object to the places of the wanted values, without building a tree.
 *
 *     value ─▶ after a value ─ , ─▶ [key :] value …       `closers` has one byte per open level, '}' or ']';
 *                    └─ '}' or ']' of this level ─▶ after the outer value          no recursion.
 *
 * One pass from left to right. It ends at the first byte that no valid record can have there: the code gives the
 * reason, `faultAt` the position. Bytes from `to` on are read in blocks but never affect the result.
 *
 * Source: RFC 8259, sections 2 to 8.1 (grammar, UTF-8); ECMA-262, JSON.parse, for "the last of equal keys wins".
 * Ours: the codes, the depth limit, and that a raw surrogate (ED A0 80 …) is refused while an escaped one is not.
 * Cost: one pass, strings 16 bytes at a time; a second one for strings with bytes >= 0x80.
 */
import { escapeEnd, unescapeOne } from './json-escape'
import {
  byteAt,
  fault,
  faultAt,
  faultCode,
  refuse,
  scalarEnd,
  skipSpace,
  stringEnd,
  stringEscaped,
} from './json-value'

export { unescapeJson } from './json-unescape'

const NOT_OBJECT: u32 = 2
const TOO_DEEP: u32 = 4
const MAX_DEPTH: usize = 1000

export const PLAIN_STRING: u32 = 1
export const ESCAPED_STRING: u32 = 2
const NULL: u32 = 3
const OTHER: u32 = 4

const OBJECT_END: u32 = 0x7d

// closers[depth] ends the container at that depth; closers[0] is never used.
const closers: usize = memory.data(1024)
const character: usize = memory.data(16)

// The top-level key whose value comes next: the inside of its quotes.
let keyFrom: usize = 0
let keyTo: usize = 0
let keyEscaped: bool = false

function sameBytes(a: usize, b: usize, length: usize): bool {
  for (let i: usize = 0; i < length; i++) {
    if (load<u8>(a + i) != load<u8>(b + i)) return false
  }
  return true
}

/** Whether the current key, unescaped, is the `length` bytes at `name`. */
function keyIs(name: usize, length: usize): bool {
  if (!keyEscaped) return keyTo - keyFrom == length && sameBytes(keyFrom, name, length)
  const end = name + length
  let p = keyFrom
  while (p < keyTo) {
    let size: usize = 1
    if (load<u8>(p) == 0x5c) {
      size = unescapeOne(p, keyTo, character) - character
      p = escapeEnd
    } else {
      store<u8>(character, load<u8>(p++))
    }
    if (name + size > end || !sameBytes(character, name, size)) return false
    name += size
  }
  return name == end
}

/** Records the value [from, to) of the current key for every wanted name that equals it. */
function noteMember(from: usize, to: usize, keys: usize, keyCount: u32, out: usize): void {
  for (let k: u32 = 0; k < keyCount; k++, keys += 8, out += 12) {
    if (!keyIs(load<u32>(keys), load<u32>(keys, 4))) continue
    const first = <u32>load<u8>(from)
    const quote: usize = first == 0x22 ? 1 : 0
    // A string here is the last one scanned, so `stringEscaped` belongs to it.
    const type = quote ? (stringEscaped ? ESCAPED_STRING : PLAIN_STRING) : first == 0x6e ? NULL : OTHER
    store<u32>(out, type)
    store<u32>(out, <u32>(from + quote), 4)
    store<u32>(out, <u32>(to - quote), 8)
  }
}

/** From the position of a key to the first byte of its value, or 0. */
function memberStart(p: usize, to: usize, isTop: bool): usize {
  if (byteAt(p, to) != 0x22) return refuse(p, to)
  const end = stringEnd(p + 1, to)
  if (end == 0) return 0
  if (isTop) {
    keyFrom = p + 1
    keyTo = end
    keyEscaped = stringEscaped
  }
  p = skipSpace(end + 1, to)
  return byteAt(p, to) == 0x3a ? skipSpace(p + 1, to) : refuse(p, to)
}

/** Walks the record. @returns start of its value, or 0. */
function walk(from: usize, to: usize, keys: usize, keyCount: u32, out: usize): usize {
  const root = skipSpace(from, to)
  let p = root
  let value = p // start of the value at depth 1
  let depth: usize = 0
  let closer: u32 = 0
  while (true) {
    if (depth == 1) value = p
    const c = byteAt(p, to)
    if ((c | 0x20) == 0x7b) {
      if (depth == MAX_DEPTH) return fault(TOO_DEEP, p)
      closer = c + 2
      store<u8>(closers + ++depth, closer)
      p = skipSpace(p + 1, to)
      if (byteAt(p, to) != closer) {
        if (closer == OBJECT_END) p = memberStart(p, to, depth == 1)
        if (p == 0) return 0
        continue
      }
      p++
      closer = load<u8>(closers + --depth)
    } else {
      p = scalarEnd(p, to, c)
      if (p == 0) return 0
    }
    while (true) {
      // After a value, which ended at p.
      if (depth == 1 && closer == OBJECT_END) noteMember(value, p, keys, keyCount, out)
      p = skipSpace(p, to)
      if (depth == 0) return p == to ? root : refuse(p, to)
      const next = byteAt(p, to)
      if (next == 0x2c) break
      if (next != closer) return refuse(p, to)
      p++
      closer = load<u8>(closers + --depth)
    }
    p = skipSpace(p + 1, to)
    if (closer == OBJECT_END) p = memberStart(p, to, depth == 1)
    if (p == 0) return 0
  }
}

/**
 * Checks the record at [from, to), one JSON object with white space around, and finds wanted values of its top level.
 *
 * @param keys u32 {pointer, length} of each wanted name, in UTF-8
 * @param out u32 {type, from, to} for each wanted name, then the offset of the fault; all 0 but the last when refused.
 *   Types: 0 missing, 1 string without escapes, 2 string with escapes (both: inside of the quotes), 3 null, 4 any other
 * @returns 0, or 1 not JSON, 2 JSON but not an object, 3 not UTF-8, 4 deeper than 1,000 levels, 5 a NUL byte.
 */
export function jsonRecord(from: usize, to: usize, keys: usize, keyCount: u32, out: usize): u32 {
  memory.fill(out, 0, 12 * keyCount + 4)
  let code: u32 = 0
  const root = walk(from, to, keys, keyCount, out)
  if (root == 0) {
    code = faultCode
  } else if (load<u8>(root) != 0x7b) {
    code = NOT_OBJECT
    fault(code, root)
  }
  if (code) {
    memory.fill(out, 0, 12 * keyCount)
    store<u32>(out + 12 * keyCount, <u32>faultAt)
  }
  return code
}
