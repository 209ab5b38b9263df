// Counts of the words of a folded text. Definition: src/texts/kernels/reference/signatures/text-profile.ts.
//
// Entries, 32 bytes each, in the order of first occurrence: u64 key (2), u32 from, to, count, hash. The key of a word
// of up to 16 bytes is the word itself; that of a longer one is its hash and its length, marked by a byte that cannot
// occur in UTF-8.
// Slots, u32: number of an entry from 1 on, 0 for a free one. At most half of the slots are occupied.
import { GOLDEN, MIX1, MIX2 } from '../mix'
import { eightEdges } from '../edges'
import { MASKS } from '../tokens'

export const ENTRY: usize = 32
const LONG: u64 = 0xff00000000000000
const HIGH: u64 = 0x8080808080808080

// @ts-ignore: decorator
@inline
function maskOf16(p: usize): u64 {
  return <u64>i8x16.bitmask(i8x16.ne(v128.load(p), i8x16.splat(0)))
}

// The non-zero bytes of eight, byte i as bit i.
// @ts-ignore: decorator
@inline
function maskOf8(p: usize): u64 {
  const v = load<u64>(p)
  const flags = (((v & ~HIGH) + ~HIGH) | v) & HIGH
  return ((flags >> 7) * 0x0102040810204080) >> 56
}

// @ts-ignore: decorator
@inline
function maskOf64(p: usize): u64 {
  let mask: u64 = 0
  if (ASC_FEATURE_SIMD) {
    mask = maskOf16(p) | (maskOf16(p + 16) << 16) | (maskOf16(p + 32) << 32) | (maskOf16(p + 48) << 48)
  } else {
    for (let i: usize = 0; i < 64; i += 8) mask |= maskOf8(p + i) << i
  }
  return mask
}

/** Writes {from, to} (u32) of all words of a folded text, then an empty pair. @returns end of the pairs */
export function wordEdges(from: usize, to: usize, out: usize): usize {
  let write = out
  let inside: u64 = 0 // 1 when the last byte of the block before was of a word
  for (let p = from; p < to; p += 64) {
    const mask = maskOf64(p)
    const edges = mask ^ ((mask << 1) | inside)
    inside = mask >> 63
    const count = <usize>popcnt(edges)
    let rest = edges
    for (let done: usize = 0; done < count; done += 8) rest = eightEdges(rest, p, write + (done << 2))
    write += count << 2
  }
  if (inside) {
    store<u32>(write, <u32>to)
    write += 4
  }
  return write
}

// Bytes of v that are not the first of their character.
// @ts-ignore: decorator
@inline
function followers(v: u64): usize {
  return <usize>popcnt(v & ~(v << 1) & HIGH)
}

// Number of UTF-16 units of a word: each of its characters is one unit.
// @ts-ignore: decorator
@inline
function unitsOf(from: usize, to: usize): usize {
  let units = to - from
  let p = from
  for (; p + 8 < to; p += 8) units -= followers(load<u64>(p))
  return units - followers(load<u64>(p) & load<u64>(MASKS + ((to - p) << 4)))
}

// Whether a word has `least` units. Eight bytes contain at least three units, if the word continues.
// @ts-ignore: decorator
@inline
function isLong(from: usize, to: usize, least: usize): bool {
  const length = to - from
  const first = min<usize>(length, 8)
  if (length > 8 && least > 3) return unitsOf(from, to) >= least
  return first - followers(load<u64>(from) & load<u64>(MASKS + (first << 4))) >= least
}

/** Drops words with fewer than `least` units, in place. @returns end of the pairs */
export function dropShort(pairs: usize, end: usize, least: usize, isPlain: bool): usize {
  let write = pairs
  if (isPlain) {
    for (let at = pairs; at < end; at += 8) {
      const pair = load<u64>(at)
      store<u64>(write, pair)
      write += (<usize>(<usize>(pair >> 32) - <usize>pair >= least)) << 3
    }
    return write
  }
  for (let at = pairs; at < end; at += 8) {
    const pair = load<u64>(at)
    store<u64>(write, pair)
    write += (<usize>isLong(<usize>pair, <usize>(pair >> 32), least)) << 3
  }
  return write
}

// Hash of a whole word of more than 16 bytes.
function longHash(from: usize, to: usize): u64 {
  let h = <u64>(to - from) * GOLDEN
  for (let p = from; p < to; p += 8) {
    const masks = MASKS + (min<usize>(to - p, 8) << 4)
    h = (h ^ (load<u64>(p) & load<u64>(masks))) * MIX1
    h ^= h >> 29
  }
  return h
}

function isSame(a: usize, b: usize, length: usize): bool {
  let i: usize = 0
  for (; i + 8 <= length; i += 8) if (load<u64>(a + i) != load<u64>(b + i)) return false
  for (; i < length; i++) if (load<u8>(a + i) != load<u8>(b + i)) return false
  return true
}

/** Log2 of the slots for this many words. */
export function slotBits(words: usize): u32 {
  return <u32>max<i32>(4, 33 - <i32>clz<u32>(<u32>words))
}

// Whether a word is new is unpredictable, so there is no branch: its entry is written in any case.
export function countWords(pairs: usize, end: usize, slots: usize, bits: u32, entries: usize): u32 {
  const shift = <u64>(64 - bits)
  const mask = ((<usize>1) << bits) - 1
  let count: u32 = 0
  memory.fill(slots, 0, (mask + 1) << 2)
  for (let at = pairs; at < end; at += 8) {
    const from = <usize>load<u32>(at)
    const length = <usize>load<u32>(at, 4) - from
    let low: u64 = 0
    let high: u64 = 0
    if (length <= 16) {
      const masks = MASKS + (length << 4)
      low = load<u64>(from) & load<u64>(masks)
      high = load<u64>(from, 8) & load<u64>(masks, 8)
    } else {
      low = longHash(from, from + length)
      high = LONG | <u64>length
    }
    let slot = <usize>(((low ^ rotl<u64>(high * MIX2, 32)) * MIX1) >> shift)
    while (true) {
      const place = slots + (slot << 2)
      const number = load<u32>(place)
      const isNew = number == 0
      const entry = entries + (<usize>select<u32>(count, number - 1, isNew)) * ENTRY
      const other = (load<u64>(entry) ^ low) | (load<u64>(entry, 8) ^ high)
      const isOther = <i32>(other != 0) & <i32>!isNew
      if (isOther || (length > 16 && !isNew && !isSame(<usize>load<u32>(entry, 16), from, length))) {
        slot = (slot + 1) & mask
        continue
      }
      count += <u32>isNew
      store<u32>(place, select<u32>(count, number, isNew))
      store<u64>(entry, low)
      store<u64>(entry, high, 8)
      store<u64>(entry, select<u64>(load<u64>(at), load<u64>(entry, 16), isNew), 16)
      store<u64>(entry, select<u64>(0, load<u64>(entry, 24), isNew) + 1, 24)
      break
    }
  }
  return count
}
