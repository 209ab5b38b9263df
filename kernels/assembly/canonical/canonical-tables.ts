/**
 * The Unicode tables of the text rule, where the loader put them. Layout: `kernels/unicode/generate.ts`; meaning of a
 * record: `kernels/unicode/properties.ts`.
 */

/** Kinds of characters, by the fast path's options. */
export const ALONE: u32 = 0
export const MARK: u32 = 1
export const FIRST: u32 = 2
export const INNER: u32 = 3

let decompositions: usize = 0
let decompositionCount: u32 = 0
let pairs: usize = 0
let pairCount: u32 = 0
let records: usize = 0
let roots: usize = 0
let blocks: usize = 0
let values: usize = 0

/** Sets the address of the tables. Must be called before the first canonical text. */
export function useTables(at: usize): void {
  decompositions = at + load<u32>(at)
  decompositionCount = load<u32>(at, 4)
  pairs = at + load<u32>(at, 8)
  pairCount = load<u32>(at, 12)
  records = at + load<u32>(at, 16)
  roots = at + load<u32>(at, 20)
  blocks = at + load<u32>(at, 24)
  values = at + load<u32>(at, 28)
}

/** Record number of a two-byte character; below 4 it is a class, and the character does not change. */
// @ts-ignore: decorator
@inline export function number2(codePoint: u32): u32 {
  return load<u8>(values + codePoint)
}

/** The same for a character of the basic plane. */
// @ts-ignore: decorator
@inline export function number3(codePoint: u32): u32 {
  return load<u8>(values + (<usize>load<u16>(blocks + ((codePoint >> 6) << 1)) << 6) + (codePoint & 63))
}

/** The same for any character. */
// @ts-ignore: decorator
@inline export function number4(codePoint: u32): u32 {
  const block = (<usize>load<u8>(roots + (codePoint >> 12)) << 6) + ((codePoint >> 6) & 63)
  return load<u8>(values + (<usize>load<u16>(blocks + (block << 1)) << 6) + (codePoint & 63))
}

/** class | kind << 2 | combining class << 4 | folding delta << 12 */
// @ts-ignore: decorator
@inline export function recordAt(number: u32): u32 {
  return load<u32>(records + (number << 2))
}

// @ts-ignore: decorator
@inline export function recordOf(codePoint: u32): u32 {
  return recordAt(number4(codePoint))
}

/** `first << 21 | second` of the decomposition of a character, or 0. Hangul syllables are not here. */
export function decompositionOf(codePoint: u32): u64 {
  let low: u32 = 0
  let high = decompositionCount
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = load<u64>(decompositions + (middle << 3))
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
  let high = pairCount
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = load<u64>(decompositions + (<usize>load<u16>(pairs + (middle << 1)) << 3))
    const pair = entry & 0x3ffffffffff
    if (pair == wanted) return <u32>(entry >> 42)
    if (pair < wanted) low = middle + 1
    else high = middle
  }
  return 0
}
