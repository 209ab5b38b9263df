/**
 * The Unicode tables of the text rule, where `unpackTables` put them. Layout and meaning of a record:
 * `src/texts/kernels/layout/unicode-image.ts`.
 */

/** Kinds of characters, by the fast path's options. */
export const ALONE: u32 = 0
export const MARK: u32 = 1
export const FIRST: u32 = 2
export const INNER: u32 = 3

/** Numbers up to here are their own record: class and flag of a character that does not change. */
export const PLAIN: u32 = 7
/** Class and flag of a symbol. */
export const SYMBOL: u32 = 4
/** Number and record of characters that vanish. */
export const IGNORED: u32 = 8

export const TABLE_END: u32 = 0x33480

let composites: usize = 0
let compositeCount: u32 = 0
let pairs: usize = 0
let records: usize = 0
let sequences: usize = 0
let index: usize = 0

/** Sets the address of the tables. Must be called before the first canonical text. */
export function useTables(at: usize): void {
  composites = at + load<u32>(at)
  compositeCount = load<u32>(at, 4)
  pairs = at + load<u32>(at, 8)
  records = at + load<u32>(at, 12)
  sequences = at + load<u32>(at, 16)
  index = at + load<u32>(at, 20)
}

/** Record number of a character of the basic plane. */
// @ts-ignore: decorator
@inline export function number3(codePoint: u32): u32 {
  return load<u16>(index + (codePoint << 1))
}

/** The same for any character. */
// @ts-ignore: decorator
@inline export function number4(codePoint: u32): u32 {
  return codePoint < TABLE_END ? <u32>load<u16>(index + (codePoint << 1)) : highNumber(codePoint)
}

/** Beyond the table, characters vanish (U+E0000 to U+E0FFF), are private symbols (from U+F0000 on), or separate. */
function highNumber(codePoint: u32): u32 {
  if (codePoint >> 12 == 0xe0) return IGNORED
  return codePoint >= 0xf0000 && (codePoint & 0xffff) < 0xfffe ? SYMBOL : 0
}

/** class | flag << 2 | kind << 3 | rank << 5 | field << 11 */
// @ts-ignore: decorator
@inline export function recordAt(number: u32): u32 {
  return load<u32>(records + (number << 2))
}

// @ts-ignore: decorator
@inline export function recordOf(codePoint: u32): u32 {
  return recordAt(number4(codePoint))
}

// @ts-ignore: decorator
@inline export function kindOf(record: u32): u32 {
  return (record >> 3) & 3
}

/** Combining classes in their order, as small numbers. */
// @ts-ignore: decorator
@inline export function rankOf(record: u32): u32 {
  return (record >> 5) & 63
}

/** Number of entries at a place of the sequences. */
// @ts-ignore: decorator
@inline export function sequenceLength(place: u32): u32 {
  return load<u32>(sequences + (place << 2))
}

/** Address of the entries at a place of the sequences. */
// @ts-ignore: decorator
@inline export function sequenceAt(place: u32): usize {
  return sequences + (place << 2) + 4
}

/** `first << 21 | second` of the decomposition of an unchanged character, or 0. Hangul syllables are not here. */
export function decompositionOf(codePoint: u32): u64 {
  let low: u32 = 0
  let high = compositeCount
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = load<u64>(composites + (middle << 3))
    const character = <u32>(entry >> 42)
    if (character == codePoint) return entry & 0x3ffffffffff
    if (character < codePoint) low = middle + 1
    else high = middle
  }
  return 0
}

/** The composite of two characters, or 0. */
export function compositeOf(first: u32, second: u32): u32 {
  const l = first - 0x1100
  const v = second - 0x1161
  if (l < 19 && v < 21) return 0xac00 + (l * 21 + v) * 28
  const lv = first - 0xac00
  const t = second - 0x11a7
  if (lv < 11172 && lv % 28 == 0 && t - 1 < 27) return first + t
  const wanted = ((<u64>first) << 21) | second
  let low: u32 = 0
  let high = compositeCount
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = load<u64>(composites + (<usize>load<u16>(pairs + (middle << 1)) << 3))
    const pair = entry & 0x3ffffffffff
    if (pair == wanted) return <u32>(entry >> 42)
    if (pair < wanted) low = middle + 1
    else high = middle
  }
  return 0
}
