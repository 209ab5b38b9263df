/**
 * A normalisation segment: NFC, simple case folding and NFC of the few characters that need them.
 *
 *     text ─decompose, reorder─▶ ─compose─▶ ─fold─▶ ─decompose, reorder─▶ ─compose─▶
 *
 * All steps work in one array of u32 entries, `character | combining class << 24`. A segment needs at most 4 bytes per
 * byte of text and 8 more, and no later step makes it longer (`checkClaims` in `kernels/unicode/properties.ts`).
 *
 * Source: Unicode 17.0.0, section 3.11 (D108 canonical ordering, D117 composition), 3.12 (Hangul).
 * Ours: marks are inserted in order as they come; a run of more than 64 is instead collected from the text once per
 * combining class in it: at most 55 passes, so never quadratic time, and no second array.
 */
import { compositeOf, decompositionOf, recordOf } from './canonical-tables'
import { decode, sizeOf } from '../wtf8'

const SHORT_RUN: u32 = 64

/** The decomposition of one character, at most 4. */
const parts: usize = memory.data(16, 8)

// @ts-ignore: decorator
@inline function entryAt(entries: usize, index: u32): u32 {
  return load<u32>(entries + (index << 2))
}

// @ts-ignore: decorator
@inline function withClass(codePoint: u32): u32 {
  return codePoint | (((recordOf(codePoint) >> 4) & 255) << 24)
}

/** Full decomposition of a character as entries at `out`. @returns their number. */
function decompose(codePoint: u32, out: usize): u32 {
  const at = codePoint - 0xac00
  if (at < 11172) {
    const t = at % 28
    store<u32>(out, 0x1100 + at / 588)
    store<u32>(out, 0x1161 + (at % 588) / 28, 4)
    store<u32>(out, 0x11a7 + t, 8)
    return t == 0 ? 2 : 3
  }
  // U+00C0 and U+0340 are the first letter and the first mark that decompose: most characters of a segment are below.
  const pair = codePoint < 0xc0 || codePoint - 0x300 < 0x40 ? 0 : decompositionOf(codePoint)
  if (pair == 0) {
    store<u32>(out, withClass(codePoint))
    return 1
  }
  const count = decompose(<u32>(pair >> 21), out)
  const second = <u32>pair & 0x1fffff
  if (second == 0) return count
  store<u32>(out + (count << 2), withClass(second))
  return count + 1
}

/** Inserts an entry after `count` others, before the marks of a higher combining class. */
function insert(entries: usize, count: u32, entry: u32): void {
  let at = entries + (count << 2)
  if (entry >> 24) {
    while (at > entries && load<u32>(at - 4) >> 24 > entry >> 24) {
      store<u32>(at, load<u32>(at - 4))
      at -= 4
    }
  }
  store<u32>(at, entry)
}

/** Writes the marks of the text [from, to) at `out`, by combining class and then in order. REQUIRES: a single run. */
function gatherMarks(from: usize, to: usize, out: usize): void {
  let current: u32 = 0
  let next: u32 = 0
  do {
    next = 256
    for (let p = from; p < to; p += sizeOf(load<u8>(p))) {
      const count = decompose(decode(p), parts)
      for (let i: u32 = 0; i < count; i++) {
        const entry = entryAt(parts, i)
        const ccc = entry >> 24
        if (ccc == 0) continue
        if (ccc == current) {
          store<u32>(out, entry)
          out += 4
        } else if (ccc > current && ccc < next) next = ccc
      }
    }
    current = next
  } while (next < 256)
}

/** Decomposes and reorders the text. @returns number of entries. */
function decomposeText(from: usize, to: usize, entries: usize): u32 {
  let count: u32 = 0
  let runStart: u32 = 0 // entry where the current run of marks begins
  let runSource = from // character whose decomposition holds the starter before it
  for (let p = from; p < to; p += sizeOf(load<u8>(p))) {
    const length = decompose(decode(p), parts)
    for (let i: u32 = 0; i < length; i++) {
      const entry = entryAt(parts, i)
      if (entry >> 24 == 0) {
        if (count - runStart > SHORT_RUN) gatherMarks(runSource, p, entries + (runStart << 2))
        runSource = p
        runStart = count + 1
      }
      if (count - runStart >= SHORT_RUN && entry >> 24) store<u32>(entries + (count << 2), entry)
      else insert(entries, count, entry)
      count++
    }
  }
  if (count - runStart > SHORT_RUN) gatherMarks(runSource, to, entries + (runStart << 2))
  return count
}

/** Decomposes and reorders the last `count` of `room` entries to the beginning. @returns number of entries. */
function decomposeEntries(entries: usize, count: u32, room: u32): u32 {
  let written: u32 = 0
  // Writing never overtakes reading: the whole decomposition fits the room.
  for (let read = room - count; read < room; read++) {
    const length = decompose(entryAt(entries, read) & 0xffffff, parts)
    for (let i: u32 = 0; i < length; i++) insert(entries, written++, entryAt(parts, i))
  }
  return written
}

/** Composes in place. @returns number of entries. */
function compose(entries: usize, count: u32): u32 {
  let written: u32 = 0
  let starter: u32 = u32.MAX_VALUE // index of the last starter
  let lastClass: u32 = 0
  for (let read: u32 = 0; read < count; read++) {
    const entry = entryAt(entries, read)
    const ccc = entry >> 24
    if (starter != u32.MAX_VALUE && (starter + 1 == written || lastClass < ccc)) {
      const composite = compositeOf(entryAt(entries, starter), entry & 0xffffff)
      if (composite) {
        store<u32>(entries + (starter << 2), composite)
        continue
      }
    }
    if (ccc == 0) starter = written
    lastClass = ccc
    store<u32>(entries + (written++ << 2), entry)
  }
  return written
}

/** NFC, folding, NFC of the text [from, to) as entries. @returns number of entries; ignore their upper 8 bits. */
export function normaliseSegment(from: usize, to: usize, entries: usize): u32 {
  const room = decomposeText(from, to, entries)
  const count = compose(entries, room)
  let isFolded = false
  for (let i: u32 = 0; i < count; i++) {
    const codePoint = entryAt(entries, i) & 0xffffff
    const delta = <i32>recordOf(codePoint) >> 12
    if (delta == 0) continue
    isFolded = true
    store<u32>(entries + (i << 2), withClass(codePoint + delta))
  }
  if (!isFolded) return count
  memory.copy(entries + ((room - count) << 2), entries, count << 2)
  return compose(entries, decomposeEntries(entries, count, room))
}
