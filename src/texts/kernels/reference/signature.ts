/**
 * Signature: from a set of shingle hashes to `length` 32-bit values whose agreement estimates Jaccard similarity,
 * by fast similarity sketching: one hash per shingle, not one per shingle and value.
 *
 * The signature has t = `length` bins. In round i every shingle h draws a bin and a value,
 *
 *     x     = (h ^ mask(seed, i)) * multiplier  mod 2^64
 *     bin   = floor((x >> 32) * t / 2^32)       for i < t;   i - t for t <= i < 2t                      (1)
 *     value = (x ^ (x >> 32)) mod 2^32
 *
 * and a bin that was empty before the round takes the smallest value drawn for it. Rounds end when no bin is empty:
 * after about t * (ln t + 0.6) draws, so a set of 5 * t shingles needs two rounds and one shingle at most 2t. A
 * bin of A and B agrees when the first round that fills it, in the union, is won by a shared shingle, so
 *
 *     P(values at j are equal) = J(A, B)  (+ 2^-32 for chance),   variance of the mean <= J(1 - J) / t. (2)
 *
 * Source: Dahlgaard, Knudsen, Thorup, "Fast Similarity Sketching", FOCS 2017, algorithm 1.
 * Ours: the hash of (1). Shingle hashes are already mixed, so round 0 is a bijection of them; the masks are
 * SplitMix64 numbers. The bound of (2) on the variance is measured: test/statistical/signature.test.ts.
 * Cost: time as above, 8t bytes. Error: estimates are off by about 1 / sqrt(t) * sqrt(J(1 - J)).
 */
import { GOLDEN, MIX1, MIX2, u64, wordView } from './mix.ts'

/** Odd, with bits set irregularly, so that the high half of a product depends on every lower bit. */
const multiplier = 0xd6e8feb86659fd93n

/** Number `round` of the SplitMix64 stream that starts at `seed`. */
export function roundMask(seed: number, round: number): bigint {
  let x = u64(BigInt(seed) + BigInt(round + 1) * GOLDEN)
  x = u64((x ^ (x >> 30n)) * MIX1)
  x = u64((x ^ (x >> 27n)) * MIX2)
  return x ^ (x >> 31n)
}

/** The candidates of one round: the smallest value for each bin drawn, equations (1). */
function offers(
  shingles: ReadonlySet<bigint>,
  length: number,
  seed: number,
  round: number,
): Map<number, number> {
  const mask = roundMask(seed, round)
  const least = new Map<number, number>()
  for (const hash of shingles) {
    const x = u64((hash ^ mask) * multiplier)
    const bin = round < length ? Number(((x >> 32n) * BigInt(length)) >> 32n) : round - length
    const value = Number((x ^ (x >> 32n)) & 0xffffffffn)
    least.set(bin, Math.min(value, least.get(bin) ?? value))
  }
  return least
}

/** The signature of a set of shingle hashes. REQUIRES: not empty, 1 <= length <= 4096, seed in [0, 2^32). */
export function minHashValues(shingles: ReadonlySet<bigint>, length: number, seed: number): Uint32Array {
  const filled = new Map<number, number>()
  for (let round = 0; filled.size < length; round++) {
    for (const [bin, value] of offers(shingles, length, seed, round)) {
      // Each bin gets at most one value per round, so an unfilled bin was empty before the round.
      if (!filled.has(bin)) filled.set(bin, value)
    }
  }
  return Uint32Array.from({ length }, (_, bin) => filled.get(bin) as number)
}

export function signature(
  memory: Uint8Array,
  shingles: number,
  count: number,
  length: number,
  seed: number,
  out: number,
): void {
  const words = wordView(memory)
  const set = new Set(Array.from({ length: count }, (_, i) => words.get(shingles + 8 * i)))
  const view = new DataView(memory.buffer, memory.byteOffset)
  minHashValues(set, length, seed).forEach((value, i) => {
    view.setUint32(out + 4 * i, value, true)
  })
}

/**
 * Key of a band: its values multiplied in, one after the other. Equal values give equal keys for any band number;
 * different ones collide with probability 2^-32.
 */
export function bandKey(values: Iterable<number>): number {
  let key = GOLDEN
  for (const value of values) {
    key = u64((key ^ BigInt(value)) * multiplier)
    key ^= key >> 32n
  }
  return Number(u64(key * multiplier) >> 32n)
}

export function bandKeys(
  memory: Uint8Array,
  values: number,
  bands: number,
  rows: number,
  out: number,
): void {
  const view = new DataView(memory.buffer, memory.byteOffset)
  for (let band = 0; band < bands; band++) {
    const ofBand = Array.from({ length: rows }, (_, row) =>
      view.getUint32(values + 4 * (band * rows + row), true),
    )
    view.setUint32(out + 4 * band, bandKey(ofBand), true)
  }
}
