// Odd sketches of sets, for an upper bound of the intersection of two sets.
// Definition: src/texts/kernels/reference/odd-sketches.ts.

export const SKETCH_WORDS: u32 = 21
const BITS: u64 = 640
const SIZE: usize = 80 // of the bits in bytes: where the size stands
export const SKETCH_BYTES: usize = (<usize>SKETCH_WORDS) << 2

/** Sets with more values have no sketch. At most the limit of small tables in `distinct`. */
export const MOST_SKETCHED: u32 = 16384

// Toggles the bit of a value if `by` is 1, not if it is 0.
// @ts-ignore: decorator
@inline
export function toggle(value: u64, by: u32, sketch: usize): void {
  const bit = <u32>(((value >> 32) * BITS) >> 32)
  const word = sketch + <usize>((bit >> 5) << 2)
  store<u32>(word, load<u32>(word) ^ (by << (bit & 31)))
}

export function emptySketch(out: usize): void {
  memory.fill(out, 0, SIZE)
}

export function sizeSketch(out: usize, count: u32): void {
  store<u32>(out, count, SIZE)
}

export function oddSketch(values: usize, count: u32, out: usize): void {
  emptySketch(out)
  for (let p = values, end = values + ((<usize>count) << 3); p < end; p += 8) toggle(load<u64>(p), 1, out)
  sizeSketch(out, count)
}

// @ts-ignore: decorator
@inline
function countedBits(a: v128, b: v128): v128 {
  return i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(v128.xor(a, b)))
}

/** Bits in which two sketches differ. */
export function differingBits(a: usize, b: usize): u32 {
  if (ASC_FEATURE_SIMD) {
    let sums = countedBits(v128.load(a), v128.load(b))
    sums = i16x8.add(sums, countedBits(v128.load(a, 16), v128.load(b, 16)))
    sums = i16x8.add(sums, countedBits(v128.load(a, 32), v128.load(b, 32)))
    sums = i16x8.add(sums, countedBits(v128.load(a, 48), v128.load(b, 48)))
    sums = i16x8.add(sums, countedBits(v128.load(a, 64), v128.load(b, 64)))
    const wide = i32x4.extadd_pairwise_i16x8_u(sums)
    const halves = i64x2.extract_lane(wide, 0) + i64x2.extract_lane(wide, 1)
    return <u32>halves + <u32>(halves >> 32)
  }
  let bits: u64 = 0
  for (let at: usize = 0; at < SIZE; at += 8) bits += popcnt(load<u64>(a + at) ^ load<u64>(b + at))
  return <u32>bits
}

// In float64, as the definition; each step but the last is exact, and that is one division.
function bound(a: usize, b: usize, isContainment: u32): f64 {
  if (!isSketched(a) || !isSketched(b)) return 1
  const sizeA = load<u32>(a, SIZE)
  const sizeB = load<u32>(b, SIZE)
  const both = <f64>sizeA + <f64>sizeB
  const least = <f64>min(sizeA, sizeB)
  const shared = min(least, (both - <f64>differingBits(a, b)) / 2)
  const whole = isContainment ? least : both - shared
  return whole == 0 ? 0 : shared / whole
}

export function likely(pairs: usize, count: u32, sketches: usize, isContainment: u32, least: f64): u32 {
  let write = pairs
  for (let at = pairs, end = pairs + ((<usize>count) << 3); at < end; at += 8) {
    const pair = load<u64>(at)
    store<u64>(write, pair) // written over by the next one unless it stays
    const a = sketches + SKETCH_BYTES * <usize>(<u32>pair)
    const b = sketches + SKETCH_BYTES * <usize>(pair >> 32)
    write += (<usize>(bound(a, b, isContainment) >= least)) << 3
  }
  return <u32>((write - pairs) >> 3)
}

/** Whether there is a sketch, or a set too large for one. */
export function isSketched(sketch: usize): bool {
  return load<u32>(sketch, SIZE) != u32.MAX_VALUE
}

export function noSketch(out: usize): void {
  emptySketch(out)
  sizeSketch(out, u32.MAX_VALUE)
}
