/**
 * Token hashes: from a canonical (or plain ASCII) text to one 64-bit number for each token.
 *
 * A token byte is an ASCII letter or digit or any byte >= 0x80; a token is a sequence of them; ASCII letters are
 * lower-cased. If symbols are kept, any byte above 0x20 is one, and none changes. A token of n bytes,
 * zero-padded to pairs of 8-byte words (v, w), is hashed from h = n * GOLDEN by
 *
 *     h = xorshift32((h ^ v) * MIX1);  h = xorshift29((h ^ w) * MIX2)        for each pair
 *
 * Ours: the hash; multiplications by odd constants and xor-shifts are bijective, so tokens of equal length
 * up to 8 bytes never collide.
 */
import { keepsSymbols } from '../layout/plan-layout.ts'
import { fmix64, GOLDEN, MIX1, MIX2, rotateLeft, u64, wordView } from './mix.ts'

function isTokenByte(c: number, rule: number): boolean {
  if (rule & keepsSymbols) return c > 0x20
  const lower = c | 0x20
  return (lower >= 0x61 && lower <= 0x7a) || (c >= 0x30 && c <= 0x39) || c >= 0x80
}

/** Hash of one token given as bytes; ASCII upper case counts as lower case, unless symbols are kept. */
export function tokenHash(token: Uint8Array, rule = 0): bigint {
  let h = u64(BigInt(token.length) * GOLDEN)
  const word = (at: number): bigint => {
    let value = 0n
    for (let i = Math.min(at + 8, token.length) - 1; i >= at; i--) {
      const c = token[i]
      value = (value << 8n) | BigInt(c < 0x80 && !(rule & keepsSymbols) ? c | 0x20 : c)
    }
    return value
  }
  for (let at = 0; at === 0 || at < token.length; at += 16) {
    h = u64((h ^ word(at)) * MIX1)
    h ^= h >> 32n
    h = u64((h ^ word(at + 8)) * MIX2)
    h ^= h >> 29n
  }
  return h
}

/** Addresses of the tokens, u32 {from, to} of each, at `out`. @returns their number. */
export function tokenEdges(
  memory: Uint8Array,
  from: number,
  to: number,
  out: number,
  rule: number,
): number {
  const edges = new DataView(memory.buffer, memory.byteOffset)
  let count = 0
  for (let p = from; p < to; ) {
    const start = p
    while (p < to && isTokenByte(memory[p], rule)) p++
    if (p === start) p++
    else {
      edges.setUint32(out + 8 * count, start, true)
      edges.setUint32(out + 8 * count++ + 4, p, true)
    }
  }
  return count
}

/** Token hashes (u64) at `out`. @returns their number. */
export function tokenHashes(
  memory: Uint8Array,
  from: number,
  to: number,
  out: number,
  rule: number,
): number {
  const words = wordView(memory)
  let count = 0
  for (let p = from; p < to; ) {
    const start = p
    while (p < to && isTokenByte(memory[p], rule)) p++
    if (p > start) words.set(out + 8 * count++, tokenHash(memory.slice(start, p), rule))
    else p++
  }
  return count
}

/** 128-bit hash of a sequence of `count` token hashes, at `out`. Rotations make it depend on order and repeats. */
export function sequenceHash(memory: Uint8Array, tokens: number, count: number, out: number): void {
  const words = wordView(memory)
  let a = GOLDEN
  let b = MIX2
  for (let i = 0; i < count; i++) {
    const w = words.get(tokens + 8 * i)
    a = u64((rotateLeft(a, 29n) ^ w) * MIX1)
    b = u64((rotateLeft(b, 31n) + w) * GOLDEN)
  }
  a = fmix64(a ^ BigInt(count))
  b = fmix64(u64(b + a))
  words.set(out, a)
  words.set(out + 8, b)
}
