// Bytes of WTF-8 texts as Java systems write them. Definition: src/texts/java/encodings.ts.
import { decode4, sizeOf } from '../wtf8'

/** Java's UTF-8: `?` for a lone surrogate. The other encoding encodes each UTF-16 unit by itself. */
export const JAVA_UTF8: u32 = 0

// A lone surrogate begins with 0xed and then at least 0xa0, unlike any other character.
function hasSurrogate(from: usize, to: usize): bool {
  let p = from
  if (ASC_FEATURE_SIMD) {
    const lead = i8x16.splat(<i8>0xed)
    for (; p + 16 <= to; p += 16) {
      const isLead = i8x16.eq(v128.load(p), lead)
      if (!v128.any_true(isLead)) continue
      // The next byte belongs to the same character.
      if (v128.any_true(v128.and(isLead, i8x16.ge_u(v128.load(p, 1), i8x16.splat(<i8>0xa0))))) return true
    }
  }
  for (; p < to; p++) if (load<u8>(p) == 0xed && load<u8>(p, 1) >= 0xa0) return true
  return false
}

function hasPair(from: usize, to: usize): bool {
  let p = from
  if (ASC_FEATURE_SIMD) {
    for (; p + 16 <= to; p += 16) {
      if (v128.any_true(i8x16.ge_u(v128.load(p), i8x16.splat(<i8>0xf0)))) return true
    }
  }
  for (; p < to; p++) if (load<u8>(p) >= 0xf0) return true
  return false
}

/** Whether the encoded bytes of a text differ from its WTF-8. */
export function needsEncoding(from: usize, to: usize, encoding: u32): bool {
  return encoding == JAVA_UTF8 ? hasSurrogate(from, to) : hasPair(from, to)
}

// @ts-ignore: decorator
@inline
function putUnit(unit: u32, out: usize): usize {
  store<u8>(out, 0xe0 | (unit >> 12))
  store<u8>(out, 0x80 | ((unit >> 6) & 63), 1)
  store<u8>(out, 0x80 | (unit & 63), 2)
  return out + 3
}

/** REQUIRES: target of 1.5 * (to - from) + 64 bytes. @returns end of the target */
export function encodeJava(from: usize, to: usize, encoding: u32, target: usize): usize {
  let out = target
  for (let p = from; p < to; ) {
    const size = sizeOf(load<u8>(p))
    if (encoding == JAVA_UTF8 && load<u8>(p) == 0xed && load<u8>(p, 1) >= 0xa0) store<u8>(out++, 0x3f)
    else if (encoding != JAVA_UTF8 && size == 4) {
      const rest = decode4(p) - 0x10000
      out = putUnit(0xdc00 | (rest & 0x3ff), putUnit(0xd800 | (rest >> 10), out))
    } else {
      store<u32>(out, load<u32>(p))
      out += size
    }
    p += size
  }
  return out
}
