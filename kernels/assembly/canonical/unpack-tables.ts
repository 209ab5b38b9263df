/**
 * Unpacks the Unicode tables: the fast twin of `src/texts/kernels/layout/unicode-image.ts`, which describes the packed
 * form and the steps. Every thread does this when it starts; in JavaScript, most of the time would be for compiling it.
 */
import { ALONE, FIRST, IGNORED, INNER, MARK, PLAIN, TABLE_END, useTables } from './canonical-tables'

const INDEX_AT: usize = 64
const KIND_BITS: u32 = 3 << 3

let numbers: usize = 0 // the next number
let index: usize = 0
let records: usize = 0
let recordCount: u32 = 0
let sequences: usize = 0
let sequenceCount: u32 = 0

// @ts-ignore: decorator
@inline function word(at: usize, i: u32): u32 {
  return load<u32>(at + (<usize>i << 2))
}

function signed(value: u32): u32 {
  return (value >> 1) ^ -(value & 1)
}

/** Takes consecutive numbers. @returns their address */
function take(count: u32): usize {
  const at = numbers
  numbers += <usize>count << 2
  return at
}

/** Takes the number of rows. */
function rows(): u32 {
  return word(take(1), 0)
}

/** Writes the packed numbers as u32 to `out`. @returns their end */
function readNumbers(from: usize, to: usize, out: usize): usize {
  let unit: u32 = 1
  let value: u32 = 0
  for (let p = from; p < to; p++) {
    const byte = <u32>load<u8>(p)
    const digit = byte < 92 ? byte - 40 : byte - 41
    value += unit * digit
    unit *= 22
    if (digit >= 64) continue
    store<u32>(out, value)
    out += 4
    unit = 1
    value = 0
  }
  return out
}

function recordNow(character: u32): u32 {
  return word(records, load<u16>(index + (character << 1)))
}

function note(character: u32, record: u32): void {
  if (record != word(records, recordCount - 1)) store<u32>(records + (recordCount++ << 2), record)
  store<u16>(index + (character << 1), <u16>(recordCount - 1))
}

function readClasses(): void {
  const count = rows()
  const lengths = take(count)
  const values = take(count)
  let at = index
  for (let i: u32 = 0; i < count; i++) {
    const value = <u16>word(values, i)
    const to = at + (word(lengths, i) << 1)
    for (; at < to; at += 2) store<u16>(at, value)
  }
}

function readRanks(): void {
  const count = rows()
  const lengths = take(count)
  const ranks = take(count)
  let at: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const rank = word(ranks, i)
    const to = at + word(lengths, i)
    for (let mark = at; rank != 0 && mark < to; mark++) {
      const own = <u32>load<u16>(index + (mark << 1))
      if (own != IGNORED) note(mark, own | (MARK << 3) | (rank << 5))
    }
    at = to
  }
}

function noteInner(character: u32): void {
  const number = <u32>load<u16>(index + (character << 1))
  if (number != IGNORED) note(character, (word(records, number) & ~KIND_BITS) | (INNER << 3))
}

/** @returns the address of the second parts */
function readSeconds(): usize {
  for (let vowel: u32 = 0x1161; vowel < 0x1161 + 21; vowel++) noteInner(vowel)
  for (let final: u32 = 0x11a8; final < 0x11a8 + 27; final++) noteInner(final)
  const count = rows()
  const seconds = take(count)
  for (let i: u32 = 0; i < count; i++) noteInner(word(seconds, i))
  return seconds
}

/** Writes composites to `out`. @returns how many */
function readComposites(seconds: usize, out: usize): u32 {
  const count = rows()
  const gaps = take(count)
  const firsts = take(count)
  const secondNumbers = take(count)
  let whole: u32 = -1
  let first: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    whole += word(gaps, i) + 1
    first += signed(word(firsts, i))
    const pair = (<u64>first << 21) | word(seconds, word(secondNumbers, i))
    store<u64>(out + (<usize>i << 3), (<u64>whole << 42) | pair)
    if ((recordNow(first) & KIND_BITS) != ALONE) noteInner(whole)
  }
  return count
}

/** Numbers of the composites by their lower 42 bits, by insertion: they are nearly in order. */
function sortPairs(composites: usize, count: u32, out: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    const own = load<u64>(composites + (<usize>i << 3)) << 22
    let p = out + (<usize>i << 1)
    for (; p > out; p -= 2) {
      const before = load<u16>(p - 2)
      if (load<u64>(composites + (<usize>before << 3)) << 22 <= own) break
      store<u16>(p, before)
    }
    store<u16>(p, <u16>i)
  }
}

/** Begins a sequence of `count` characters, written by `append`. */
function mapToSequence(character: u32, first: u32, count: u32): void {
  const record = recordNow(first)
  const kind = (record & KIND_BITS) == 0 ? FIRST : INNER
  note(character, (record & PLAIN) | (kind << 3) | (sequenceCount << 11))
  store<u32>(sequences + (sequenceCount++ << 2), count)
}

function append(character: u32): void {
  const entry = character | ((recordNow(character) & PLAIN) << 24)
  store<u32>(sequences + (sequenceCount++ << 2), entry)
}

/** @param before as many zeros as the longest sequence has characters */
function readMappings(before: usize): void {
  const count = rows()
  const gaps = take(count)
  const heads = take(count)
  let singles: u32 = 0
  for (let i: u32 = 0; i < count; i++) singles += u32((word(heads, i) & 3) != 3)
  let single = take(singles)
  let from: u32 = 0
  let target: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    const head = word(heads, i)
    const form = head & 3
    from += word(gaps, i)
    if (form == 3) {
      const length = (head >> 2) + 2
      const characters = take(length)
      for (let at: u32 = 0; at < length; at++) {
        const each = word(before, at) + signed(word(characters, at))
        store<u32>(before + (<usize>at << 2), each)
        if (at == 0) mapToSequence(from, each, length)
        append(each)
      }
      from++
      continue
    }
    target += signed(load<u32>(single))
    single += 4
    const step: u32 = form == 1 ? 2 : 1
    const targetStep: u32 = form == 2 ? 0 : step
    for (let left = (head >> 2) + 1; left > 0; left--) {
      const record = recordNow(target)
      if ((record & KIND_BITS) == 0) note(from, record | ((target - from) << 11))
      else {
        mapToSequence(from, target, 1)
        append(target)
      }
      from += step
      target += targetStep
    }
    from -= step - 1
  }
}

/**
 * Unpacks the tables to `at` and sets their address. Must be called before the first canonical text.
 * REQUIRES: the packed text at [from, to), after the room of the tables; then 16 times its length of zeros, which are
 * zeros again afterwards, and so is the text.
 * @returns the end of the tables
 */
export function unpackTables(at: usize, from: usize, to: usize): usize {
  numbers = (to + 63) & ~63
  const scratch = readNumbers(from, to, numbers)
  sequences = scratch + 256
  sequenceCount = 1
  index = at + INDEX_AT
  const composites = index + (<usize>TABLE_END << 1)
  // The records are noted before the number of composites is known, so after the sequences.
  records = (scratch + (to - from) + 63) & ~63
  recordCount = IGNORED + 1
  for (let i: u32 = 0; i < recordCount; i++) store<u32>(records + (i << 2), i)
  readClasses()
  readRanks()
  const seconds = readSeconds()
  const count = readComposites(seconds, composites)
  const pairs = composites + (<usize>count << 3)
  sortPairs(composites, count, pairs)
  readMappings(scratch)
  const recordsAt = pairs + (<usize>((count + 1) & ~1) << 1)
  const sequencesAt = recordsAt + (recordCount << 2)
  memory.copy(recordsAt, records, recordCount << 2)
  memory.copy(sequencesAt, sequences, sequenceCount << 2)
  memory.fill(from, 0, records + (recordCount << 2) - from)
  store<u32>(at, <u32>(composites - at))
  store<u32>(at, count, 4)
  store<u32>(at, <u32>(pairs - at), 8)
  store<u32>(at, <u32>(recordsAt - at), 12)
  store<u32>(at, <u32>(sequencesAt - at), 16)
  store<u32>(at, INDEX_AT, 20)
  useTables(at)
  return sequencesAt + (sequenceCount << 2)
}
