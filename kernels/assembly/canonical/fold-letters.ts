/**
 * `fold: letters`: a canonical text with one spelling of the letters that a language types in two ways, in place.
 *
 * Definition and table: `foldLetters` in `src/texts/kernels/reference/fold-letters.ts`. The text never becomes longer.
 */
import { decode, encode, sizeOf } from '../wtf8'

const HAMZA_ABOVE: u32 = 0x654
const BENGALI_VIRAMA: u32 = 0x9cd
const MALAYALAM_VIRAMA: u32 = 0xd4d

/** The letter in place of one. */
function letterOf(codePoint: u32): u32 {
  if (codePoint - 0x6f0 < 10) return codePoint - 0x6f0 + 0x660
  if (codePoint - 0x649 > 0x6d5 - 0x649) return codePoint
  if (codePoint == 0x649 || codePoint == 0x6cc) return 0x64a
  if (codePoint == 0x6a9) return 0x643
  if (codePoint == 0x6c1 || codePoint == 0x6d5) return 0x647
  return codePoint == 0x6c2 ? 0x6c0 : codePoint
}

/** The letter in place of two, or 0. */
function pairOf(first: u32, second: u32): u32 {
  if (second == HAMZA_ABOVE) return first == 0x647 ? 0x6c0 : first == 0x64a ? 0x626 : 0
  if (second == BENGALI_VIRAMA) return first == 0x9a4 ? 0x9ce : 0
  if (second != MALAYALAM_VIRAMA) return 0
  if (first == 0xd23) return 0xd7a
  if (first == 0xd28) return 0xd7b
  if (first == 0xd30) return 0xd7c
  if (first == 0xd32 || first == 0xd33) return first - 0xd32 + 0xd7d
  return first == 0xd15 ? 0xd7f : 0
}

/** @returns the new end */
export function foldLetters(from: usize, to: usize): usize {
  let out = from
  let p = from
  while (p < to) {
    let codePoint = letterOf(decode(p))
    p += sizeOf(load<u8>(p))
    const whole = p < to ? pairOf(codePoint, decode(p)) : 0
    if (whole) {
      codePoint = whole
      p += sizeOf(load<u8>(p))
    }
    // No more is written than was read, but always 4 bytes.
    const unread = load<u32>(p)
    out = encode(codePoint, out)
    store<u32>(p, unread)
  }
  return out
}
