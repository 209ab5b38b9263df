/** Parquet levels: those of the entries of a page. */
import { bitsFor, readHybrid } from './parquet-hybrid.ts'
import type { LeafShape } from './parquet-leaf.ts'

/** Of each entry; undefined if they can only be 0. */
export interface PageLevels {
  readonly definitions: Uint8Array | undefined
  readonly repetitions: Uint8Array | undefined
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
