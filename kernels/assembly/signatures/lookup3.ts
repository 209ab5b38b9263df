// Lookup3 (Jenkins) of whole texts. Definition: src/hash/lookup3.ts.
import { decode, sizeOf } from '../wtf8'

// Where the next symbol is, and a low surrogate before it whose pair was torn apart, or 0.
let at: usize = 0
let torn: u32 = 0

// A high surrogate takes the unit behind it, whatever that is; in WTF-8 only lone ones are three bytes of a surrogate.
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

// Symbols are taken in threes: three plain bytes at once where there are such, else one after the other.
function lookup3(from: usize, to: usize, out: usize): void {
  let a: u32 = 0xdeadbeef
  let b = a
  let c = a
  at = from
  torn = 0
  let more = from < to
  while (more) {
    const plain = load<u32>(at)
    if (!(plain & 0x808080) && torn == 0 && at + 3 <= to) {
      a += plain & 0xff
      b += (plain >> 8) & 0xff
      c += (plain >> 16) & 0xff
      at += 3
      more = at < to
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
  // c is added to b * 2^32 as a signed number: below zero it takes one from the high half.
  store<u32>(out, bswap<u32>(b - (c >> 31)))
  store<u32>(out, bswap<u32>(c), 4)
  store<u64>(out, 0, 8)
}

export function lookup3Signatures(texts: usize, count: u32, out: usize): void {
  for (let range = texts, row = out, last = texts + ((<usize>count) << 3); range < last; range += 8, row += 16) {
    lookup3(<usize>load<u32>(range), <usize>load<u32>(range, 4), row)
  }
}
