// Odd sketches of sets, for an upper bound on what two sets share. Definition: src/kernels/reference/odd-sketches.ts.

export const SKETCH_WORDS: u32 = 21
const BITS: u64 = 640
const SIZE: usize = 80 // of the bits in bytes: where the size stands

/** Sets of more values have no sketch. */
export const MOST_SKETCHED: u32 = 16384

export function oddSketch(values: usize, count: u32, out: usize): void {
  memory.fill(out, 0, SIZE)
  for (let p = values, end = values + ((<usize>count) << 3); p < end; p += 8) {
    const bit = <u32>(((load<u64>(p) >> 32) * BITS) >> 32)
    const word = out + <usize>((bit >> 5) << 2)
    store<u32>(word, load<u32>(word) ^ (1 << (bit & 31)))
  }
  store<u32>(out, count, SIZE)
}

export function noSketch(out: usize): void {
  memory.fill(out, 0, SIZE)
  store<u32>(out, u32.MAX_VALUE, SIZE)
}
