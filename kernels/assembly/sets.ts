// Sets of u64 as open-addressing tables: 2^k slots of 8 bytes, 0 for a free one, and one more slot that tells whether 0
// itself is a member. Definition: src/texts/kernels/reference/sets.ts.
//
// Shingle hashes are mixed, so their low bits choose the slot. Whether a value is already present is unpredictable, so
// the code branches only on a slot occupied by another value: at most one in eight, usually fewer, because at most a
// quarter of the slots is occupied; half in large tables, which no cache holds.

import { emptySketch, sizeSketch, toggle } from './odd-sketches'

/** Maximum number of values with four slots for each. */
const ROOMY: u32 = 16384

export function slotsFor(count: u32): usize {
  const least = <usize>count << (count <= ROOMY ? 2 : 1)
  let slots: usize = 16
  while (slots < least) slots <<= 1
  return slots
}

// @ts-ignore: decorator
@inline
function slotOf(value: u64, table: usize, mask: usize): usize {
  let at = table + ((<usize>value & mask) << 3)
  const end = table + (mask << 3)
  let found = load<u64>(at)
  while (found != value && found != 0) {
    at = at == end ? table : at + 8
    found = load<u64>(at)
  }
  return at
}

/** Whether a slot that holds `found` decides if `value` is present. Not so for the value 0. */
// @ts-ignore: decorator
@inline
function isDecided(found: u64, value: u64): bool {
  return <bool>((<u32>(found == 0) | <u32>(found == value)) & <u32>(value != 0))
}

// Inserts a value into a table. Returns whether it is new.
// @ts-ignore: decorator
@inline
function enter(value: u64, table: usize, mask: usize): bool {
  let at = table + ((<usize>value & mask) << 3)
  let found = load<u64>(at)
  if (!isDecided(found, value)) {
    at = value == 0 ? table + ((mask + 1) << 3) : slotOf(value, table, mask)
    found = load<u64>(at)
  }
  store<u64>(at, value | <u64>(value == 0))
  return found == 0
}

// For few values the table holds indices of the distinct ones so far, counted from 1, in eight slots of two bytes per
// value: half the size of a table of values, so it stays in the first-level cache and is cleared faster. `sketch`: an
// empty odd sketch to fill, or 0; beside the table it costs next to nothing. `most`: if there are more distinct values,
// `most` + 1 of them suffice; 0 for all.
// @ts-ignore: decorator
@inline
function distinctOfFew(values: usize, count: u32, table: usize, out: usize, sketch: usize, most: u32): u32 {
  const slots = slotsFor(most ? most : count) << 1
  const mask = slots - 1
  const before = out - 8
  memory.fill(table, 0, slots << 1)
  let size: u32 = 0
  for (let p = values, end = values + ((<usize>count) << 3); p < end; p += 8) {
    const value = load<u64>(p)
    store<u64>(out + ((<usize>size) << 3), value) // written over by the next one unless it is new
    let at = table + ((<usize>value & mask) << 1)
    let place = <u32>load<u16>(at)
    if (!(<u32>(place == 0) | <u32>(load<u64>(before + ((<usize>place) << 3)) == value))) {
      const last = table + (mask << 1)
      do {
        at = at == last ? table : at + 2
        place = <u32>load<u16>(at)
      } while (place && load<u64>(before + ((<usize>place) << 3)) != value)
    }
    const isNew = <u32>(place == 0)
    size += isNew
    store<u16>(at, isNew ? size : place)
    if (sketch) toggle(value, isNew, sketch)
    if (most && size > most) break
  }
  return size
}

/** Maximum number of values that `fewDistinct` finds. */
export const FEW: u32 = 2048
/** Their address, with room for one more. */
export const fewAt: usize = memory.data(8 * 2049, 64)
const fewTable: usize = memory.data(2 * 16384, 64)

/** The distinct ones of any number of values, at `fewAt`. Returns their number, or `FEW` + 1 if there are more. */
export function fewDistinct(values: usize, count: u32): u32 {
  return distinctOfFew(values, count, fewTable, fewAt, 0, FEW)
}

export function distinct(values: usize, count: u32, table: usize, out: usize): u32 {
  if (count <= ROOMY) return distinctOfFew(values, count, table, out, 0, 0)
  const slots = slotsFor(count)
  const mask = slots - 1
  memory.fill(table, 0, (slots + 1) << 3)
  let write = out
  for (let p = values, end = values + ((<usize>count) << 3); p < end; p += 8) {
    const value = load<u64>(p)
    store<u64>(write, value) // as above
    write += <usize>enter(value, table, mask) << 3
  }
  return <u32>((write - out) >> 3)
}

// The same with the odd sketch of the values. REQUIRES: count <= MOST_SKETCHED.
export function distinctSketched(values: usize, count: u32, table: usize, out: usize, sketch: usize): u32 {
  emptySketch(sketch)
  const size = distinctOfFew(values, count, table, out, sketch, 0)
  sizeSketch(sketch, size)
  return size
}

export function tableOf(values: usize, count: u32, table: usize): u32 {
  const slots = slotsFor(count)
  const mask = slots - 1
  memory.fill(table, 0, (slots + 1) << 3)
  let size: u32 = 0
  for (let p = values, end = values + ((<usize>count) << 3); p < end; p += 8) {
    size += <u32>enter(load<u64>(p), table, mask)
  }
  return size
}

export function shared(table: usize, tableCount: u32, values: usize, count: u32): u32 {
  const slots = slotsFor(tableCount)
  const mask = slots - 1
  let sum: u32 = 0
  for (let p = values, end = values + ((<usize>count) << 3); p < end; p += 8) {
    const value = load<u64>(p)
    const found = load<u64>(table + ((<usize>value & mask) << 3))
    if (isDecided(found, value)) sum += <u32>(found == value)
    else if (value) sum += <u32>(load<u64>(slotOf(value, table, mask)) == value)
    else sum += load<u32>(table + (slots << 3))
  }
  return sum
}
