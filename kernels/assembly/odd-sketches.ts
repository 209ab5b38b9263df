// Odd sketches of sets, for an upper bound of the intersection of two sets.
// Definition: src/texts/kernels/reference/odd-sketches.ts.

export const SKETCH_WORDS: u32 = 21
const BITS: u64 = 640
const SIZE: usize = 80 // of the bits in bytes: where the size stands

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

export function noSketch(out: usize): void {
  emptySketch(out)
  sizeSketch(out, u32.MAX_VALUE)
}
