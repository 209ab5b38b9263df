// Exact sizes of two sets of u64. Definition: src/kernels/reference-overlap.ts.
//
// One open-addressing table holds the union: 2^k keys of 8 bytes and, apart from them, 2^k marks of one byte
// (0 free, 1 only in a, 2 in both, 3 only in b). Shingle hashes are mixed, so their low bits choose the slot.

// @ts-ignore: decorator
@inline
function slotOf(key: u64, marks: usize, keys: usize, mask: usize): usize {
  let slot = <usize>key & mask
  while (load<u8>(marks + slot) && load<u64>(keys + (slot << 3)) != key) slot = (slot + 1) & mask
  return slot
}

export function overlap(a: usize, aCount: u32, b: usize, bCount: u32, marks: usize, keys: usize, out: usize): void {
  let bits: usize = 3
  while ((<usize>1) << bits < 2 * (<usize>aCount + <usize>bCount)) bits++
  const size = (<usize>1) << bits
  const mask = size - 1
  memory.fill(marks, 0, size)
  let distinctA: u32 = 0
  let distinctB: u32 = 0
  let shared: u32 = 0
  for (let p = a, end = a + ((<usize>aCount) << 3); p < end; p += 8) {
    const key = load<u64>(p)
    const slot = slotOf(key, marks, keys, mask)
    if (load<u8>(marks + slot)) continue
    store<u64>(keys + (slot << 3), key)
    store<u8>(marks + slot, 1)
    distinctA++
  }
  for (let p = b, end = b + ((<usize>bCount) << 3); p < end; p += 8) {
    const key = load<u64>(p)
    const slot = slotOf(key, marks, keys, mask)
    const mark = load<u8>(marks + slot)
    if (mark > 1) continue
    distinctB++
    if (mark == 1) {
      store<u8>(marks + slot, 2)
      shared++
    } else {
      store<u64>(keys + (slot << 3), key)
      store<u8>(marks + slot, 3)
    }
  }
  store<u32>(out, shared)
  store<u32>(out, distinctA, 4)
  store<u32>(out, distinctB, 8)
}
