/**
 * 64-bit arithmetic of the reference kernels: BigInt, always reduced to [0, 2^64).
 *
 * Source: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014) for the
 * constants; MurmurHash3 (Appleby) for `fmix64`.
 */
export const GOLDEN = 0x9e3779b97f4a7c15n
export const MIX1 = 0xbf58476d1ce4e5b9n
export const MIX2 = 0x94d049bb133111ebn
/** Base of the rolling polynomial over tokens and characters. */
export const BASE = 0xd1342543de82ef95n

export const u64 = (value: bigint): bigint => BigInt.asUintN(64, value)

export function rotateLeft(value: bigint, bits: bigint): bigint {
  return u64(value << bits) | (value >> (64n - bits))
}

/**
 * A bijection of [0, 2^64) that mixes every bit into every other.
 *
 * @example fmix64(1n) // => 0xb456bcfc34c2cb2cn
 */
export function fmix64(value: bigint): bigint {
  let h = value
  h = u64((h ^ (h >> 33n)) * 0xff51afd7ed558ccdn)
  h = u64((h ^ (h >> 33n)) * 0xc4ceb9fe1a85ec53n)
  return h ^ (h >> 33n)
}

/** View for reading and writing u64 values, little-endian, at byte offsets. */
export function wordView(memory: Uint8Array): {
  get(at: number): bigint
  set(at: number, value: bigint): void
} {
  const view = new DataView(memory.buffer, memory.byteOffset)
  return {
    get: at => view.getBigUint64(at, true),
    set: (at, value) => view.setBigUint64(at, value, true),
  }
}
