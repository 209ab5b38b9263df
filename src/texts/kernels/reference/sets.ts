/**
 * Sets of 64-bit hashes: the ground of every verified measure. The reference keeps them in JavaScript sets; a table in
 * memory is its values as they were given, as nobody but these functions reads it.
 */
import { wordView } from './mix.ts'

function setAt(memory: Uint8Array, at: number, count: number): Set<bigint> {
  const words = wordView(memory)
  const set = new Set<bigint>()
  for (let i = 0; i < count; i++) set.add(words.get(at + 8 * i))
  return set
}

/** Writes values one behind the other. @returns how many */
export function writeAll(memory: Uint8Array, out: number, values: Iterable<bigint>): number {
  const words = wordView(memory)
  let count = 0
  for (const value of values) words.set(out + 8 * count++, value)
  return count
}

/** The values without repeats, in the order of their first occurrence, at `out`. @returns how many. */
export function distinct(
  memory: Uint8Array,
  values: number,
  count: number,
  _table: number,
  out: number,
): number {
  return writeAll(memory, out, setAt(memory, values, count))
}

/** @returns how many of the values are different. */
export function tableOf(memory: Uint8Array, values: number, count: number, table: number): number {
  memory.copyWithin(table, values, values + 8 * count)
  return setAt(memory, values, count).size
}

/** How many of `count` distinct values are in the table that was made of `tableCount` ones. */
export function shared(
  memory: Uint8Array,
  table: number,
  tableCount: number,
  values: number,
  count: number,
): number {
  const members = setAt(memory, table, tableCount)
  let sum = 0
  for (const value of setAt(memory, values, count)) if (members.has(value)) sum++
  return sum
}
