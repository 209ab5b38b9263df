// Shingle hashes: a polynomial over the last tokens or characters, rolled, then finalised.
// Definition: src/texts/kernels/reference/shingles.ts.
import { BASE, fmix64, GOLDEN } from './mix'
import { nextA, nextB, SEQUENCE_A, SEQUENCE_B, storeSequence } from './tokens'

// @ts-ignore: decorator
@inline
function finish(rolled: u64, size: u32): u64 {
  return fmix64(rolled + (<u64>size) * GOLDEN)
}

function power(size: u32): u64 {
  let result: u64 = 1
  for (let i: u32 = 0; i < size; i++) result *= BASE
  return result
}

// Word shingles, and if `isSequenced` the hash of the sequence at `sequence`. REQUIRES: count > 0.
// @ts-ignore: decorator
@inline
function roll(tokens: usize, count: u32, size: u32, out: usize, sequence: usize, isSequenced: bool): u32 {
  const first = min<u32>(size, count)
  const firstEnd = tokens + ((<usize>first) << 3)
  let a = SEQUENCE_A
  let b = SEQUENCE_B
  let rolled: u64 = 0
  let read = tokens
  for (; read < firstEnd; read += 8) {
    const token = load<u64>(read)
    rolled = rolled * BASE + token
    if (isSequenced) a = nextA(a, token)
    if (isSequenced) b = nextB(b, token)
  }
  store<u64>(out, finish(rolled, first))
  const drop = power(size)
  const back = (<usize>size) << 3
  const end = tokens + ((<usize>count) << 3)
  for (let write = out + 8; read < end; read += 8, write += 8) {
    const token = load<u64>(read)
    rolled = rolled * BASE + token - load<u64>(read - back) * drop
    store<u64>(write, finish(rolled, size))
    if (isSequenced) a = nextA(a, token)
    if (isSequenced) b = nextB(b, token)
  }
  if (isSequenced) storeSequence(a, b, count, sequence)
  return count - first + 1
}

export function wordShingles(tokens: usize, count: u32, size: u32, out: usize): u32 {
  return count == 0 ? 0 : roll(tokens, count, size, out, 0, false)
}

// `wordShingles` and `sequenceHash` in one pass: both are dependent chains of multiplications, so together they take
// little longer than one of them. REQUIRES: count > 0.
export function sequencedShingles(tokens: usize, count: u32, size: u32, out: usize, sequence: usize): u32 {
  return roll(tokens, count, size, out, sequence, true)
}

// Code points of canonical text as u64 values, without 0x01; then shingled like tokens.
function codePoints(from: usize, to: usize, out: usize): u32 {
  let write = out
  let p = from
  while (p < to) {
    let c: u32 = load<u8>(p++)
    if (c == 1) continue
    if (c >= 0xf0) {
      c = ((c & 7) << 18) | ((<u32>load<u8>(p) & 63) << 12) |
        ((<u32>load<u8>(p, 1) & 63) << 6) | (<u32>load<u8>(p, 2) & 63)
      p += 3
    } else if (c >= 0xe0) {
      c = ((c & 15) << 12) | ((<u32>load<u8>(p) & 63) << 6) | (<u32>load<u8>(p, 1) & 63)
      p += 2
    } else if (c >= 0xc0) {
      c = ((c & 31) << 6) | (<u32>load<u8>(p) & 63)
      p += 1
    }
    store<u64>(write, fmix64(<u64>c + 1))
    write += 8
  }
  return <u32>((write - out) >> 3)
}

// The values are behind the shingles: shingle i is written before value i is overwritten, never after it is needed.
export function charShingles(from: usize, to: usize, size: u32, out: usize): u32 {
  const values = out + ((<usize>size + 1) << 3)
  const count = codePoints(from, to, values)
  return wordShingles(values, count, size, out)
}

function isStop(token: u64, stops: usize, bits: u32): bool {
  const mask = ((<usize>1) << bits) - 1
  let slot = <usize>token & mask
  let entry = load<u64>(stops + (slot << 3))
  while (entry != token && entry != 0) {
    slot = (slot + 1) & mask
    entry = load<u64>(stops + (slot << 3))
  }
  return entry == token
}

export function stopwordShingles(tokens: usize, count: u32, size: u32, stops: usize, bits: u32, out: usize): u32 {
  let write = out
  for (let i: u32 = 0; i + size <= count; i++) {
    const at = tokens + ((<usize>i) << 3)
    if (!isStop(load<u64>(at), stops, bits)) continue
    let rolled: u64 = 0
    for (let j: u32 = 0; j < size; j++) rolled = rolled * BASE + load<u64>(at + ((<usize>j) << 3))
    store<u64>(write, finish(rolled, size))
    write += 8
  }
  if (write == out && count) return wordShingles(tokens, count, count, out)
  return <u32>((write - out) >> 3)
}
