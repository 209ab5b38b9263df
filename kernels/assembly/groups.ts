// Groups of equal keys, and the groups of each document. Definition: src/texts/kernels/reference/groups.ts.

const MULTIPLIER: u32 = 0x9e3779b1

/** Keys of a part, about: their table, of 64 to 128 KiB, fits into a core's second-level cache. */
const KEYS_OF_PART: u32 = 4096

// At least one bit, because a shift by 32 is a shift by 0.
function partBits(count: u32): u32 {
  let bits: u32 = 1
  while (count >> bits > KEYS_OF_PART) bits++
  return bits
}

// Divides the taking keys, multiplied, by their upper bits; `ends` of each part afterwards.
function divide(keys: usize, takes: usize, count: u32, ends: usize, parts: u32, shift: u32, out: usize): void {
  memory.fill(ends, 0, (<usize>parts) << 2)
  for (let i: usize = 0; i < <usize>count; i++) {
    if (!load<u8>(takes + i)) continue
    const part = ends + ((<usize>((load<u32>(keys + (i << 2)) * MULTIPLIER) >>> shift)) << 2)
    store<u32>(part, load<u32>(part) + 1)
  }
  let sum: u32 = 0
  for (let part = ends, end = ends + ((<usize>parts) << 2); part < end; part += 4) {
    const size = load<u32>(part)
    store<u32>(part, sum)
    sum += size
  }
  for (let i: usize = 0; i < <usize>count; i++) {
    if (!load<u8>(takes + i)) {
      store<u32>(keys + (i << 2), 0)
      continue
    }
    const mixed = load<u32>(keys + (i << 2)) * MULTIPLIER
    const part = ends + ((<usize>(mixed >>> shift)) << 2)
    const to = load<u32>(part)
    store<u32>(part, to + 1)
    store<u64>(out + ((<usize>to) << 3), (<u64>mixed) | ((<u64>i) << 32))
  }
}

// Scratch: ends of the parts, then u64 of each taking key (multiplied, and its place above), then the table of a part:
// u64 with a key and its state above: 0 none, i + 1 only key i, ~g group g.
export function groupKeys(keys: usize, takes: usize, count: u32, scratch: usize): u32 {
  const bits = partBits(count)
  const parts: u32 = 1 << bits
  const placed = scratch + ((<usize>parts) << 2)
  divide(keys, takes, count, scratch, parts, 32 - bits, placed)
  const table = placed + ((<usize>count) << 3)
  let last: u32 = 0
  let at: usize = placed
  for (let part: u32 = 0; part < parts; part++) {
    const end = placed + ((<usize>load<u32>(scratch + ((<usize>part) << 2))) << 3)
    let slots: usize = 16
    while (slots << 3 < end - at + ((end - at) >> 1)) slots <<= 1
    memory.fill(table, 0, slots << 3)
    const mask = (slots - 1) << 3
    for (; at < end; at += 8) {
      const key = load<u32>(at)
      const place = load<u32>(at, 4)
      let slot = ((<usize>(key ^ (key >>> 15))) << 3) & mask
      let state = load<u32>(table + slot, 4)
      while (state != 0 && load<u32>(table + slot) != key) {
        slot = (slot + 8) & mask
        state = load<u32>(table + slot, 4)
      }
      let group: u32 = 0
      if (state == 0) {
        store<u64>(table + slot, (<u64>key) | ((<u64>(place + 1)) << 32))
      } else {
        if (<i32>state > 0) {
          last++
          store<u32>(keys + ((<usize>(state - 1)) << 2), last)
          store<u32>(table + slot, ~last, 4)
          state = ~last
        }
        group = ~state
      }
      store<u32>(keys + ((<usize>place) << 2), group)
    }
  }
  return last
}

export function listGroups(cells: usize, bands: u32, count: u32, before: usize, ends: usize, out: usize): u32 {
  const row = (<usize>count) << 2
  memory.fill(ends, 0, row)
  for (let band: u32 = 0, cell = cells; band < bands; band++) {
    for (let at = ends, end = ends + row; at < end; at += 4, cell += 4) {
      store<u32>(at, load<u32>(at) + <u32>(load<u32>(cell) != 0))
    }
  }
  let sum: u32 = 0
  for (let at = ends, end = ends + row; at < end; at += 4) {
    const own = load<u32>(at)
    store<u32>(at, sum)
    sum += own
  }
  for (let band: u32 = 0, cell = cells; band < bands; band++) {
    const first = load<u32>(before + ((<usize>band) << 2))
    for (let at = ends, end = ends + row; at < end; at += 4, cell += 4) {
      const group = load<u32>(cell)
      if (group == 0) continue
      const to = load<u32>(at)
      store<u32>(out + ((<usize>to) << 2), first + group)
      store<u32>(at, to + 1)
    }
  }
  return sum
}
