// Words of a text profile in lower case, zeros between them. Definition:
// src/texts/kernels/reference/signatures/text-profile.ts.
//
// ASCII is folded sixteen bytes at a time; other characters with the caller's table, which has for every UTF-16 unit
// its output: up to three bytes of UTF-8 and, in the highest byte, their number. No word contains zero bytes.
import { decode2, decode3 } from '../wtf8'

/** Whether the text folded last was plain ASCII. */
export let isPlain: bool = false

// Marks the bytes of v in [from, from + count): shifted to be the smallest signed ones, they need one comparison.
// @ts-ignore: decorator
@inline
function inRange(v: v128, from: i8, count: i8): v128 {
  return i8x16.lt_s(i8x16.add(v, i8x16.splat(-128 - from)), i8x16.splat(-128 + count))
}

// Letters in lower case, and digits, which have that bit anyway; zero for everything else.
// @ts-ignore: decorator
@inline
function fold16(v: v128): v128 {
  const lower = v128.or(v, i8x16.splat(0x20))
  return v128.and(lower, v128.or(inRange(lower, 0x61, 26), inRange(v, 0x30, 10)))
}

// @ts-ignore: decorator
@inline
function put(unit: u32, units: usize, out: usize): usize {
  const entry = load<u32>(units + ((<usize>unit) << 2))
  store<u32>(out, entry)
  return out + <usize>(entry >> 24)
}

// Folds plain bytes from p on. @returns the first non-ASCII byte, possibly behind `to`
// @ts-ignore: decorator
@inline
function plainEnd(start: usize, to: usize, target: usize, units: usize): usize {
  let p = start
  let out = target
  if (ASC_FEATURE_SIMD) {
    for (; p < to; p += 16, out += 16) {
      const v = v128.load(p)
      v128.store(out, fold16(v))
      const high = i8x16.bitmask(v)
      if (high) return p + <usize>ctz(high)
    }
    return p
  }
  for (; p < to; p++, out++) {
    const byte = <u32>load<u8>(p)
    if (byte >= 0x80) return p
    store<u8>(out, load<u8>(units + ((<usize>byte) << 2)))
  }
  return p
}

/**
 * Folds [from, to) and writes 64 zeros behind. REQUIRES: target of 1.5 * (to - from) + 128 bytes.
 * @returns end of the target.
 */
export function fold(from: usize, to: usize, units: usize, target: usize): usize {
  let p = from
  let out = target
  isPlain = true
  while (p < to) {
    const end = plainEnd(p, to, out, units)
    out += end - p
    p = end
    if (p >= to) break
    isPlain = false
    do {
      const lead = <u32>load<u8>(p)
      if (lead < 0x80) break
      if (lead < 0xe0) {
        out = put(decode2(p), units, out)
        p += 2
      } else if (lead < 0xf0) {
        out = put(decode3(p), units, out)
        p += 3
      } else {
        store<u8>(out++, 0)
        p += 4
      }
    } while (p < to)
  }
  out -= p - to
  memory.fill(out, 0, 64)
  return out
}
