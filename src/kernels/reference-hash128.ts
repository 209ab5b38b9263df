/**
 * MurmurHash3 x64 128 with seed 0: the hash of a raw text, by which exact duplicates are found.
 *
 * Source: Austin Appleby, MurmurHash3 (public domain), variant x64_128.
 * Error: two different texts share a hash with probability 2^-128 by chance; the hash is not keyed.
 */
import { fmix64, rotateLeft, u64, wordsOf } from './reference-mix.ts'

const C1 = 0x87c37b91114253d5n
const C2 = 0x4cf5ad432745937fn

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)
}

/** Writes 16 bytes at `out`. */
export function hash128(memory: Uint8Array, from: number, to: number, out: number): void {
  let h1 = 0n
  let h2 = 0n
  for (let p = from; p < to; p += 16) {
    const k1 = littleEndian(memory.subarray(p, Math.min(p + 8, to)))
    const k2 = littleEndian(memory.subarray(Math.min(p + 8, to), Math.min(p + 16, to)))
    const whole = p + 16 <= to
    h1 ^= u64(rotateLeft(u64(k1 * C1), 31n) * C2)
    if (whole) h1 = u64((rotateLeft(h1, 27n) + h2) * 5n + 0x52dce729n)
    h2 ^= u64(rotateLeft(u64(k2 * C2), 33n) * C1)
    if (whole) h2 = u64((rotateLeft(h2, 31n) + h1) * 5n + 0x38495ab5n)
  }
  const length = BigInt(to - from)
  h1 = u64((h1 ^ length) + (h2 ^ length))
  h2 = u64((h2 ^ length) + h1)
  h1 = fmix64(h1)
  h2 = fmix64(h2)
  h1 = u64(h1 + h2)
  h2 = u64(h2 + h1)
  const words = wordsOf(memory)
  words.set(out, h1)
  words.set(out + 8, h2)
}
