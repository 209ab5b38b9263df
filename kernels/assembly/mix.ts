// Constants and mixers shared by the kernels; `src/texts/kernels/reference/mix.ts` is the definition.

// Weyl constant of SplitMix64 and its two finaliser multipliers (Steele, Lea, Flood, OOPSLA 2014).
export const GOLDEN: u64 = 0x9e3779b97f4a7c15
export const MIX1: u64 = 0xbf58476d1ce4e5b9
export const MIX2: u64 = 0x94d049bb133111eb
// Base of the rolling polynomial (a full-period multiplier; Steele and Vigna, 2021).
export const BASE: u64 = 0xd1342543de82ef95

// MurmurHash3 fmix64 (Appleby): a bijection of 64 bits.
// @ts-ignore: decorator
@inline
export function fmix64(value: u64): u64 {
  let h = value
  h ^= h >> 33
  h *= 0xff51afd7ed558ccd
  h ^= h >> 33
  h *= 0xc4ceb9fe1a85ec53
  h ^= h >> 33
  return h
}
