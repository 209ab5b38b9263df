/**
 * Blocks: the columns of consecutive documents, one after the other in one memory, as files hold them.
 *
 *     offset │ length │ textBytes │ tokenCount │ exact │ tokens │ sketches │ keys: band 0, band 1, ...
 *
 * A block is a chunk without room for more rows. `offset` comes first, as it begins at a multiple of 8.
 *
 * Ours: all of it.
 */
import { oddSketchWords } from '../../texts/kernels/layout/plan-layout.ts'
import { type Chunk, type Chunked, type ChunkShape, newChunk, releaseChunk } from './chunks.ts'

/** Which columns a block has beside those that all have. */
export type BlockShape = Pick<ChunkShape, 'bands' | 'sketches' | 'textBytes'>

/** The columns in their order, and how many words each has for a document. */
function widthsOf({ bands, sketches, textBytes }: BlockShape): [keyof Chunk, number][] {
  return [
    ['offset', 2],
    ['length', 1],
    ['textBytes', Number(textBytes)],
    ['tokenCount', 1],
    ['exact', 4],
    ['tokens', 4],
    ['sketches', sketches ? oddSketchWords : 0],
    ['keys', bands],
  ]
}

/** Words of a document in all columns. */
export function wordsOfRow(shape: BlockShape): number {
  return widthsOf(shape).reduce((sum, [, words]) => sum + words, 0)
}

/** The words of a row of a column, and those of the columns before it. */
export function placeOfColumn(shape: BlockShape, name: keyof Chunk): { before: number; words: number } {
  let before = 0
  for (const [other, words] of widthsOf(shape)) {
    if (other === name) return { before, words }
    before += words
  }
  return { before, words: 0 }
}

/** The block of `rows` documents in memory from `at` on, a multiple of 8. */
export function blockAt(buffer: ArrayBufferLike, at: number, rows: number, shape: BlockShape): Chunk {
  let from = at
  const columns = widthsOf(shape).map(([name, words]) => {
    const column =
      name === 'offset' ? new Float64Array(buffer, from, rows) : new Uint32Array(buffer, from, words * rows)
    from += column.byteLength
    return [name, column]
  })
  return Object.fromEntries(columns) as Chunk
}

/** Copies rows [row, row + count) of a chunk to the rows of another one from `to` on: the columns that both have. */
export function copyRows(from: Chunk, row: number, into: Chunk, to: number, count: number): void {
  const [rows, room] = [from.tokenCount.length, into.tokenCount.length]
  for (const name of Object.keys(into) as (keyof Chunk)[]) {
    const [source, target] = [from[name], into[name]]
    if (source.length === 0 || target.length === 0) continue
    if (name === 'keys') {
      for (let a = row, b = to; a < source.length; a += rows, b += room)
        target.set(source.subarray(a, a + count), b)
    } else {
      const words = source.length / rows
      target.set(source.subarray(row * words, (row + count) * words), to * words)
    }
  }
}

/** The first rows of a chunk, without room for others; the chunk is released. @throws NearsameError MEMORY_EXHAUSTED */
export function trimmedChunk(from: Chunk, rows: number, shape: ChunkShape): Chunk {
  const into = newChunk(shape, rows)
  copyRows(from, 0, into, 0, rows)
  releaseChunk(from)
  return into
}

/** Copies the rows in these slots to the rows of a block, in their order. Most are neighbours, which go together. */
export function copySlots(
  { chunks, chunkBits }: Pick<Chunked, 'chunks' | 'chunkBits'>,
  slots: Uint32Array,
  into: Chunk,
): void {
  for (let to = 0, count = 0; to < slots.length; to += count) {
    const slot = slots[to]
    count = 1
    while (slots[to + count] === slot + count && (slot + count) % 2 ** chunkBits !== 0) count++
    copyRows(chunks[slot >>> chunkBits], slot % 2 ** chunkBits, into, to, count)
  }
}
