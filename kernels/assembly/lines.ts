/**
 * Lines: the offsets of line feeds, so that a block of JSON Lines can be cut into records.
 *
 * 64 bytes at a time: four comparisons become one 64-bit mask, whose set bits are the offsets.
 *
 * Ours. Cost: one pass; up to 63 bytes after `to` are read and masked away.
 */

/** Line feeds among the 64 bytes at `p`, byte i as bit i. */
// @ts-ignore: decorator
@inline function feeds(p: usize): u64 {
  const feed = i8x16.splat(0x0a)
  const a = i8x16.eq(v128.load(p), feed)
  const b = i8x16.eq(v128.load(p, 16), feed)
  const c = i8x16.eq(v128.load(p, 32), feed)
  const d = i8x16.eq(v128.load(p, 48), feed)
  if (!v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)))) return 0
  return (
    (<u64>i8x16.bitmask(a)) |
    ((<u64>i8x16.bitmask(b)) << 16) |
    ((<u64>i8x16.bitmask(c)) << 32) |
    ((<u64>i8x16.bitmask(d)) << 48)
  )
}

/** Line feeds among the 8 bytes at `p`, byte i as bit 8 * i + 7. */
// @ts-ignore: decorator
@inline function feedFlags(p: usize): u64 {
  const other = load<u64>(p) ^ 0x0a0a0a0a0a0a0a0a
  // Exact for every byte: 0x7f + (low 7 bits) sets the top bit for all but 0, and does not carry on.
  return ~(((other & 0x7f7f7f7f7f7f7f7f) + 0x7f7f7f7f7f7f7f7f) | other) & 0x8080808080808080
}

/** Writes the offsets (u32) of the bytes 0x0A in [from, to), the first `max` of them. @returns their number. */
export function newlines(from: usize, to: usize, out: usize, max: u32): u32 {
  const width: usize = ASC_FEATURE_SIMD ? 64 : 8
  const shift: u64 = ASC_FEATURE_SIMD ? 0 : 3
  let count: u32 = 0
  for (let p = from; p < to; p += width) {
    let mask = ASC_FEATURE_SIMD ? feeds(p) : feedFlags(p)
    for (; mask; mask &= mask - 1) {
      const at = p + <usize>(ctz(mask) >> shift)
      if (at >= to || count == max) return count
      store<u32>(out + ((<usize>count) << 2), <u32>at)
      count++
    }
  }
  return count
}
