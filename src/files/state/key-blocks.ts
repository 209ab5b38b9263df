/**
 * Key blocks: what decides whether a survivor of an earlier run may have to do with new documents, apart from
 * the rest, which a run reads of few survivors.
 *
 *     first word of `exact` │ first word of `tokens` │ keys of band 0 │ keys of band 1 │ …      u32
 *
 * Column by column, a frame of a log for 16,384 survivors. One without tokens, which only equal texts match, has the
 * word of `exact` twice: the hash of no tokens would be that of all of them.
 *
 * Ours: all of it. Cost: 108 bytes a survivor at the default.
 */
import { type Chunk, rowOf } from '../../engine/columns/chunks.ts'
import type { LogFile } from '../progress/log-file.ts'
import type { Documents } from '../run/documents/documents.ts'
import type { Described } from './survivor-blocks.ts'

export const keyBlockRows = 16_384
/** Columns before the keys. */
export const hashColumns = 2

export interface KeyBlock {
  readonly rows: number
  /** Column by column. */
  readonly words: Uint32Array
}

/** The block in memory that begins at a multiple of 4. */
export function keyBlockOver({ buffer, byteOffset, byteLength }: Uint8Array, bands: number): KeyBlock {
  const words = new Uint32Array(buffer, byteOffset, byteLength / 4)
  return { rows: words.length / (hashColumns + bands), words }
}

/** Appends some documents, ascending. @param described their columns, by chunk, as before grouping */
export function writeKeyBlocks(
  log: LogFile,
  survivors: Int32Array,
  documents: Documents,
  described: readonly Described[],
): void {
  for (let from = 0; from < survivors.length; from += keyBlockRows) {
    const { words } = keysOf(survivors.subarray(from, from + keyBlockRows), documents, described)
    log.append(new Uint8Array(words.buffer, 0, words.byteLength))
  }
}

/** REQUIRES: `described` are columns as before grouping. */
export function keysOf(
  some: Int32Array,
  documents: Documents,
  described: readonly Described[],
): KeyBlock & { readonly words: Uint32Array<ArrayBuffer> } {
  const { bands, chunkBits, slots } = documents
  const rows = some.length
  const words = new Uint32Array((hashColumns + bands) * rows)
  for (let to = 0; to < rows; to++) {
    const row = rowOf(documents, some[to])
    const { exact, tokens, tokenCount, keys } = described[slots[some[to]] >>> chunkBits]
    words[to] = exact[4 * row]
    words[rows + to] = tokenCount[row] === 0 ? exact[4 * row] : tokens[4 * row]
    for (let band = 0; band < bands; band++)
      words[(hashColumns + band) * rows + to] = keys[band * 2 ** chunkBits + row]
  }
  return { rows, words }
}

/** Writes the keys of a row of a block to a row of a chunk. */
export function takeKeys(
  { rows, words }: KeyBlock,
  from: number,
  { keys, tokenCount }: Chunk,
  row: number,
): void {
  const bands = words.length / rows - hashColumns
  for (let band = 0; band < bands; band++)
    keys[band * tokenCount.length + row] = words[(hashColumns + band) * rows + from]
}
