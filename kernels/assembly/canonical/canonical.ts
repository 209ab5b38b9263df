/**
 * Canonical text: from WTF-8 to normalised, folded tokens separated by one byte, in one pass.
 *
 * Definition: `canonicalise` in `src/texts/kernels/reference/canonical.ts`, one step after the other. Here:
 *
 * 1. A character that begins a normalisation segment and becomes one character is mapped by adding a number.
 * 2. A mark that never composes is copied while combining classes do not fall (UAX #15, section 9, quick check), and a
 *    character that vanishes is skipped, both without leaving the segment.
 * 3. A character alone in its segment that becomes several is written as these; two in a segment that compose, as one.
 * 4. At any other character the output returns to the beginning of its segment, and `normaliseSegment` redoes it; the
 *    segment ends before the next character that begins one. Segments do not affect each other, folded or not.
 * 5. A separator is written as 0x20 at once, unless there is one already; the last one is removed at the end.
 * 6. With SIMD, ASCII is handled 16 bytes and Han 4 characters at a time. The last ASCII character before a non-ASCII
 *    one is handled alone, because a mark may follow that changes it. For `tokenHashes`, which folds ASCII itself and
 *    accepts any separators, runs of ASCII are copied unchanged.
 *
 * Cost: per character one or two table lookups; at most 11 bytes of output per byte of text.
 */
import { copy64, isAscii64 } from '../blocks'
import { compress, hanBlock, isHan } from './canonical-blocks'
import {
  ALONE, compositeOf, FIRST, IGNORED, kindOf, MARK, number3, number4, PLAIN, rankOf, recordAt, recordOf,
  sequenceAt, sequenceLength, SYMBOL,
} from './canonical-tables'
import { dropMarks } from './drop-marks'
import { foldLetters } from './fold-letters'
import { normaliseSegment } from './canonical-segment'
import { FOLDS_LETTERS, FOLDS_MARKS, KEEPS_SYMBOLS } from '../rule'
import { utf8Fault } from '../json/json-utf8'
import { decode, decode2, decode3, decode4, encode, sizeOf } from '../wtf8'

const SEPARATOR: u32 = 0
const TOKEN: u32 = 1
const MARKS: u32 = 2
const BASE: u32 = 3

/** First byte not read yet. */
let source: usize = 0
/** SEPARATOR if there is no token or 0x20 was just written, else the class that began the current token. */
let last: u32 = 0
// The segment of the last character: the beginning of its text, with the output and `last` before it.
let segmentSource: usize = 0
let segmentOut: usize = 0
let segmentLast: u32 = 0

/** Sets the state: the place, `last`, and the segment of the last character. */
// @ts-ignore: decorator
@inline function keep(p: usize, before: u32, start: usize, startOut: usize, startLast: u32): void {
  source = p
  last = before
  segmentSource = start
  segmentOut = startOut
  segmentLast = startLast
}

/** Begins a segment with the character at `source`. */
// @ts-ignore: decorator
@inline function beginSegment(out: usize): void {
  segmentSource = source
  segmentOut = out
  segmentLast = last
}

// What a character does, by 4 * its class + `last`, as bits.
/** Separators and base characters after any token, token characters after a base character. */
const SEPARATES: u32 = 0b1010_0000_1000_1010
/** All but separators, and marks without a token before them. */
const IS_KEPT: u32 = 0b1111_1110_1111_0000
/** `last` afterwards, two bits each: a mark keeps it. */
const NEXT: u32 = 0b11111111_11100100_01010101_00000000

/** Writes the separator before a character of class `own`. @returns where the character's bytes go. */
// @ts-ignore: decorator
@inline function separate(own: u32, before: u32, out: usize): usize {
  store<u8>(out, own == SEPARATOR ? 0x20 : 0x01)
  return out + <usize>((SEPARATES >> (4 * own + before)) & 1)
}

/** Whether a character of class `own` is kept: 1 or 0. */
// @ts-ignore: decorator
@inline function isKept(own: u32, before: u32): u32 {
  return (IS_KEPT >> (4 * own + before)) & 1
}

/** `last` after a character of class `own`. */
// @ts-ignore: decorator
@inline function lastAfter(own: u32, before: u32): u32 {
  return (NEXT >> (8 * own + 2 * before)) & 3
}

/** Class of symbols: SEPARATOR, or BASE where each is a token. */
let symbolClass: u32 = 0

/** Class of an unchanged character. */
// @ts-ignore: decorator
@inline function classOf(record: u32): u32 {
  return (record & 7) == SYMBOL ? symbolClass : record & 3
}

/** Writes one character of class `own`, as code point. @returns its end. */
function emit(codePoint: u32, own: u32, out: usize): usize {
  const before = last
  out = separate(own, before, out)
  last = lastAfter(own, before)
  return isKept(own, before) ? encode(codePoint, out) : out
}

/** Writes one ASCII character of class `own`, SEPARATOR or TOKEN. @returns its end. */
// @ts-ignore: decorator
@inline function asciiCharacter(byte: u32, own: u32, before: u32, out: usize): usize {
  out = separate(own, before, out)
  // Digits already have the bit that makes a letter lower case.
  store<u8>(out, byte | 0x20)
  return out + own
}

/** SEPARATOR or TOKEN, for an ASCII character. */
// @ts-ignore: decorator
@inline function asciiClass(byte: u32): u32 {
  return <u32>((byte | 0x20) - 0x61 < 26) | <u32>(byte - 0x30 < 10)
}

/** The number of the 16 bytes at `p` that are ASCII followed by another ASCII character before `to`. */
// @ts-ignore: decorator
@inline function plainBytes(p: usize, to: usize, block: v128): u32 {
  const left = <u32>min<usize>(to - p, 17)
  const others = <u32>i8x16.bitmask(block) | ((<u32>load<u8>(p, 16) & 0x80) << 9) | ((1 << left) & 0x1ffff)
  return others ? ctz(others) - 1 : 16
}

/** ASCII up to `to` or a non-ASCII character, without its last character in that case. */
function asciiBlocks(to: usize, out: usize): usize {
  let p = source
  let before = last
  let count: u32 = 0
  do {
    const block = v128.load(p)
    count = plainBytes(p, to, block)
    const folded = v128.or(block, i8x16.splat(0x20))
    const isLetter = i8x16.lt_u(i8x16.sub(folded, i8x16.splat(0x61)), i8x16.splat(26))
    const isDigit = i8x16.lt_u(i8x16.sub(block, i8x16.splat(0x30)), i8x16.splat(10))
    const isToken = v128.or(isLetter, isDigit)
    // A letter in lower case, a digit unchanged (its bit 0x20 is set), a separator as 0x20.
    const lower = v128.bitselect(folded, i8x16.splat(0x20), isToken)
    const mask: u32 = (1 << count) - 1
    const tokens = i8x16.bitmask(isToken)
    const kept = (tokens | ((tokens << 1) | <u32>(before != SEPARATOR))) & mask
    store<u8>(out, 0x01)
    out += <usize>(before == BASE) & <usize>(tokens & <u32>(count > 0))
    if (kept == mask) {
      v128.store(out, lower)
      out += count
    } else out = compress(lower, kept, out)
    if (count > 0) before = (tokens >> (count - 1)) & 1
    p += count
  } while (count == 16)
  source = p
  last = before
  return out
}

/** The same, but keeps separators and capitals: for `tokenHashes` that is the same text. */
function asciiCopy(to: usize, out: usize): usize {
  let p = source
  if (last == BASE) {
    store<u8>(out, 0x01)
    out += asciiClass(<u32>load<u8>(p))
  }
  while (p + 64 < to && load<u8>(p, 64) < 0x80 && isAscii64(p)) {
    copy64(p, out)
    p += 64
    out += 64
  }
  let count: usize = 0
  do {
    const block = v128.load(p)
    v128.store(out, block)
    count = plainBytes(p, to, block)
    p += count
    out += count
  } while (count == 16)
  last = asciiClass(<u32>load<u8>(p - 1))
  source = p
  return out
}

/** As `asciiBlocks`, byte by byte. */
function asciiBytes(to: usize, out: usize): usize {
  let p = source
  let before = last
  for (; p + 1 < to && load<u8>(p, 1) < 0x80; p++) {
    const byte = <u32>load<u8>(p)
    const own = asciiClass(byte)
    out = asciiCharacter(byte, own, before, out)
    before = own
  }
  source = p
  last = before
  return out
}

/** ASCII up to `to` or a non-ASCII character. REQUIRES: an ASCII character at `source`. */
function asciiRun(to: usize, out: usize): usize {
  if (source + 1 < to && load<u8>(source, 1) < 0x80) {
    if (ASC_FEATURE_SIMD) out = isForTokens ? asciiCopy(to, out) : asciiBlocks(to, out)
    else out = asciiBytes(to, out)
  }
  const byte = <u32>load<u8>(source)
  const own = asciiClass(byte)
  keep(source + 1, own, source, out, last)
  return asciiCharacter(byte, own, segmentLast, out)
}

/** Han characters up to another character or `to`. */
function hanRun(to: usize, out: usize): usize {
  let p = source
  let count: u32 = 0
  let before = last
  let beforeOut = out
  do {
    const start = separate(BASE, before, out)
    count = min<u32>(hanBlock(p, start), <u32>((to - p) / 3))
    if (count == 0) break
    p += 3 * count
    // For the last one: the output before it ends at the character before it, without the 0x01.
    beforeOut = count == 1 ? out : start + ((count - 1) << 2) - 1
    segmentLast = count == 1 ? before : BASE
    out = start + (count << 2) - 1
    before = BASE
  } while (count == 4)
  if (p != source) {
    segmentSource = p - 3
    segmentOut = beforeOut
  }
  source = p
  last = before
  return out
}

/** Whether the character at `next` begins another segment. MARK and INNER are the odd kinds: they never do. */
// @ts-ignore: decorator
@inline function endsBefore(next: usize, to: usize): bool {
  return next >= to || load<u8>(next) < 0x80 || !(kindOf(recordOf(decode(next))) & 1)
}

/** The composite of an INNER character and the first of its segment, at `start`; 0 if others are between. */
function compositeWith(start: usize, p: usize, codePoint: u32, record: u32): u32 {
  if (start >= p || start + sizeOf(load<u8>(start)) != p) return 0
  const first = decode(start)
  const firstRecord = recordOf(first)
  const place = record >> 11
  if (kindOf(firstRecord) != ALONE || (place && sequenceLength(place) > 1)) return 0
  const second = place ? load<u32>(sequenceAt(place)) & 0xffffff : codePoint
  return compositeOf(first + (<i32>firstRecord >> 11), second)
}

/**
 * Continues the segment with the character at `source`, which is not ALONE: copies marks while they are in order and
 * never compose, else redoes the segment from its beginning.
 */
function segmentRun(to: usize, out: usize): usize {
  let record: u32 = 0
  let rank: u32 = 0
  for (;;) {
    const codePoint = decode(source)
    record = recordOf(codePoint)
    if (record != IGNORED) {
      const own = rankOf(record)
      if (kindOf(record) != MARK || own < rank) break
      rank = own
      out = emit(codePoint, classOf(record), out)
    }
    source += sizeOf(load<u8>(source))
    if (source >= to || load<u8>(source) < 0x80) return out
  }
  const kind = kindOf(record)
  if (kind == ALONE) return out
  if (kind == FIRST) beginSegment(out)
  // After the output so far, which the segment then overwrites: an entry becomes at most 4 bytes and a separator.
  const entries = (out + 67) & ~3
  out = segmentOut
  last = segmentLast
  do {
    source += sizeOf(load<u8>(source))
  } while (!endsBefore(source, to))
  const end = entries + (normaliseSegment(segmentSource, source, entries) << 2)
  for (let entry = entries; entry < end; entry += 4) {
    const codePoint = load<u32>(entry) & 0x1fffff
    out = emit(codePoint, classOf(recordOf(codePoint)), out)
  }
  return out
}

/** Writes the sequence that a character of kind FIRST becomes. */
function emitSequence(place: u32, out: usize): usize {
  const end = sequenceAt(place) + (sequenceLength(place) << 2)
  for (let at = sequenceAt(place); at < end; at += 4) {
    const entry = load<u32>(at)
    out = emit(entry & 0xffffff, classOf(entry >> 24), out)
  }
  return out
}

/** The character at `source`, which is not ALONE, and others of its segment. */
function slowCharacter(codePoint: u32, record: u32, to: usize, out: usize): usize {
  const kind = kindOf(record)
  if (kind == MARK) return segmentRun(to, out)
  const next = source + sizeOf(load<u8>(source))
  if (!endsBefore(next, to)) return segmentRun(to, out)
  if (kind == FIRST) {
    keep(next, last, source, out, last)
    return emitSequence(record >> 11, out)
  }
  const composite = compositeWith(segmentSource, source, codePoint, record)
  if (composite == 0) return segmentRun(to, out)
  last = segmentLast
  source = next
  return emit(composite, classOf(recordOf(composite)), segmentOut)
}

/** Non-ASCII characters, and single ASCII characters between them (most spaces of Cyrillic text). */
function otherRun(to: usize, out: usize): usize {
  let p = source
  let before = last
  let start = segmentSource
  let startOut = segmentOut
  let startLast = segmentLast
  while (p < to) {
    const lead = <u32>load<u8>(p)
    let codePoint = lead
    let size: usize = 1
    let number: u32 = 0
    let isBlock = false
    if (lead < 0xe0) {
      if (lead >= 0x80) {
        codePoint = decode2(p)
        size = 2
      } else if (p + 1 >= to || load<u8>(p, 1) < 0x80) break
      number = number3(codePoint)
    } else if (lead < 0xf0) {
      isBlock = ASC_FEATURE_SIMD && isHan(p, lead)
      codePoint = decode3(p)
      size = 3
      number = number3(codePoint)
    } else {
      codePoint = decode4(p)
      size = 4
      number = number4(codePoint)
    }
    const record = number > PLAIN ? recordAt(number) : number
    if (isBlock || record & 0b11000) {
      keep(p, before, start, startOut, startLast)
      out = ASC_FEATURE_SIMD && isBlock ? hanRun(to, out) : slowCharacter(codePoint, record, to, out)
      p = source
      before = last
      start = segmentSource
      startOut = segmentOut
      startLast = segmentLast
      continue
    }
    start = p
    startOut = out
    startLast = before
    const own = record & 3
    out = separate(own, before, out)
    const kept = isKept(own, before)
    before = lastAfter(own, before)
    if (number > PLAIN && kept) {
      out = encode(codePoint + (<i32>record >> 11), out)
    } else {
      store<u32>(out, load<u32>(p))
      out += kept ? size : 0
    }
    p += size
  }
  keep(p, before, start, startOut, startLast)
  return out
}

/** Whether the text is only for `tokenHashes`: runs of ASCII are copied unchanged. */
let isForTokens: bool = false

/** The `Kernels` method. */
export function canonicalise(from: usize, to: usize, out: usize, rule: u32): usize {
  isForTokens = false
  symbolClass = rule & KEEPS_SYMBOLS ? BASE : SEPARATOR
  let end = rule & KEEPS_SYMBOLS ? canonicaliseSymbols(from, to, out) : canonicaliseBy(from, to, out)
  if (rule & FOLDS_MARKS) end = dropMarks(out, end)
  return rule & FOLDS_LETTERS ? foldLetters(out, end) : end
}

/** Where each symbol is a base character: one character after another. */
function canonicaliseSymbols(from: usize, to: usize, out: usize): usize {
  const begin = out
  keep(from, SEPARATOR, from, out, SEPARATOR)
  while (source < to) {
    const codePoint = decode(source)
    const record = recordOf(codePoint)
    if (kindOf(record) != ALONE) {
      out = slowCharacter(codePoint, record, to, out)
      continue
    }
    beginSegment(out)
    out = emit(codePoint + (<i32>record >> 11), classOf(record), out)
    source += sizeOf(load<u8>(source))
  }
  return last == SEPARATOR && out > begin ? out - 1 : out
}

/** A text with the tokens of the canonical one, only for `tokenHashes`. */
export function canonicaliseTokens(from: usize, to: usize, out: usize): usize {
  isForTokens = true
  symbolClass = SEPARATOR
  return canonicaliseBy(from, to, out)
}

function canonicaliseBy(from: usize, to: usize, out: usize): usize {
  const begin = out
  keep(from, SEPARATOR, from, out, SEPARATOR)
  while (source < to) out = load<u8>(source) < 0x80 ? asciiRun(to, out) : otherRun(to, out)
  return last == SEPARATOR && out > begin ? out - 1 : out
}

/** The `Kernels` method: first offset in [from, to) that is not well-formed UTF-8, or `to`. */
export function validUtf8(from: usize, to: usize): usize {
  return utf8Fault(from, to)
}
