// Blocks of 64 bytes of JSON as masks of a bit for each byte.

/** 1 when the block that `escapedBits` saw ends with a backslash that begins an escape. */
export let escapeCarry: u64 = 0

/** Bits of the bytes that are escaped; `carry` is 1 when the first one is, by a backslash before it. */
// @ts-ignore: decorator
@inline export function escapedBits(backslashes: u64, carry: u64): u64 {
  const even: u64 = 0x5555555555555555
  const starts = backslashes & ~carry // an escaped backslash begins no escape
  const after = (starts << 1) | carry
  // Adding its first bit clears a run of backslashes and sets the bit behind it, whose place tells odd from even.
  const oddRuns = starts & ~even & ~after
  const sum = oddRuns + starts
  escapeCarry = <u64>(sum < starts)
  return (even ^ (sum << 1)) & after
}

// @ts-ignore: decorator
@inline export function bits64(a: v128, b: v128, c: v128, d: v128): u64 {
  return (
    (<u64>i8x16.bitmask(a)) |
    ((<u64>i8x16.bitmask(b)) << 16) |
    ((<u64>i8x16.bitmask(c)) << 32) |
    ((<u64>i8x16.bitmask(d)) << 48)
  )
}

// @ts-ignore: decorator
@inline export function equalBits(a: v128, b: v128, c: v128, d: v128, x: v128): u64 {
  return bits64(i8x16.eq(a, x), i8x16.eq(b, x), i8x16.eq(c, x), i8x16.eq(d, x))
}
