// The rarest shingles of a set, in order. Definition: src/texts/kernels/reference/rarest.ts.
//
// Usually the least values have enough of the first class: only those below a bound are looked at. Otherwise:
//
// The class of each shingle and how many each class has; then parts of the classes that are needed, by the first bits
// of the low half; then the keys of the parts that are needed, part by part, which leaves few to order in each.

import { order } from './order'

const CLASSES: u32 = 33
const COUNTER_BITS: u32 = 20
/** Parts of a class. */
const MOST_PART_BITS: u32 = 16

const sizes: usize = memory.data(4 * 33, 4)

// Bits that leave about four of `count` values in a part.
function partBitsOf(count: u32): u32 {
  let bits: u32 = 4
  while (bits < MOST_PART_BITS && count >> (bits + 2)) bits++
  return bits
}

// Notes the class of each value at `classOf`. Returns the class in which the `many`-th rarest is.
function lastClass(values: usize, count: u32, many: u32, classes: usize, classOf: usize): u32 {
  memory.fill(sizes, 0, CLASSES << 2)
  for (let i: usize = 0; i < <usize>count; i++) {
    const own = <usize>load<u8>(classes + <usize>(load<u32>(values + (i << 3)) >> (32 - COUNTER_BITS)))
    store<u8>(classOf + i, <u8>own)
    store<u32>(sizes + (own << 2), load<u32>(sizes + (own << 2)) + 1)
  }
  let last: u32 = 0
  for (let seen = load<u32>(sizes); seen < many; seen += load<u32>(sizes + (<usize>last << 2))) last++
  return last
}

// The sum of the sizes that `startsOfParts` made starts of.
let inParts: u32 = 0

// Makes starts of the sizes of the parts up to that of the last one that is needed. Returns where the others begin.
function startsOfParts(parts: usize, many: u32): usize {
  let part = parts
  for (inParts = 0; inParts < many; part += 4) {
    const size = load<u32>(part)
    store<u32>(part, inParts)
    inParts += size
  }
  return part
}

// Moves the values of the first class below `bound` to `out`. Returns how many there are.
function firstBelow(values: usize, count: u32, bound: u32, classes: usize, out: usize): u32 {
  let below = out
  for (let p = values, end = values + (<usize>count << 3); p < end; p += 8) {
    const low = load<u32>(p)
    store<u32>(below, low) // written over by the next one unless it is below
    below += <usize>(low < bound) << 2
  }
  let write = out
  for (let p = out; p < below; p += 4) {
    const low = load<u32>(p)
    store<u32>(write, low)
    write += <usize>(load<u8>(classes + <usize>(low >> (32 - COUNTER_BITS))) == 0) << 2
  }
  return <u32>((write - out) >> 2)
}

// `rarest` if all are of the first class and not among the largest. Scratch: u32 [count + 1] values, u32 [2 * count]
// ends of parts, u32 [count] ordered values. Returns false, and has written nothing, if not.
function rarestOfFirst(values: usize, count: u32, many: u32, classes: usize, scratch: usize, out: usize): bool {
  // A quarter more than are needed, if hashes are even.
  const wide = ((<u64>many + (many >> 2) + 16) << 32) / max<u64>(1, count)
  if (wide > <u64>u32.MAX_VALUE) return false
  const bound = <u32>wide
  const found = firstBelow(values, count, bound, classes, scratch)
  if (found < many) return false
  const bits = 32 - clz(found)
  const significant = 32 - clz(bound)
  const shift = significant > bits ? significant - bits : 0
  const parts = scratch + (<usize>found << 2)
  const keys = parts + (<usize>4 << bits)
  memory.fill(parts, 0, keys - parts)
  for (let p = scratch; p < parts; p += 4) {
    const part = parts + (<usize>(load<u32>(p) >> shift) << 2)
    store<u32>(part, load<u32>(part) + 1)
  }
  const needed = startsOfParts(parts, many)
  for (let p = scratch; p < parts; p += 4) {
    const low = load<u32>(p)
    const at = parts + (<usize>(low >> shift) << 2)
    if (at >= needed) continue
    const to = load<u32>(at)
    store<u32>(at, to + 1)
    store<u32>(keys + (<usize>to << 2), low)
  }
  order<u32>(keys, keys + (<usize>inParts << 2))
  memory.copy(out, keys, <usize>many << 2)
  return true
}

// Scratch: u8 [count] classes, u32 [33 << part bits] sizes of parts, u64 [count] keys.
export function rarest(values: usize, count: u32, many: u32, classes: usize, scratch: usize, out: usize): void {
  if (rarestOfFirst(values, count, many, classes, scratch, out)) return
  const last = lastClass(values, count, many, classes, scratch)
  const bits = partBitsOf(count)
  const shift = 32 - bits
  const parts = (scratch + <usize>count + 7) & ~7
  const partsEnd = parts + (((<usize>last + 1) << bits) << 2)
  const keys = (partsEnd + 7) & ~7
  memory.fill(parts, 0, partsEnd - parts)
  for (let i: usize = 0; i < <usize>count; i++) {
    const own = <u32>load<u8>(scratch + i)
    if (own > last) continue
    const part = parts + (<usize>((own << bits) | (load<u32>(values + (i << 3)) >> shift)) << 2)
    store<u32>(part, load<u32>(part) + 1)
  }
  const needed = startsOfParts(parts, many)
  for (let i: usize = 0; i < <usize>count; i++) {
    const own = <u32>load<u8>(scratch + i)
    if (own > last) continue
    const low = load<u32>(values + (i << 3))
    const at = parts + (<usize>((own << bits) | (low >> shift)) << 2)
    if (at >= needed) continue
    const to = load<u32>(at)
    store<u32>(at, to + 1)
    store<u64>(keys + (<usize>to << 3), (<u64>own << 32) | low)
  }
  order<u64>(keys, keys + (<usize>inParts << 3))
  for (let i: usize = 0; i < <usize>many; i++) store<u32>(out + (i << 2), load<u32>(keys + (i << 3)))
}
