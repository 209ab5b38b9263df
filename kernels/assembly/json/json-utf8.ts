/**
 * UTF-8 check: the first byte of the first ill-formed sequence, for JSON strings.
 *
 * With SIMD, 16 bytes at a time: three tables of 16 entries, indexed by the high and the low half of the byte before
 * and the high half of the byte, hold the errors that each half allows; an error allowed by all three is present. A
 * block with an error gives no position: the scalar check, which is the definition, then finds it.
 *
 * Source: Unicode 16.0, table 3-7 (well-formed sequences); Keiser and Lemire, "Validating UTF-8 in less than one
 * instruction per byte" (2021), for the tables.
 * Cost: one pass; an error costs a second one.
 */

/** Length of the well-formed sequence at `p`, all of it before `to`, or 0. REQUIRES: a byte >= 0x80 at `p`. */
function sequenceLength(p: usize, to: usize): usize {
  const lead = <u32>load<u8>(p)
  const second = <u32>load<u8>(p, 1)
  if (lead - 0xc2 < 0x1e) return p + 2 <= to && (second & 0xc0) == 0x80 ? 2 : 0
  if ((lead & 0xf0) == 0xe0) {
    const low: u32 = lead == 0xe0 ? 0xa0 : 0x80
    const high: u32 = lead == 0xed ? 0x9f : 0xbf
    return p + 3 <= to && second >= low && second <= high && (load<u8>(p, 2) & 0xc0) == 0x80 ? 3 : 0
  }
  if (lead - 0xf0 < 5) {
    const low: u32 = lead == 0xf0 ? 0x90 : 0x80
    const high: u32 = lead == 0xf4 ? 0x8f : 0xbf
    return p + 4 <= to && second >= low && second <= high && (load<u16>(p, 2) & 0xc0c0) == 0x8080 ? 4 : 0
  }
  return 0
}

function scalarFault(p: usize, to: usize): usize {
  while (p < to) {
    if (!(load<u64>(p) & 0x8080808080808080)) {
      p += 8
      continue
    }
    while (p < to && load<u8>(p) < 0x80) p++
    while (p < to && load<u8>(p) >= 0x80) {
      const length = sequenceLength(p, to)
      if (length == 0) return p
      p += length
    }
  }
  return to
}

/** Flags (not 0) of the errors in `block`, which follows `before`. */
// @ts-ignore: decorator
@inline function blockFaults(before: v128, block: v128): v128 {
  // Bits: 01 too short, 02 too long, 04 overlong of 3, 08 too large, 10 surrogate, 20 overlong of 2,
  // 40 overlong of 4 or F5 and above, 80 two continuations (right after a lead of 3 or 4 only).
  const highOfFirst = i8x16(2, 2, 2, 2, 2, 2, 2, 2, -128, -128, -128, -128, 0x21, 0x01, 0x15, 0x49)
  const lowOfFirst = i8x16(
    -25, -93, -125, -125, -117, -53, -53, -53, -53, -53, -53, -53, -53, -37, -53, -53,
  ) // e7 a3 83 83 8b cb … cb db cb cb
  const highOfSecond = i8x16(1, 1, 1, 1, 1, 1, 1, 1, -26, -82, -70, -70, 1, 1, 1, 1) // e6 ae ba ba
  const back1 = v128.shuffle<u8>(before, block, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
  const back2 = v128.shuffle<u8>(before, block, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29)
  const back3 = v128.shuffle<u8>(before, block, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28)
  const special = v128.and(
    v128.and(
      i8x16.swizzle(highOfFirst, i8x16.shr_u(back1, 4)),
      i8x16.swizzle(lowOfFirst, v128.and(back1, i8x16.splat(0x0f))),
    ),
    i8x16.swizzle(highOfSecond, i8x16.shr_u(block, 4)),
  )
  // Top bit: the byte must be a third (after E0 and above) or a fourth (after F0 and above).
  const later = v128.or(i8x16.sub_sat_u(back2, i8x16.splat(0x60)), i8x16.sub_sat_u(back3, i8x16.splat(0x70)))
  return v128.xor(v128.and(later, i8x16.splat(-128)), special)
}

/** First offset in [from, to) that is not well-formed UTF-8 (surrogates refused), or `to`. */
export function utf8Fault(from: usize, to: usize): usize {
  if (!ASC_FEATURE_SIMD) return scalarFault(from, to)
  let p = from
  let before = i8x16.splat(0)
  for (; p + 16 <= to; p += 16) {
    const block = v128.load(p)
    if (i8x16.bitmask(v128.or(before, block)) && v128.any_true(blockFaults(before, block))) return scalarFault(from, to)
    before = block
  }
  // Everything up to p is valid, except perhaps an unfinished sequence: go back to its lead, at most 3 bytes.
  let back: usize = 1
  while (back <= 3 && p - back >= from && (load<u8>(p - back) & 0xc0) == 0x80) back++
  if (back <= 3 && p - back >= from && load<u8>(p - back) >= 0xc0) p -= back
  return scalarFault(p, to)
}
