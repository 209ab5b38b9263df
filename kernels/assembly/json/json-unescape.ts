/**
 * Unescaping: the inside of a JSON string to its text in WTF-8.
 *
 * With SIMD, 64 bytes at a time without a branch for each escape: the characters after backslashes get their meaning,
 * then a table of places closes the gaps of the backslashes, eight bytes at a time. Blocks with a `\u` or `\b`, and all
 * text without SIMD, are copied 8 bytes at a time up to the next backslash.
 *
 * Source: Langdale and Lemire (2019), for the runs of backslashes.
 * Ours: the rest. Cost: one pass; at most 64 bytes are read and written beyond the ends.
 */
import { copy64 } from '../blocks'
import { bits64, escapedBits } from './json-blocks'
import { escapeEnd, unescapeOne } from './json-escape'

/** For eight bytes of which some are dropped, as bits: the places of the others, one byte each. */
const PLACES: usize = memory.data(2048, 16)
if (ASC_FEATURE_SIMD) {
  for (let dropped: u32 = 0; dropped < 256; dropped++) {
    let at = PLACES + (dropped << 3)
    for (let i: u32 = 0; i < 8; i++) {
      store<u8>(at, i)
      at += 1 - <usize>((dropped >> i) & 1)
    }
  }
}

/** By (c + 1) / 2 - 0x30: the bits that differ between an escape's letter and its meaning; 0x80 for `b` and `u`. */
const CHANGES: usize = memory.data<u8>([0, 0x80, 0, 0x6a, 0, 0, 0, 0x64, 0, 0x7f, 0x7d, 0x80, 0, 0, 0, 0], 16)
const FIRST: usize = memory.data<u64>([0x3030303030303030, 0x3030303030303030], 16)

/** The bits to change in a block, where `after` has ones in the bytes after a backslash. */
// @ts-ignore: decorator
@inline function changes(block: v128, after: v128): v128 {
  const place = i8x16.sub(i8x16.avgr_u(block, i64x2.splat(0)), v128.load(FIRST))
  return v128.and(i8x16.swizzle(v128.load(CHANGES), place), after)
}

/** The last byte of `before`, then the first 15 of `block`. */
// @ts-ignore: decorator
@inline function moved(before: v128, block: v128): v128 {
  return i8x16.shuffle(before, block, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
}

/** Copies the low half of `block` without the bytes whose bits are set in the low byte of `dropped`. @returns end. */
// @ts-ignore: decorator
@inline function copyHalf(block: v128, dropped: u64, out: usize): usize {
  const bits = <u32>dropped & 0xff
  v128.store64_lane(out, i8x16.swizzle(block, v128.load64_zero(PLACES + (bits << 3))), 0)
  return out + 8 - <usize>popcnt(bits)
}

// @ts-ignore: decorator
@inline function copyKept(block: v128, dropped: u64, out: usize): usize {
  const high = i8x16.shuffle(block, block, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15)
  return copyHalf(high, dropped >> 8, copyHalf(block, dropped, out))
}

/** Changes the block at `p` back behind escaped backslashes, at the bits `literal`; `out` has it without `dropped`. */
function restore(p: usize, literal: u64, dropped: u64, out: usize): void {
  for (; literal; literal &= literal - 1) {
    const place = ctz(literal)
    const at = out + <usize>(place - popcnt(dropped & ((<u64>1 << place) - 1)))
    store<u8>(at, load<u8>(p + <usize>place))
  }
}

function unescapeBlocks(from: usize, to: usize, out: usize): usize {
  const backslash = i8x16.splat(0x5c)
  let p = from
  while (p < to) {
    const left = to - p
    const a = v128.load(p)
    const b = v128.load(p, 16)
    const c = v128.load(p, 32)
    const d = v128.load(p, 48)
    const inA = i8x16.eq(a, backslash)
    const inB = i8x16.eq(b, backslash)
    const inC = i8x16.eq(c, backslash)
    const inD = i8x16.eq(d, backslash)
    let dropped = bits64(inA, inB, inC, inD)
    if (left < 64) dropped &= ((<u64>1) << left) - 1
    if (dropped == 0) {
      copy64(p, out)
      out += min<usize>(left, 64)
      p += 64
      continue
    }
    const changeA = changes(a, moved(i64x2.splat(0), inA))
    const changeB = changes(b, moved(inA, inB))
    const changeC = changes(c, moved(inB, inC))
    const changeD = changes(d, moved(inC, inD))
    if (i8x16.bitmask(v128.or(v128.or(changeA, changeB), v128.or(changeC, changeD)))) {
      out = unescapeBytes(p, min(p + 64, to), to, out)
      p = stopped
      continue
    }
    let literal: u64 = 0
    if (dropped & (dropped << 1)) {
      literal = dropped & escapedBits(dropped, 0)
      dropped ^= literal
    }
    const start = out
    out = copyKept(v128.xor(a, changeA), dropped, out)
    out = copyKept(v128.xor(b, changeB), dropped >> 16, out)
    out = copyKept(v128.xor(c, changeC), dropped >> 32, out)
    out = copyKept(v128.xor(d, changeD), dropped >> 48, out)
    if (literal) restore(p, (literal << 1) & ~dropped, dropped, start)
    // A backslash at the end of the block is read again with its character.
    p += 64 - <usize>(dropped >> 63)
    if (left < 64) out -= 64 - left
  }
  return out
}

/** Bytes up to the first backslash of the 8 at `p`, or 8; all 8 are copied to `out`. */
// @ts-ignore: decorator
@inline function copyPlain8(p: usize, out: usize): usize {
  const block = load<u64>(p)
  store<u64>(out, block)
  const other = block ^ 0x5c5c5c5c5c5c5c5c // a zero byte where the backslash is; the lowest flag is exact
  return <usize>(ctz((other - 0x0101010101010101) & ~other & 0x8080808080808080) >> 3) // 8 for none
}

/** Where `unescapeBytes` stopped: behind an escape that crosses its end. */
let stopped: usize = 0

/** Unescapes what begins in [p, until). @returns end of the target. */
function unescapeBytes(p: usize, until: usize, to: usize, out: usize): usize {
  while (p < until) {
    const step = min(copyPlain8(p, out), until - p)
    p += step
    out += step
    if (step == 8 || p == until) continue
    out = unescapeOne(p, to, out)
    p = escapeEnd
  }
  stopped = p
  return out
}

/** See `kernels.ts`. REQUIRES: a valid JSON string body; a target of to - from bytes and 64 more. */
export function unescapeJson(from: usize, to: usize, out: usize): usize {
  return ASC_FEATURE_SIMD ? unescapeBlocks(from, to, out) : unescapeBytes(from, to, to, out)
}
