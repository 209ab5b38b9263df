// Bitmaps of sets, for an upper bound on what two sets share. Definition: src/kernels/reference/bitmaps.ts.

// 2,048 bits.
const BYTES: usize = 256

export function bitmap(values: usize, count: u32, out: usize): void {
  memory.fill(out, 0, BYTES)
  for (let p = values, end = values + ((<usize>count) << 3); p < end; p += 8) {
    const bit = load<u32>(p)
    const word = out + (((<usize>bit >> 5) & 63) << 2)
    store<u32>(word, load<u32>(word) | (1 << (bit & 31)))
  }
}

export function missing(a: usize, b: usize): u32 {
  let onlyA: u64 = 0
  let onlyB: u64 = 0
  for (let at: usize = 0; at < BYTES; at += 8) {
    const x = load<u64>(a + at)
    const y = load<u64>(b + at)
    onlyA += popcnt(x & ~y)
    onlyB += popcnt(y & ~x)
  }
  return (<u32>onlyA << 16) | <u32>onlyB
}
