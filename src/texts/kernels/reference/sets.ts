/**
 * Sets of 64-bit hashes, on which every verified measure is based. The reference uses JavaScript sets; its table in
 * memory is just the given values, since only these functions read it.
 */
import { wordView } from './mix.ts'

function setAt(memory: Uint8Array, at: number, count: number): Set<bigint> {
  const words = wordView(memory)
  const set = new Set<bigint>()
  for (let i = 0; i < count; i++) set.add(words.get(at + 8 * i))
  return set
}

/** Writes values one after the other. @returns their number */
export function writeAll(memory: Uint8Array, out: number, values: Iterable<bigint>): number {
  const words = wordView(memory)
  let count = 0
  for (const value of values) words.set(out + 8 * count++, value)
  return count
}

/** The distinct values, in the order of their first occurrence, at `out`. @returns their number. */
export function distinct(
  memory: Uint8Array,
  values: number,
  count: number,
  _table: number,
  out: number,
): number {
  return writeAll(memory, out, setAt(memory, values, count))
}

/** @returns the number of distinct values. */
export function tableOf(memory: Uint8Array, values: number, count: number, table: number): number {
  memory.copyWithin(table, values, values + 8 * count)
  return setAt(memory, values, count).size
}

/** The number of `count` distinct values that are in the table made from `tableCount` values. */
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
