// Token hashes and hashes of their sequences. Definition: src/texts/kernels/reference/tokens.ts.
//
// 64 bytes at a time are classified into a mask of token bytes; its edges are found with ctz.
import { eightEdges } from './edges'
import { KEEPS_SYMBOLS } from './rule'
import { fmix64, GOLDEN, MIX1, MIX2 } from './mix'

const HIGH: u64 = 0x8080808080808080

// Lower-cases the ASCII bytes of eight token bytes: letters and digits get bit 0x20, bytes >= 0x80 stay.
// @ts-ignore: decorator
@inline
function fold(v: u64): u64 {
  return v | ((~v & HIGH) >> 2)
}

// The same for sixteen bytes.
// @ts-ignore: decorator
@inline
function fold16(v: v128): v128 {
  return v128.or(v, i64x2.shr_u(v128.andnot(i8x16.splat(<i8>0x80), v), 2))
}

// Masks of the two words of a step by the number of bytes left, 0 to 16: loading them costs less than computing them.
export const MASKS: usize = memory.data<u64>([
  0x0, 0x0,
  0xff, 0x0,
  0xffff, 0x0,
  0xffffff, 0x0,
  0xffffffff, 0x0,
  0xffffffffff, 0x0,
  0xffffffffffff, 0x0,
  0xffffffffffffff, 0x0,
  0xffffffffffffffff, 0x0,
  0xffffffffffffffff, 0xff,
  0xffffffffffffffff, 0xffff,
  0xffffffffffffffff, 0xffffff,
  0xffffffffffffffff, 0xffffffff,
  0xffffffffffffffff, 0xffffffffff,
  0xffffffffffffffff, 0xffffffffffff,
  0xffffffffffffffff, 0xffffffffffffff,
  0xffffffffffffffff, 0xffffffffffffffff,
])

// Sixteen bytes a step, masked instead of branched on: most tokens take one step, whatever their length.
// @ts-ignore: decorator
@inline
export function tokenHash(start: usize, end: usize, isFolded: bool = false): u64 {
  let rest = <u64>(end - start)
  let h = rest * GOLDEN
  let p = start
  while (rest > 16) {
    h = (h ^ (isFolded ? load<u64>(p) : fold(load<u64>(p)))) * MIX1
    h ^= h >> 32
    h = (h ^ (isFolded ? load<u64>(p, 8) : fold(load<u64>(p, 8)))) * MIX2
    h ^= h >> 29
    p += 16
    rest -= 16
  }
  const masks = MASKS + (<usize>rest << 4)
  let low: u64 = 0
  let high: u64 = 0
  if (ASC_FEATURE_SIMD) {
    const text = v128.load(p)
    const folded = v128.and(isFolded ? text : fold16(text), v128.load(masks))
    low = i64x2.extract_lane(folded, 0)
    high = i64x2.extract_lane(folded, 1)
  } else {
    low = (isFolded ? load<u64>(p) : fold(load<u64>(p))) & load<u64>(masks)
    high = (isFolded ? load<u64>(p, 8) : fold(load<u64>(p, 8))) & load<u64>(masks, 8)
  }
  h = (h ^ low) * MIX1
  h ^= h >> 32
  h = (h ^ high) * MIX2
  return h ^ (h >> 29)
}

// Constants of `maskOf16`: loading them costs less than computing them. After an addition, exactly the letters (or
// digits) are the smallest signed bytes, so one comparison suffices.
const CASE: usize = memory.data<u64>([0x2020202020202020, 0x2020202020202020], 16)
const FROM_A: usize = memory.data<u64>([0x1f1f1f1f1f1f1f1f, 0x1f1f1f1f1f1f1f1f], 16) // -128 - 0x61
const LETTERS: usize = memory.data<u64>([0x9a9a9a9a9a9a9a9a, 0x9a9a9a9a9a9a9a9a], 16) // -128 + 26
const FROM_0: usize = memory.data<u64>([0x5050505050505050, 0x5050505050505050], 16) // -128 - 0x30
const DIGITS: usize = memory.data<u64>([0x8a8a8a8a8a8a8a8a, 0x8a8a8a8a8a8a8a8a], 16) // -128 + 10

// @ts-ignore: decorator
@inline
function maskOf16(p: usize): u64 {
  const v = v128.load(p)
  const letter = i8x16.lt_s(i8x16.add(v128.or(v, v128.load(CASE)), v128.load(FROM_A)), v128.load(LETTERS))
  const digit = i8x16.lt_s(i8x16.add(v, v128.load(FROM_0)), v128.load(DIGITS))
  // The sign bit of v marks bytes >= 0x80; bitmask reads sign bits only.
  return <u64>i8x16.bitmask(v128.or(v128.or(letter, digit), v))
}

// @ts-ignore: decorator
@inline
function isTokenByte(c: u32): bool {
  return (c | 0x20) - 0x61 < 26 || c - 0x30 < 10 || c >= 0x80
}

function maskOf64(p: usize): u64 {
  let mask: u64 = 0
  if (ASC_FEATURE_SIMD) {
    mask = maskOf16(p) | (maskOf16(p + 16) << 16) | (maskOf16(p + 32) << 32) | (maskOf16(p + 48) << 48)
  } else {
    for (let i: usize = 0; i < 64; i++) mask |= <u64>isTokenByte(load<u8>(p + i)) << i
  }
  return mask
}

// Of canonical text with symbols: all but the separators.
function symbolMaskOf64(p: usize): u64 {
  let mask: u64 = 0
  for (let i: usize = 0; i < 64; i++) mask |= <u64>(load<u8>(p + i) > 0x20) << i
  return mask
}

// Two passes, so that no branch depends on the length of a token: first the offsets of all token edges, in pairs of
// u32 at `out`, then each pair is replaced by the hash of the bytes between.
// @ts-ignore: decorator
@inline
function edgesOf(from: usize, to: usize, out: usize, hasSymbols: bool): usize {
  let write = out
  let inside: u64 = 0 // 1 when the last byte of the block before was a token byte
  for (let p = from; p < to; p += 64) {
    let mask = hasSymbols ? symbolMaskOf64(p) : maskOf64(p)
    const left = to - p
    if (left < 64) mask &= ((<u64>1) << left) - 1
    let edges = mask ^ ((mask << 1) | inside)
    inside = mask >> 63
    const count = <usize>popcnt(edges)
    edges = eightEdges(edges, p, write)
    if (count > 8) edges = eightEdges(edges, p, write + 32)
    for (let done: usize = 16; done < count; done += 8) edges = eightEdges(edges, p, write + (done << 2))
    write += count << 2
  }
  if (inside) {
    store<u32>(write, <u32>to)
    write += 4
  }
  return write
}

// @ts-ignore: decorator
@inline
function hashes(from: usize, to: usize, out: usize, hasSymbols: bool): u32 {
  const write = edgesOf(from, to, out, hasSymbols)
  for (let at = out; at < write; at += 8) {
    store<u64>(at, tokenHash(<usize>load<u32>(at), <usize>load<u32>(at, 4), hasSymbols))
  }
  return <u32>((write - out) >> 3)
}

export function tokenEdges(from: usize, to: usize, out: usize, rule: u32): u32 {
  const end = rule & KEEPS_SYMBOLS ? edgesOf(from, to, out, true) : edgesOf(from, to, out, false)
  return <u32>((end - out) >> 3)
}

export function tokenHashes(from: usize, to: usize, out: usize, rule: u32): u32 {
  return rule & KEEPS_SYMBOLS ? hashes(from, to, out, true) : hashes(from, to, out, false)
}

// The two chains of a sequence hash: their starts, steps and end.
export const SEQUENCE_A: u64 = GOLDEN
export const SEQUENCE_B: u64 = MIX2

// @ts-ignore: decorator
@inline export function nextA(a: u64, token: u64): u64 {
  return (rotl<u64>(a, 29) ^ token) * MIX1
}

// @ts-ignore: decorator
@inline export function nextB(b: u64, token: u64): u64 {
  return (rotl<u64>(b, 31) + token) * GOLDEN
}

export function storeSequence(a: u64, b: u64, count: u32, out: usize): void {
  a = fmix64(a ^ count)
  b = fmix64(b + a)
  store<u64>(out, a)
  store<u64>(out, b, 8)
}

export function sequenceHash(tokens: usize, count: u32, out: usize): void {
  let a = SEQUENCE_A
  let b = SEQUENCE_B
  const end = tokens + ((<usize>count) << 3)
  for (let p = tokens; p < end; p += 8) {
    const token = load<u64>(p)
    a = nextA(a, token)
    b = nextB(b, token)
  }
  storeSequence(a, b, count, out)
}
