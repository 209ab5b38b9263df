/**
 * Blocks of 16 bytes for `canonicalise`: dropping bytes, and Han characters with 0x01 between them.
 *
 * U+4E00 to U+9FFF (UTF-8: E4 B8 80 to E9 BF BF) are all base characters that normalisation and folding leave alone:
 * `checkClaims` in `kernels/unicode/properties.ts` verifies that for the tables.
 */

/** Copies the bytes of `block` whose bits are set in `kept`. @returns their end. */
// @ts-ignore: decorator
@inline export function compress(block: v128, kept: u32, out: usize): usize {
  const places = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
  while (kept) {
    const from = ctz(kept)
    const count = ctz(~(kept >> from))
    v128.store(out, i8x16.swizzle(block, i8x16.add(places, i8x16.splat(<i8>from))))
    out += count
    kept = kept & (kept + (kept & -kept)) // without its lowest run of ones
  }
  return out
}

/** Whether the character of three bytes at `p` is in U+4E00 to U+9FFF. */
// @ts-ignore: decorator
@inline export function isHan(p: usize, lead: u32): bool {
  return lead - 0xe5 < 5 || (lead == 0xe4 && load<u8>(p, 1) >= 0xb8)
}

/** The number of the 4 characters at `p` in U+4E00 to U+9FFF; `out` gets them, each followed by 0x01. */
// @ts-ignore: decorator
@inline export function hanBlock(p: usize, out: usize): u32 {
  const block = v128.load(p)
  const keys = i8x16.swizzle(block, i8x16(2, 1, 0, -1, 5, 4, 3, -1, 8, 7, 6, -1, 11, 10, 9, -1))
  const isHan = v128.and(i32x4.ge_s(keys, i32x4.splat(0xe4b880)), i32x4.le_s(keys, i32x4.splat(0xe9bfbf)))
  const spaced = i8x16.swizzle(block, i8x16(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1))
  v128.store(out, v128.or(spaced, i32x4.splat(0x01000000)))
  return ctz(~i32x4.bitmask(isHan))
}
