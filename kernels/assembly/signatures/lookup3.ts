// Lookup3 (Jenkins) of whole texts. Definition: src/ground/hash/lookup3.ts.
import { decode, sizeOf } from '../wtf8'

// The position of the next symbol, and a low surrogate before it whose pair was split, or 0.
let at: usize = 0
let torn: u32 = 0

// A high surrogate takes any unit after it; in WTF-8 only lone surrogates have three bytes.
function surrogate(to: usize): u32 {
  const high = decode(at)
  at += 3
  if (high >= 0xdc00 || at >= to) return high
  let unit = decode(at)
  at += sizeOf(load<u8>(at))
  if (unit >= 0x10000) {
    torn = 0xdc00 | (unit & 0x3ff)
    unit = 0xd800 | ((unit - 0x10000) >> 10)
  }
  return (high << 10) + unit + (0x10000 - (0xd800 << 10) - 0xdc00)
}

// REQUIRES: there is one.
function symbol(to: usize): u32 {
  if (torn) {
    const low = torn
    torn = 0
    return low
  }
  if (load<u8>(at) == 0xed && load<u8>(at, 1) >= 0xa0) return surrogate(to)
  const codePoint = decode(at)
  at += sizeOf(load<u8>(at))
  return codePoint
}

// @ts-ignore: decorator
@inline
function isMore(to: usize): bool {
  return at < to || torn != 0
}

// Four texts are hashed side by side in lanes of u32: a, b, c, the next byte, the end, the address of the signature.
const A: usize = memory.data(6 * 16, 16)
const B: usize = A + 16
const C: usize = A + 32
const AT: usize = A + 48
const TO: usize = A + 64
const OUT: usize = A + 80

// The texts waiting for a lane, and the address of the signature of the next one.
let waiting: usize = 0
let waitingEnd: usize = 0
let nextRow: usize = 0

// Whether the next three bytes are plain and not the last ones.
// @ts-ignore: decorator
@inline
function isPlain(p: usize, to: usize): bool {
  return p + 3 < to && !(load<u32>(p) & 0x808080)
}

// Symbols are taken in threes, each three mixed into a, b and c. Continues a lane to the end of its text, or with
// `toPlain` only until three plain bytes are next. Returns whether the text continues.
function advance(lane: usize, toPlain: bool): bool {
  let a = load<u32>(A + lane)
  let b = load<u32>(B + lane)
  let c = load<u32>(C + lane)
  const to = <usize>load<u32>(TO + lane)
  at = <usize>load<u32>(AT + lane)
  torn = 0
  let more = at < to
  while (more) {
    if (torn == 0 && isPlain(at, to)) {
      if (toPlain) {
        store<u32>(A + lane, a)
        store<u32>(B + lane, b)
        store<u32>(C + lane, c)
        store<u32>(AT + lane, <u32>at)
        return true
      }
      const plain = load<u32>(at)
      a += plain & 0xff
      b += (plain >> 8) & 0xff
      c += (plain >> 16) & 0xff
      at += 3
    } else {
      a += symbol(to)
      if (isMore(to)) {
        b += symbol(to)
        if (isMore(to)) c += symbol(to)
      }
      more = isMore(to)
    }
    if (more) {
      a = (a - c) ^ rotl<u32>(c, 4)
      c += b
      b = (b - a) ^ rotl<u32>(a, 6)
      a += c
      c = (c - b) ^ rotl<u32>(b, 8)
      b += a
      a = (a - c) ^ rotl<u32>(c, 16)
      c += b
      b = (b - a) ^ rotl<u32>(a, 19)
      a += c
      c = (c - b) ^ rotl<u32>(b, 4)
      b += a
    } else {
      c = (c ^ b) - rotl<u32>(b, 14)
      a = (a ^ c) - rotl<u32>(c, 11)
      b = (b ^ a) - rotl<u32>(a, 25)
      c = (c ^ b) - rotl<u32>(b, 16)
      a = (a ^ c) - rotl<u32>(c, 4)
      b = (b ^ a) - rotl<u32>(a, 14)
      c = (c ^ b) - rotl<u32>(b, 24)
    }
  }
  // c is added to b * 2^32 as a signed number: a negative one takes one from the high half.
  const out = <usize>load<u32>(OUT + lane)
  store<u32>(out, bswap<u32>(b - (c >> 31)))
  store<u32>(out, bswap<u32>(c), 4)
  store<u64>(out, 0, 8)
  return false
}

// Puts the next waiting text into a lane and continues like `advance`; a text that ends is replaced by the one
// after it.
function begin(lane: usize, toPlain: bool): bool {
  while (waiting < waitingEnd) {
    store<u32>(A + lane, 0xdeadbeef)
    store<u32>(B + lane, 0xdeadbeef)
    store<u32>(C + lane, 0xdeadbeef)
    store<u32>(AT + lane, load<u32>(waiting))
    store<u32>(TO + lane, load<u32>(waiting, 4))
    store<u32>(OUT + lane, <u32>nextRow)
    waiting += 8
    nextRow += 16
    if (advance(lane, toPlain)) return true
  }
  return false
}

// @ts-ignore: decorator
@inline
function rotated(v: v128, by: i32): v128 {
  return v128.or(i32x4.shl(v, by), i32x4.shr_u(v, 32 - by))
}

// How many times a lane has three bytes that are not its last.
// @ts-ignore: decorator
@inline
function threes(lane: usize): u32 {
  return (load<u32>(TO + lane) - load<u32>(AT + lane) - 1) / 3
}

// Advances all lanes while three plain bytes are next in each. REQUIRES: they are.
function advanceAll(): void {
  let a = v128.load(A)
  let b = v128.load(B)
  let c = v128.load(C)
  let p0 = <usize>load<u32>(AT)
  let p1 = <usize>load<u32>(AT, 4)
  let p2 = <usize>load<u32>(AT, 8)
  let p3 = <usize>load<u32>(AT, 12)
  const byte = i32x4.splat(0xff)
  for (let left = min(min(threes(0), threes(4)), min(threes(8), threes(12))); left > 0; left--) {
    let plain = i32x4.splat(load<u32>(p0))
    plain = i32x4.replace_lane(plain, 1, load<u32>(p1))
    plain = i32x4.replace_lane(plain, 2, load<u32>(p2))
    plain = i32x4.replace_lane(plain, 3, load<u32>(p3))
    if (v128.any_true(v128.and(plain, i32x4.splat(0x808080)))) break
    a = i32x4.add(a, v128.and(plain, byte))
    b = i32x4.add(b, v128.and(i32x4.shr_u(plain, 8), byte))
    c = i32x4.add(c, v128.and(i32x4.shr_u(plain, 16), byte))
    a = v128.xor(i32x4.sub(a, c), rotated(c, 4))
    c = i32x4.add(c, b)
    b = v128.xor(i32x4.sub(b, a), rotated(a, 6))
    a = i32x4.add(a, c)
    c = v128.xor(i32x4.sub(c, b), rotated(b, 8))
    b = i32x4.add(b, a)
    a = v128.xor(i32x4.sub(a, c), rotated(c, 16))
    c = i32x4.add(c, b)
    b = v128.xor(i32x4.sub(b, a), rotated(a, 19))
    a = i32x4.add(a, c)
    c = v128.xor(i32x4.sub(c, b), rotated(b, 4))
    b = i32x4.add(b, a)
    p0 += 3
    p1 += 3
    p2 += 3
    p3 += 3
  }
  v128.store(A, a)
  v128.store(B, b)
  v128.store(C, c)
  store<u32>(AT, <u32>p0)
  store<u32>(AT, <u32>p1, 4)
  store<u32>(AT, <u32>p2, 8)
  store<u32>(AT, <u32>p3, 12)
}

// Continues all lanes while there are texts for them. Returns a bit for each lane that has one afterwards.
function fourTexts(): u32 {
  let open: u32 = 0
  for (let lane: usize = 0; lane < 16; lane += 4) if (begin(lane, true)) open |= (<u32>1) << <u32>(lane >> 2)
  while (open == 15) {
    advanceAll()
    for (let lane: usize = 0; lane < 16; lane += 4) {
      if (isPlain(<usize>load<u32>(AT + lane), <usize>load<u32>(TO + lane))) continue
      if (!advance(lane, true) && !begin(lane, true)) open &= ~((<u32>1) << <u32>(lane >> 2))
    }
  }
  return open
}

export function lookup3Signatures(texts: usize, count: u32, out: usize): void {
  waiting = texts
  waitingEnd = texts + ((<usize>count) << 3)
  nextRow = out
  if (ASC_FEATURE_SIMD) {
    const open = count < 4 ? 0 : fourTexts()
    for (let lane: usize = 0; lane < 16; lane += 4) if ((open >> <u32>(lane >> 2)) & 1) advance(lane, false)
  }
  begin(0, false)
}
