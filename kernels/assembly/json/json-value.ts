/**
 * JSON scalars: the end of a string, number or word, or the first wrong byte.
 *
 * Strings are scanned 16 bytes at a time (8 without SIMD) up to a quote, a backslash or a control character, and with
 * SIMD first 64 at a time while there are only simple escapes: texts have one every 30 bytes, and a branch for each
 * would be mispredicted. Meanwhile the top bits of all bytes are collected; only a string that has one is then checked
 * as UTF-8, from its start to where the scan stopped. So the first fault in the bytes is reported, whatever its kind.
 * Functions return the end, or 0 after a fault, with `faultCode` and `faultAt` set.
 *
 * Source: RFC 8259, sections 2, 3, 6, 7 and 8.1; Langdale and Lemire, "Parsing gigabytes of JSON per second" (2019),
 * for the runs of backslashes.
 * Ours: the codes.
 */
import { bits64, equalBits, escapeCarry, escapedBits } from './json-blocks'
import { areHexDigits, escapeMeaning } from './json-escape'
import { utf8Fault } from './json-utf8'

export const SYNTAX: u32 = 1
export const BAD_UTF8: u32 = 3
export const NUL: u32 = 5

/** The result of `byteAt` at the end of the record: not a byte, also after `| 0x20`. */
const END: u32 = 0x100

export let faultCode: u32 = 0
export let faultAt: usize = 0
/** Whether the string last scanned by `stringEnd` has a backslash. */
export let stringEscaped: bool = false

export function fault(code: u32, at: usize): usize {
  faultCode = code
  faultAt = at
  return 0
}

/** The byte at `p` (or the end of the record) is wrong there. */
export function refuse(p: usize, to: usize): usize {
  return fault(byteAt(p, to) == 0 ? NUL : SYNTAX, p)
}

// @ts-ignore: decorator
@inline export function byteAt(p: usize, to: usize): u32 {
  return p < to ? <u32>load<u8>(p) : END
}

// @ts-ignore: decorator
@inline export function skipSpace(p: usize, to: usize): usize {
  while (p < to) {
    const c = <u32>load<u8>(p)
    if (c > 0x20 || (c != 0x20 && c != 0x0a && c != 0x0d && c != 0x09)) break
    p++
  }
  return p
}

let topBits: bool = false

/** First quote, backslash or byte < 0x20 at or after `p`, or `to`. Sets `topBits` if a byte >= 0x80 may precede. */
function plainEnd(p: usize, to: usize): usize {
  if (ASC_FEATURE_SIMD) {
    let all = i8x16.splat(0)
    let found = 0
    for (; p < to; p += 16) {
      const block = v128.load(p)
      const quotes = i8x16.eq(block, i8x16.splat(0x22))
      const backslashes = i8x16.eq(block, i8x16.splat(0x5c))
      const controls = i8x16.le_u(block, i8x16.splat(0x1f))
      all = v128.or(all, block)
      found = i8x16.bitmask(v128.or(v128.or(quotes, backslashes), controls))
      if (found) {
        p += ctz(found)
        break
      }
    }
    if (i8x16.bitmask(all)) topBits = true
  } else {
    let all: u64 = 0
    for (; p < to; p += 8) {
      const block = load<u64>(p)
      const quotes = block ^ 0x2222222222222222
      const backslashes = block ^ 0x5c5c5c5c5c5c5c5c
      all |= block
      // Flags above the lowest may be wrong (a borrow from a true one below), the lowest is right.
      const found =
        (((quotes - 0x0101010101010101) & ~quotes) |
          ((backslashes - 0x0101010101010101) & ~backslashes) |
          ((block - 0x2020202020202020) & ~block)) &
        0x8080808080808080
      if (found) {
        p += <usize>(ctz(found) >> 3)
        break
      }
    }
    if (all & 0x8080808080808080) topBits = true
  }
  return min(p, to)
}

// Constants of `cleanEnd`, 16 bytes each: loading them costs less than computing them in every iteration.
const CONSTANTS: usize = memory.data<u8>([
  0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22, // quote
  0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, 0x5c, // backslash
  0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, 0x1f, // last control
    // The bytes allowed after a backslash except `u`, by their halves. Bits: 1 for high half 2 (" and /), 2 for 5
  // (backslash), 4 for 6 (b f n), 8 for 7 (r t).
  0, 0, 13, 0, 8, 0, 4, 0, 0, 0, 0, 0, 2, 0, 4, 1, // by the low half
  0, 0, 1, 0, 0, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, // by the high half
  0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f,
], 16)

/** Not 0 where a byte may follow a backslash. */
// @ts-ignore: decorator
@inline function meanings(block: v128, low: v128, high: v128, half: v128): v128 {
  return v128.and(
    i8x16.swizzle(low, v128.and(block, half)),
    i8x16.swizzle(high, v128.and(i16x8.shr_u(block, 4), half)),
  )
}

// @ts-ignore: decorator
@inline function atMostBits(a: v128, b: v128, c: v128, d: v128, x: v128): u64 {
  return bits64(
    i8x16.eq(i8x16.min_u(a, x), a),
    i8x16.eq(i8x16.min_u(b, x), b),
    i8x16.eq(i8x16.min_u(c, x), c),
    i8x16.eq(i8x16.min_u(d, x), d),
  )
}

// @ts-ignore: decorator
@inline function meaninglessBits(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = v128.load(CONSTANTS, 48)
  const high = v128.load(CONSTANTS, 64)
  const half = v128.load(CONSTANTS, 80)
  return equalBits(
    meanings(a, low, high, half),
    meanings(b, low, high, half),
    meanings(c, low, high, half),
    meanings(d, low, high, half),
    i8x16.splat(0),
  )
}

/**
 * Scans blocks of 64 bytes without a branch per escape. Stops at the closing quote, or, outside an escape, before a
 * byte that needs a closer look: `\u`, a control character, a wrong escape, the end.
 */
function cleanEnd(p: usize, to: usize): usize {
  let all = i8x16.splat(0)
  let seen: u64 = 0
  let carry: u64 = 0
  for (; p + 64 <= to; p += 64) {
    const a = v128.load(p)
    const b = v128.load(p, 16)
    const c = v128.load(p, 32)
    const d = v128.load(p, 48)
    all = v128.or(all, v128.or(v128.or(a, b), v128.or(c, d)))
    const backslashes = equalBits(a, b, c, d, v128.load(CONSTANTS, 16))
    const escaped = escapedBits(backslashes, carry)
    const quotes = equalBits(a, b, c, d, v128.load(CONSTANTS)) & ~escaped
    const least = i8x16.min_u(i8x16.min_u(a, b), i8x16.min_u(c, d))
    const hasControl = v128.any_true(i8x16.eq(i8x16.min_u(least, v128.load(CONSTANTS, 32)), least))
    let refused = meaninglessBits(a, b, c, d) & escaped
    if (hasControl) refused |= atMostBits(a, b, c, d, v128.load(CONSTANTS, 32))
    const upTo = quotes ^ (quotes - 1) // the first quote and all before it, or all
    if (refused & upTo) break
    seen |= backslashes & upTo
    if (quotes) {
      carry = 0
      p += <usize>ctz(quotes)
      break
    }
    carry = escapeCarry
  }
  if (i8x16.bitmask(all)) topBits = true
  if (seen) stringEscaped = true
  return p - <usize>carry
}

/** From a backslash to the byte after its escape, or 0. */
function escapeStop(p: usize, to: usize): usize {
  const c = byteAt(p + 1, to)
  if (c != 0x75) return escapeMeaning(c) ? p + 2 : refuse(p + 1, to)
  if (p + 6 <= to && areHexDigits(load<u32>(p + 2))) return p + 6
  p += 2
  while (areHexDigits(byteAt(p, to) * 0x01010101)) p++
  return refuse(p, to)
}

/** From the first byte inside the quotes to the closing quote, or 0. Sets `stringEscaped`. */
export function stringEnd(from: usize, to: usize): usize {
  topBits = false
  stringEscaped = false
  let p = ASC_FEATURE_SIMD ? cleanEnd(from, to) : from
  let end: usize = 0
  while (true) {
    p = plainEnd(p, to)
    let c = byteAt(p, to)
    while (c == 0x5c) {
      stringEscaped = true
      const next = escapeStop(p, to)
      if (next == 0) break
      p = next
      c = byteAt(p, to)
    }
    if (c == 0x5c) {
      p = faultAt
      break
    }
    if (c == 0x22) {
      end = p
      break
    }
    if (c < 0x20 || c == END) {
      refuse(p, to)
      break
    }
  }
  if (topBits) {
    const bad = utf8Fault(from, p)
    if (bad < p) return fault(BAD_UTF8, bad)
  }
  return end
}

function digitsEnd(p: usize, to: usize): usize {
  while (byteAt(p, to) - 0x30 <= 9) p++
  return p
}

function numberEnd(p: usize, to: usize): usize {
  if (byteAt(p, to) == 0x2d) p++
  let end = byteAt(p, to) == 0x30 ? p + 1 : digitsEnd(p, to)
  if (end == p) return refuse(p, to)
  if (byteAt(end, to) == 0x2e) {
    p = end + 1
    end = digitsEnd(p, to)
    if (end == p) return refuse(p, to)
  }
  if ((byteAt(end, to) | 0x20) == 0x65) {
    p = end + 1
    const sign = byteAt(p, to)
    if (sign == 0x2b || sign == 0x2d) p++
    end = digitsEnd(p, to)
    if (end == p) return refuse(p, to)
  }
  return end
}

/** From a word's second byte to its end; `rest` holds the `length` bytes that must come, lowest first. */
function wordEnd(p: usize, to: usize, rest: u32, length: usize): usize {
  for (const end = p + length; p < end; p++, rest >>= 8) {
    if (byteAt(p, to) != (rest & 0xff)) return refuse(p, to)
  }
  return p
}

/** From the first byte `c` of a string, number, true, false or null to its end, or 0. */
export function scalarEnd(p: usize, to: usize, c: u32): usize {
  if (c == 0x22) {
    const end = stringEnd(p + 1, to)
    return end ? end + 1 : 0
  }
  if (c == 0x2d || c - 0x30 <= 9) return numberEnd(p, to)
  if (c == 0x6e) return wordEnd(p + 1, to, 0x6c6c75, 3)
  if (c == 0x74) return wordEnd(p + 1, to, 0x657572, 3)
  if (c == 0x66) return wordEnd(p + 1, to, 0x65736c61, 4)
  return refuse(p, to)
}
