// The least hash of a set under each of many hash functions. Definition: src/texts/kernels/reference/least-hashes.ts.

// Four functions at once, so that a shingle is read once for them.
const C1: u32 = 0x9e3779b1
const C2: u32 = 0x85ebca77
const C3: u32 = 0x85ebca6b
const C4: u32 = 0xc2b2ae35

// @ts-ignore: decorator
@inline
function hash(low: u32, high: u32): u32 {
  let x = (low * C1) ^ (high * C2)
  x = (x ^ (x >> 16)) * C3
  x = (x ^ (x >> 13)) * C4
  return x ^ (x >> 16)
}

// @ts-ignore: decorator
@inline
function hashFour(low: v128, high: v128): v128 {
  let x = v128.xor(i32x4.mul(low, i32x4.splat(C1)), i32x4.mul(high, i32x4.splat(C2)))
  x = i32x4.mul(v128.xor(x, i32x4.shr_u(x, 16)), i32x4.splat(C3))
  x = i32x4.mul(v128.xor(x, i32x4.shr_u(x, 13)), i32x4.splat(C4))
  return v128.xor(x, i32x4.shr_u(x, 16))
}

function leastOfFour(shingles: usize, end: usize, functions: usize, out: usize): void {
  const first = v128.load(functions)
  const second = v128.load(functions, 16)
  const lows = v128.shuffle<i32>(first, second, 0, 2, 4, 6)
  const highs = v128.shuffle<i32>(first, second, 1, 3, 5, 7)
  let least = i32x4.splat(-1)
  for (let at = shingles; at < end; at += 8) {
    const low = v128.xor(v128.load_splat<u32>(at), lows)
    const high = v128.xor(v128.load_splat<u32>(at, 4), highs)
    least = i32x4.min_u(least, hashFour(low, high))
  }
  v128.store(out, least)
}

function leastOfOne(shingles: usize, end: usize, functions: usize, out: usize): void {
  const a = load<u32>(functions)
  const b = load<u32>(functions, 4)
  let least = u32.MAX_VALUE
  for (let at = shingles; at < end; at += 8) least = min(least, hash(load<u32>(at) ^ a, load<u32>(at, 4) ^ b))
  store<u32>(out, least)
}

export function leastHashes(shingles: usize, count: u32, functions: usize, hashes: u32, out: usize): void {
  const end = shingles + ((<usize>count) << 3)
  if (ASC_FEATURE_SIMD) {
    for (let i: usize = 0; i < <usize>hashes; i += 4) leastOfFour(shingles, end, functions + (i << 3), out + (i << 2))
  } else {
    for (let i: usize = 0; i < <usize>hashes; i++) leastOfOne(shingles, end, functions + (i << 3), out + (i << 2))
  }
}
