// Order of the words of a profile. Definitions: src/texts/java/hash-map-order.ts and, for the profile,
// src/texts/kernels/reference/signatures/text-profile.ts.
//
// Entries come from profile-words.ts; a list consists of pointers (u32) to entries. Characters of words are never
// surrogates, so the order of their bytes equals that of their UTF-16 units.
import { ENTRY } from './profile-words'
import { MASKS } from '../tokens'
import { decode, sizeOf } from '../wtf8'

// 31^n modulo 2^32.
const POWER2: u32 = 961
const POWER4: u32 = 923521
const POWER8: u32 = 0x94446f01

// 1 / 31^(16 - n) modulo 2^32, n = 0 to 16.
const INVERSES: usize = memory.data<u32>([
  0x13da2201, 0x676a1e1f, 0x85d9a5c1, 0x355b125f, 0x76073981, 0x4adff69f, 0x111edd41, 0x12bccadf, 0x44dc9101,
  0x56b58f1f, 0x7ffc54c1, 0x7f8e435f, 0x723a2881, 0xd50ae79f, 0xcc520c41, 0xbdef7bdf, 0x1,
])

// The sum of byte * 31^(7 - i) over eight plain bytes: of neighbours, of pairs, of fours.
// @ts-ignore: decorator
@inline
function hashOf8(bytes: u64): u32 {
  const pairs = (bytes & 0x00ff00ff00ff00ff) * 31 + ((bytes >> 8) & 0x00ff00ff00ff00ff)
  const fours = (pairs & 0x0000ffff0000ffff) * POWER2 + ((pairs >> 16) & 0x0000ffff0000ffff)
  return <u32>fours * POWER4 + <u32>(fours >> 32)
}

function hashOfUnits(from: usize, to: usize): u32 {
  let hash: u32 = 0
  for (let p = from; p < to; p += sizeOf(load<u8>(p))) hash = hash * 31 + decode(p)
  return hash
}

/** Writes String.hashCode(), the upper half mixed into the lower, into each entry. */
export function hashWords(entries: usize, count: u32): void {
  for (let entry = entries, end = entries + (<usize>count) * ENTRY; entry < end; entry += ENTRY) {
    const low = load<u64>(entry)
    const high = load<u64>(entry, 8)
    const from = <usize>load<u32>(entry, 16)
    const to = <usize>load<u32>(entry, 20)
    let hash: u32
    if ((low | high) & 0x8080808080808080 || to - from > 16) hash = hashOfUnits(from, to)
    else hash = (hashOf8(low) * POWER8 + hashOf8(high)) * load<u32>(INVERSES + ((to - from) << 2))
    store<u32>(entry, hash ^ (hash >> 16), 28)
  }
}

/** Number of keys from which a bin is not a plain list. */
const CROWDED: u32 = 9

/**
 * Slots of a hash map of the words, inserted in the order of the entries; 0 if one of its bins was ever crowded.
 * REQUIRES: slots bytes at `bins`.
 */
export function slotsOfMap(entries: usize, count: u32, bins: usize): u32 {
  let slots: u32 = 8
  let most: u32 = 0
  do {
    slots <<= 1
    most = slots - (slots >> 2)
    // The key that exceeds the limit is inserted before the map doubles.
    const end = entries + (<usize>min<u32>(count, most + 1)) * ENTRY
    const mask = slots - 1
    let largest: u32 = 0
    memory.fill(bins, 0, slots)
    for (let entry = entries; entry < end; entry += ENTRY) {
      const bin = bins + <usize>(load<u32>(entry, 28) & mask)
      const keys = <u32>load<u8>(bin) + 1
      store<u8>(bin, keys)
      largest = max<u32>(largest, keys)
    }
    if (largest >= CROWDED) return 0
  } while (count > most)
  return slots
}

/** Lists the entries with at least `least` occurrences, in order. @returns end of the list */
export function frequent(entries: usize, count: u32, least: u32, list: usize): usize {
  let write = list
  for (let entry = entries, end = entries + (<usize>count) * ENTRY; entry < end; entry += ENTRY) {
    store<u32>(write, <u32>entry)
    write += (<usize>(load<u32>(entry, 24) >= least)) << 2
  }
  return write
}

/**
 * Puts a list into the order of a hash map without crowded bins: by slot, stably. Overwrites the first four bytes of
 * the keys. REQUIRES: slots / 8 + 4 * slots bytes at `table`.
 */
export function sortBySlot(list: usize, end: usize, slots: u32, table: usize): void {
  const mask = slots - 1
  const heads = table + <usize>(slots >> 3)
  memory.fill(table, 0, <usize>(slots >> 3))
  for (let at = end; at > list; ) {
    at -= 4
    const entry = load<u32>(at)
    const slot = <usize>(load<u32>(<usize>entry, 28) & mask)
    const taken = table + (slot >> 3)
    const bit: u32 = 1 << (<u32>slot & 7)
    const bits = <u32>load<u8>(taken)
    const head = heads + (slot << 2)
    store<u32>(<usize>entry, bits & bit ? load<u32>(head) : 0)
    store<u32>(head, entry)
    store<u8>(taken, bits | bit)
  }
  let write = list
  for (let slot: usize = 0; slot < <usize>slots; slot += 16) {
    for (let bits = <u32>load<u16>(table + (slot >> 3)); bits; bits &= bits - 1) {
      let entry = load<u32>(heads + ((slot + <usize>ctz(bits)) << 2))
      for (; entry; entry = load<u32>(<usize>entry)) {
        store<u32>(write, entry)
        write += 4
      }
    }
  }
}

/** Negative, 0 or positive if the word of entry `a` comes before, equals or comes after that of `b`. */
export function compareWords(a: usize, b: usize): i32 {
  const fromA = <usize>load<u32>(a, 16)
  const fromB = <usize>load<u32>(b, 16)
  const lengthA = <usize>load<u32>(a, 20) - fromA
  const lengthB = <usize>load<u32>(b, 20) - fromB
  const length = min<usize>(lengthA, lengthB)
  for (let i: usize = 0; i < length; i += 8) {
    const mask = load<u64>(MASKS + (min<usize>(length - i, 8) << 4))
    const x = bswap<u64>(load<u64>(fromA + i) & mask)
    const y = bswap<u64>(load<u64>(fromB + i) & mask)
    if (x != y) return x < y ? -1 : 1
  }
  return lengthA < lengthB ? -1 : <i32>(lengthA > lengthB)
}

/** Sorts a list by words: a merge sort from runs of two. REQUIRES: as much room at `other`. */
export function sortByWord(list: usize, end: usize, other: usize): void {
  const bytes = end - list
  for (let run: usize = 4; run < bytes; run <<= 1) {
    for (let from = list; from < end; from += 2 * run) {
      const middle = min<usize>(from + run, end)
      const last = min<usize>(from + 2 * run, end)
      let a = from
      let b = middle
      for (let write = other + (from - list); a < middle || b < last; write += 4) {
        const isLeft = b == last || (a < middle && compareWords(<usize>load<u32>(a), <usize>load<u32>(b)) <= 0)
        store<u32>(write, isLeft ? load<u32>(a) : load<u32>(b))
        if (isLeft) a += 4
        else b += 4
      }
    }
    memory.copy(list, other, bytes)
  }
}

// @ts-ignore: decorator
@inline
function quotient(count: u32, quant: u32): u32 {
  return quant == 2 ? count >> 1 : count / quant
}

/**
 * Sorts a list by count / quant, descending and stably. `most`: the largest count.
 * REQUIRES: most / quant + 2 u32 at `counters`; as much room as the list has at `out`.
 */
export function sortByCount(list: usize, end: usize, quant: u32, most: u32, counters: usize, out: usize): void {
  const top = most / quant
  memory.fill(counters, 0, (<usize>top + 2) << 2)
  for (let at = list; at < end; at += 4) {
    const counter = counters + ((<usize>quotient(load<u32>(<usize>load<u32>(at), 24), quant)) << 2)
    store<u32>(counter, load<u32>(counter) + 4)
  }
  let write = <u32>out
  for (let counter = counters + ((<usize>top) << 2); counter > counters; counter -= 4) {
    const bytes = load<u32>(counter)
    store<u32>(counter, write)
    write += bytes
  }
  for (let at = list; at < end; at += 4) {
    const entry = load<u32>(at)
    const counter = counters + ((<usize>quotient(load<u32>(<usize>entry, 24), quant)) << 2)
    const to = load<u32>(counter)
    store<u32>(<usize>to, entry)
    store<u32>(counter, to + 4)
  }
}
