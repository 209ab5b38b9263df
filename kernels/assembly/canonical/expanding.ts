/**
 * Characters that take much room: U+0EDC to U+0EDF, U+309F, U+30BF, U+30DF, U+30FF, U+3200 to U+33FF, U+FB00 to U+FDFF.
 *
 * Definition: `src/texts/kernels/reference/utf8.ts`. `checkClaims` in `kernels/unicode/properties.ts` verifies
 * that no other does.
 */
import { decode3 } from '../wtf8'

// @ts-ignore: decorator
@inline function isExpanding(codePoint: u32): bool {
  return codePoint >> 2 == 0xedc >> 2 || (codePoint & 0xff9f) == 0x309f || codePoint >> 9 == 0x3200 >> 9 ||
    codePoint - 0xfb00 < 0x300
}

/** The `Kernels` method. */
export function expanding(from: usize, to: usize): u32 {
  let count: u32 = 0
  let p = from
  while (p < to) {
    if (ASC_FEATURE_SIMD && p + 16 <= to) {
      const block = v128.load(p)
      const leads = v128.or(
        v128.or(i8x16.eq(block, i8x16.splat(<i8>0xe0)), i8x16.eq(block, i8x16.splat(<i8>0xe3))),
        i8x16.eq(block, i8x16.splat(<i8>0xef)),
      )
      const mask = i8x16.bitmask(leads)
      if (mask == 0) {
        p += 16
        continue
      }
      p += ctz(mask)
    }
    const lead = load<u8>(p)
    if (lead == 0xe0 || lead == 0xe3 || lead == 0xef) count += <u32>isExpanding(decode3(p))
    p++
  }
  return count
}
