/**
 * SimHash: from weighted hashes to 64 bits whose Hamming distance grows with the angle between the weights.
 *
 * Bit j is the sign of the sum of all weights, each counted as positive if bit j of its hash is set and as negative if
 * not. For the angle theta between two weight vectors, P(bit j differs) tends to theta / pi as the number of hashes
 * grows; with few hashes it differs, and is mostly lower: 1/4 instead of 1/3 for two hashes each, one of them shared.
 *
 * Source: Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002; Manku, Jain, Das
 * Sarma, "Detecting near-duplicates for web crawling", WWW 2007, for 64 bits.
 * Ours: a sum of exactly 0 gives bit 0. Repeats count, unlike in a MinHash signature.
 * Cost: 64 additions a hash. Error: no guarantee for few features; texts of ten words differ in 20 bits by one word.
 */
import { checkArgument, checkHashes } from '../../ground/options/arguments.ts'
import { bitCount } from '../similarity/bit-count.ts'

/**
 * The 64 bits, in [0, 2^64); 0n for no hashes.
 *
 * @param hashes well mixed, u64
 * @param weights one per hash; default 1
 * @throws NearsameError OPTION_VALUE
 * @example simHash(new BigUint64Array([0b1100n, 0b1010n, 0b1001n])) // => 0b1000n
 */
export function simHash(hashes: BigUint64Array, weights?: ArrayLike<number>): bigint {
  checkHashes('hashes', hashes)
  if (weights !== undefined) {
    const areWeights = weights?.length === hashes.length && Array.from(weights).every(Number.isFinite)
    checkArgument(areWeights, 'weights', weights, 'a list with a finite number for each hash')
  }
  const sums = new Float64Array(64)
  const halves = new Uint32Array(hashes.buffer, hashes.byteOffset, 2 * hashes.length)
  for (let i = 0; i < halves.length; i++) {
    const weight = weights === undefined ? 1 : weights[i >> 1]
    const first = 32 * (i & 1)
    for (let bit = 0; bit < 32; bit++) sums[first + bit] += (halves[i] >>> bit) & 1 ? weight : -weight
  }
  let bits = 0n
  for (let bit = 63; bit >= 0; bit--) bits = (bits << 1n) | (sums[bit] > 0 ? 1n : 0n)
  return bits
}

/**
 * Number of different bits, 0 to 64, of two numbers in [0, 2^64).
 *
 * @throws NearsameError OPTION_VALUE
 * @example hammingDistance(0b1100n, 0b1010n) // => 2
 */
export function hammingDistance(a: bigint, b: bigint): number {
  checkArgument(isWord(a), 'a', a, 'a bigint in [0, 2^64)')
  checkArgument(isWord(b), 'b', b, 'a bigint in [0, 2^64)')
  const different = a ^ b
  return bitCount(Number(different & 0xffffffffn)) + bitCount(Number(different >> 32n))
}

function isWord(value: unknown): boolean {
  return typeof value === 'bigint' && value >= 0n && value < 1n << 64n
}
