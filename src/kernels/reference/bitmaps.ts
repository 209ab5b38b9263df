/**
 * Bitmaps of sets: 2,048 bits, of which bit (h mod 2048) is set for each hash h of a set.
 *
 * A bit that is set for A and not for B stands for at least one member of A that B lacks. So with m such bits
 *
 *     |A and B| <= |A| - m.                                                           (1)
 *
 * Source: Sandes, Teodoro, Melo, "Bitmap filter: speeding up exact set similarity joins with bitwise operations",
 * Information Systems 88, 2020, for the filter. Ours: (1) in both directions.
 * Error: none; (1) is a bound, and it says little of sets with more than a few thousand members.
 */
import { wordsOf } from './mix.ts'

export const bitmapBytes = 256

/** The bitmap of `count` u64 values, 256 bytes at `out`. */
export function bitmap(memory: Uint8Array, values: number, count: number, out: number): void {
  const words = wordsOf(memory)
  memory.fill(0, out, out + bitmapBytes)
  for (let i = 0; i < count; i++) {
    const bit = Number(words.get(values + 8 * i) & 2047n)
    memory[out + (bit >> 3)] |= 1 << (bit & 7)
  }
}

/** Bits of the bitmap `a` that `b` lacks, times 65,536, plus those of `b` that `a` lacks. */
export function missing(memory: Uint8Array, a: number, b: number): number {
  let onlyA = 0
  let onlyB = 0
  for (let bit = 0; bit < 8 * bitmapBytes; bit++) {
    const inA = (memory[a + (bit >> 3)] >> (bit & 7)) & 1
    const inB = (memory[b + (bit >> 3)] >> (bit & 7)) & 1
    onlyA += inA & ~inB
    onlyB += inB & ~inA
  }
  return onlyA * 65536 + onlyB
}
