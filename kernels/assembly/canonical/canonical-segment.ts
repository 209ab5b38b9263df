/**
 * A normalisation segment: mapping and NFC of the few characters that need them.
 *
 *     text ─map, decompose, reorder─▶ ─compose─▶
 *
 * All steps work in one array of u32 entries, `character | rank << 24`. A segment's first character has at most 18,
 * the others 4 for each 3 bytes (`checkClaims` in `kernels/unicode/properties.ts`).
 *
 * Source: Unicode 17.0.0, section 3.11 (D108 canonical ordering, D117 composition), 3.12 (Hangul).
 * Ours: marks are inserted in order as they come; a run of more than 64 is instead collected from the text once per
 * combining class in it: at most 55 passes, so never quadratic time, and no second array.
 */
import {
  ALONE, compositeOf, decompositionOf, IGNORED, kindOf, rankOf, recordOf, sequenceAt, sequenceLength,
} from './canonical-tables'
import { decode, sizeOf } from '../wtf8'

const SHORT_RUN: u32 = 64

/** What one character becomes, at most 18 entries. */
const parts: usize = memory.data(72, 8)

// @ts-ignore: decorator
@inline function entryAt(entries: usize, index: u32): u32 {
  return load<u32>(entries + (index << 2))
}

/** Full decomposition of an unchanged character of this record as entries at `out`. @returns their number. */
function decompose(codePoint: u32, record: u32, out: usize): u32 {
  // U+00C0 and U+0340 are the first letter and the first mark that decompose: most characters of a segment are below.
  const pair = codePoint < 0xc0 || codePoint - 0x300 < 0x40 ? 0 : decompositionOf(codePoint)
  if (pair == 0) {
    store<u32>(out, codePoint | (rankOf(record) << 24))
    return 1
  }
  const first = <u32>(pair >> 21)
  const count = decompose(first, recordOf(first), out)
  const second = <u32>pair & 0x1fffff
  store<u32>(out + (count << 2), second | (rankOf(recordOf(second)) << 24))
  return count + 1
}

/** What a character becomes, decomposed, as entries at `out`; Hangul syllables stay whole. @returns their number. */
function map(codePoint: u32, out: usize): u32 {
  const record = recordOf(codePoint)
  const field = <i32>record >> 11
  const kind = kindOf(record)
  if (kind == ALONE) return decompose(codePoint + field, record, out)
  if (field == 0) return record == IGNORED ? 0 : decompose(codePoint, record, out)
  const end = sequenceAt(field) + (sequenceLength(field) << 2)
  let count: u32 = 0
  for (let at = sequenceAt(field); at < end; at += 4) {
    const each = load<u32>(at) & 0xffffff
    count += decompose(each, recordOf(each), out + (count << 2))
  }
  return count
}

/** Inserts an entry after `count` others, before the marks of a higher rank. */
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

/**
 * Writes the marks of the text [from, to) at `out`, by rank and then in order. REQUIRES: a single run, which begins
 * after `skip` entries of the first character.
 */
function gatherMarks(from: usize, to: usize, skip: u32, out: usize): void {
  let current: u32 = 0
  let next: u32 = 0
  do {
    next = 256
    for (let p = from; p < to; p += sizeOf(load<u8>(p))) {
      const count = map(decode(p), parts)
      for (let i: u32 = p == from ? skip : 0; i < count; i++) {
        const entry = entryAt(parts, i)
        const rank = entry >> 24
        if (rank == 0) continue
        if (rank == current) {
          store<u32>(out, entry)
          out += 4
        } else if (rank > current && rank < next) next = rank
      }
    }
    current = next
  } while (next < 256)
}

/** Maps, decomposes and reorders the text. @returns number of entries. */
function mapText(from: usize, to: usize, entries: usize): u32 {
  let count: u32 = 0
  let runStart: u32 = 0 // entry where the current run of marks begins
  let runSource = from // character of the starter before it, and the number of its entries up to that
  let runSkip: u32 = 0
  for (let p = from; p < to; p += sizeOf(load<u8>(p))) {
    const length = map(decode(p), parts)
    for (let i: u32 = 0; i < length; i++) {
      const entry = entryAt(parts, i)
      if (entry >> 24 == 0) {
        if (count - runStart > SHORT_RUN) {
          gatherMarks(runSource, p, runSkip, entries + (runStart << 2))
          map(decode(p), parts)
        }
        runSource = p
        runSkip = i + 1
        runStart = count + 1
      }
      if (count - runStart >= SHORT_RUN && entry >> 24) store<u32>(entries + (count << 2), entry)
      else insert(entries, count, entry)
      count++
    }
  }
  if (count - runStart > SHORT_RUN) gatherMarks(runSource, to, runSkip, entries + (runStart << 2))
  return count
}

/** Composes in place. @returns number of entries. */
function compose(entries: usize, count: u32): u32 {
  let written: u32 = 0
  let starter: u32 = u32.MAX_VALUE // index of the last starter
  let lastRank: u32 = 0
  for (let read: u32 = 0; read < count; read++) {
    const entry = entryAt(entries, read)
    const rank = entry >> 24
    if (starter != u32.MAX_VALUE && (starter + 1 == written || lastRank < rank)) {
      const composite = compositeOf(entryAt(entries, starter), entry & 0xffffff)
      if (composite) {
        store<u32>(entries + (starter << 2), composite)
        continue
      }
    }
    if (rank == 0) starter = written
    lastRank = rank
    store<u32>(entries + (written++ << 2), entry)
  }
  return written
}

/** The mapped text [from, to) in NFC, as entries. @returns number of entries; ignore their upper 8 bits. */
export function normaliseSegment(from: usize, to: usize, entries: usize): u32 {
  return compose(entries, mapText(from, to, entries))
}
