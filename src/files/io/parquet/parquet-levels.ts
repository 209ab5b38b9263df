/** Parquet entries: the levels and the values of a page. */
import { bitsFor, readHybrid } from './parquet-hybrid.ts'
import { countPresent, type LeafShape } from './parquet-leaf.ts'
import type { PageValues } from './parquet-values.ts'

/** Of each entry; undefined if they can only be 0. */
export interface PageLevels {
  readonly definitions: Uint8Array | undefined
  readonly repetitions: Uint8Array | undefined
}

/** The entries of a data page, or of a part of a large one, valid until the next are read. */
export interface Entries extends PageLevels {
  readonly count: number
  readonly values: PageValues
}

/** The levels at the beginning of a page of version 1, and where they end. @throws RangeError if they do not fit */
export function readLevels(
  page: Uint8Array,
  { maxDefinition, maxRepetition }: LeafShape,
  count: number,
): [levels: PageLevels, end: number] {
  let at = 0
  const next = (most: number) => {
    if (most === 0) return undefined
    if (at + 4 > page.length) throw new RangeError('levels that end early')
    const size = new DataView(page.buffer, page.byteOffset + at, 4).getUint32(0, true)
    if (at + 4 + size > page.length) throw new RangeError('levels that end early')
    const found = levelsIn(page, [at + 4, at + 4 + size], most, count)
    at += 4 + size
    return found
  }
  const repetitions = next(maxRepetition)
  return [{ repetitions, definitions: next(maxDefinition) }, at]
}

/** @throws RangeError for a level above the highest one */
export function levelsIn(
  bytes: Uint8Array,
  span: readonly [number, number],
  most: number,
  count: number,
): Uint8Array {
  const levels = new Uint8Array(count)
  readHybrid(bytes, span, bitsFor(most), levels)
  for (const level of levels) if (level > most) throw new RangeError(`level ${level} of ${most}`)
  return levels
}

/** Number of rows that begin among entries. */
export function rowsBegun({ count, repetitions }: Entries): number {
  if (repetitions === undefined) return count
  let rows = 0
  for (const level of repetitions) rows += +(level === 0)
  return rows
}

/** Those behind the first ones. REQUIRES: they are plain byte arrays */
export function entriesFrom(
  { count, definitions, repetitions, values }: Entries,
  from: number,
  shape: LeafShape,
): Entries {
  const first = definitions === undefined ? from : countPresent(definitions, shape, 0, from)
  return {
    count: count - from,
    definitions: definitions?.subarray(from),
    repetitions: repetitions?.subarray(from),
    values: { ...values, starts: values.starts?.subarray(first) },
  }
}
