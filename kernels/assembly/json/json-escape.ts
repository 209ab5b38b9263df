/**
 * JSON escapes: one escape to its character in WTF-8. `\uXXXX` is read as one 32-bit word:
 *
 *     "12aF" ─▶ nibbles 1 2 a F in four bytes ─▶ 0x12 0xaf in two ─▶ 0x12af
 *
 * A `\u` of a high surrogate directly before a `\u` of a low one is one character of 4 bytes; any other surrogate
 * becomes 3 bytes (ED A0 80 to ED BF BF).
 *
 * Source: RFC 8259, section 7 (escapes); Simon Sapin, "The WTF-8 encoding", for lone surrogates.
 * Ours: the word at a time.
 */

// The meaning of the character after the backslash, 0 for none (and for `u`); 96 entries from 0x20 on.
const MEANING: usize = memory.data<u8>([
  0, 0, 0x22, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x2f, // space to /
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // 0 to ?
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // @ to O
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x5c, 0, 0, 0, // P to _
  0, 0, 0x08, 0, 0, 0, 0x0c, 0, 0, 0, 0, 0, 0, 0, 0x0a, 0, // ` to o
  0, 0, 0x0d, 0, 0x09, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // p to DEL
])

/** The byte that backslash and `c` stand for, or 0 if they are not a two-character escape. */
// @ts-ignore: decorator
@inline export function escapeMeaning(c: u32): u32 {
  return c - 0x20 < 0x60 ? <u32>load<u8>(MEANING + (c - 0x20)) : 0
}

/** Whether the four bytes of `word` are hexadecimal digits. */
// @ts-ignore: decorator
@inline export function areHexDigits(word: u32): bool {
  // Below 0x80 no sum carries into the next byte; bytes from 0x80 on fail through `~word`.
  const digit = (word + 0x50505050) & ~(word + 0x46464646) // 0x30 <= byte < 0x3a in the top bits
  const lower = word | 0x20202020
  const letter = (lower + 0x1f1f1f1f) & ~(lower + 0x19191919) // 0x61 <= byte < 0x67
  return ((digit | letter) & ~word & 0x80808080) == 0x80808080
}

/** Value of the four hexadecimal digits at `p`. */
// @ts-ignore: decorator
@inline function hexValue(p: usize): u32 {
  const word = load<u32>(p)
  const nibbles = bswap<u32>((word & 0x0f0f0f0f) + 9 * ((word >> 6) & 0x01010101))
  const pairs = (nibbles | (nibbles >> 4)) & 0x00ff00ff
  return (pairs | (pairs >> 8)) & 0xffff
}

/** Generalised UTF-8 of `c` at `out`; 4 bytes are written. @returns end. */
// @ts-ignore: decorator
@inline function writeCodePoint(c: u32, out: usize): usize {
  if (c < 0x80) {
    store<u8>(out, c)
    return out + 1
  }
  if (c < 0x800) {
    store<u16>(out, 0x80c0 | (c >> 6) | ((c & 0x3f) << 8))
    return out + 2
  }
  if (c < 0x10000) {
    store<u32>(out, 0x8080e0 | (c >> 12) | (((c >> 6) & 0x3f) << 8) | ((c & 0x3f) << 16))
    return out + 3
  }
  store<u32>(out, 0x808080f0 | (c >> 18) | (((c >> 12) & 0x3f) << 8) | (((c >> 6) & 0x3f) << 16) | ((c & 0x3f) << 24))
  return out + 4
}

/** The byte after the escape that `unescapeOne` read last. */
export let escapeEnd: usize = 0

/** Writes the character of the valid escape at `p` (its backslash) and sets `escapeEnd`. @returns end of the target. */
export function unescapeOne(p: usize, to: usize, out: usize): usize {
  const c = <u32>load<u8>(p, 1)
  if (c != 0x75) {
    escapeEnd = p + 2
    store<u8>(out, escapeMeaning(c))
    return out + 1
  }
  let unit = hexValue(p + 2)
  p += 6
  // 0x755c: "\u" as a little-endian word. A valid body does not end inside an escape, so two bytes suffice.
  if ((unit & 0xfc00) == 0xd800 && p + 6 <= to && load<u16>(p) == 0x755c) {
    const low = hexValue(p + 2)
    if ((low & 0xfc00) == 0xdc00) {
      unit = 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff)
      p += 6
    }
  }
  escapeEnd = p
  return writeCodePoint(unit, out)
}
