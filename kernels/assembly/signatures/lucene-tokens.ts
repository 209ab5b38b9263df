// Tokens between Java's white space, as UTF-16 units.
// Definition: src/texts/kernels/reference/signatures/lucene-buckets.ts.
import { decode, decode3, sizeOf } from '../wtf8'

// Maximum bytes of the units of a token, which a surrogate pair at its end may exceed.
const MOST: usize = 2 * 255

// @ts-ignore: decorator
@inline
function isWhiteAscii(c: u32): bool {
  return c - 0x09 < 5 || c - 0x1c < 5
}

/** For a non-ASCII character: all white ones take three bytes. */
function isWhite(c: u32): bool {
  if (c < 0x1680) return false
  if (c >= 0x2000 && c <= 0x200a) return c != 0x2007
  return c == 0x1680 || c == 0x2028 || c == 0x2029 || c == 0x205f || c == 0x3000
}

/** The first character in [from, to) that is not white space, or `to`. */
function behindWhite(from: usize, to: usize): usize {
  let p = from
  while (p < to) {
    const c = <u32>load<u8>(p)
    if (c < 0x80) {
      if (!isWhiteAscii(c)) return p
      p++
    } else {
      if (sizeOf(c) != 3 || !isWhite(decode3(p))) return p
      p += 3
    }
  }
  return to
}

/** The number of the next bytes, at most 16, that are ASCII and not white; their units at `out`. */
function plainBytes(p: usize, to: usize, out: usize): usize {
  if (ASC_FEATURE_SIMD) {
    const v = v128.load(p)
    const control = i8x16.lt_u(i8x16.sub(v, i8x16.splat(0x09)), i8x16.splat(5))
    const blank = i8x16.lt_u(i8x16.sub(v, i8x16.splat(0x1c)), i8x16.splat(5))
    v128.store(out, i16x8.extend_low_i8x16_u(v))
    v128.store(out, i16x8.extend_high_i8x16_u(v), 16)
    // The sign bit of v marks bytes >= 0x80.
    const ends = i8x16.bitmask(v128.or(v128.or(control, blank), v)) | 0x10000
    return min(<usize>ctz(ends), to - p)
  }
  let n: usize = 0
  for (; n < 16 && p + n < to; n++) {
    const c = <u32>load<u8>(p + n)
    if (c >= 0x80 || isWhiteAscii(c)) break
    store<u16>(out + 2 * n, c)
  }
  return n
}

/**
 * Writes the units of all tokens, each followed by a blank, at `units`, so that a run of tokens is a contiguous
 * shingle; begin and end of each, u32, at `places`. A lone surrogate becomes U+FFFD.
 *
 * @returns number of tokens
 */
export function luceneTokens(from: usize, to: usize, places: usize, units: usize): u32 {
  let place = places
  let out = units
  for (let p = behindWhite(from, to); p < to; p = behindWhite(p, to)) {
    const limit = out + MOST
    store<u32>(place, <u32>out)
    while (out < limit && p < to) {
      const plain = min(plainBytes(p, to, out), (limit - out) >> 1)
      p += plain
      out += plain << 1
      if (plain == 16 || out == limit || p == to) continue
      // White space, or a non-ASCII character.
      const lead = <u32>load<u8>(p)
      if (lead < 0x80) break
      const c = decode(p)
      if (c < 0x10000) {
        if (isWhite(c)) break
        store<u16>(out, (c & 0xf800) == 0xd800 ? 0xfffd : c)
        out += 2
      } else {
        const rest = c - 0x10000
        store<u16>(out, 0xd800 | (rest >> 10))
        store<u16>(out, 0xdc00 | (rest & 0x3ff), 2)
        out += 4
      }
      p += sizeOf(lead)
    }
    store<u32>(place, <u32>out, 4)
    place += 8
    store<u16>(out, 0x20)
    out += 2
  }
  return <u32>((place - places) >> 3)
}
