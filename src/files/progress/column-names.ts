/** Column names: the columns of a scan as files, and where they are in chunks. */
import type { Chunk, ChunkShape } from '../../engine/columns/chunks.ts'
import { oddSketchWords } from '../../texts/kernels/layout/plan-layout.ts'

/** Which columns there are. */
export type ColumnShape = Pick<ChunkShape, 'bands' | 'sketches' | 'textBytes'>

/** Names of the files; of a chunk, its columns. */
const chunkColumns = {
  exact: 'exact',
  tokens: 'tokens',
  'token-count': 'tokenCount',
  keys: 'keys',
  sketches: 'sketches',
  offset: 'offset',
  length: 'length',
  'text-bytes': 'textBytes',
} as const satisfies Record<string, keyof Chunk>

export type ColumnName = keyof typeof chunkColumns

/** What stays in memory when the others are on disk. */
export const placeColumns: readonly ColumnName[] = ['token-count', 'offset', 'length', 'text-bytes']

/** The columns, and how many 32-bit words each has for a document. */
export function widthsOf({ bands, sketches, textBytes }: ColumnShape): [ColumnName, number][] {
  const all: [ColumnName, number][] = [
    ['exact', 4],
    ['tokens', 4],
    ['token-count', 1],
    ['keys', bands],
    ['sketches', sketches ? oddSketchWords : 0],
    ['offset', 2],
    ['length', 1],
    ['text-bytes', textBytes ? 1 : 0],
  ]
  return all.filter(([, words]) => words > 0)
}

/** Rows of a chunk from `row` on, and their documents: from `first` on in a part of `documents`. */
interface PlacedRows {
  readonly documents: number
  readonly first: number
  readonly rows: number
  readonly row?: number
}

/** Copies a column of a chunk to the column of a part, where the bands of `keys` follow each other, too. */
export function takeColumn(chunk: Chunk, name: ColumnName, part: Uint32Array, placed: PlacedRows): void {
  for (const [from, to, words] of stretches(chunk, name, placed)) {
    part.set(wordsOf(chunk, name).subarray(from, from + words), to)
  }
}

/** Copies the column of a part to a column of a chunk. */
export function fillColumn(chunk: Chunk, name: ColumnName, part: Uint32Array, placed: PlacedRows): void {
  for (const [from, to, words] of stretches(chunk, name, placed)) {
    wordsOf(chunk, name).set(part.subarray(to, to + words), from)
  }
}

/** Where consecutive words of rows are: in the chunk, in the part, and how many. */
function* stretches(
  chunk: Chunk,
  name: ColumnName,
  { documents, first, rows, row = 0 }: PlacedRows,
): Generator<[number, number, number]> {
  const capacity = chunk.tokenCount.length
  const words = wordsOf(chunk, name).length / capacity
  if (name !== 'keys') yield [row * words, first * words, rows * words]
  else
    for (let band = 0; band < words; band++) yield [band * capacity + row, band * documents + first, rows]
}

/** A column of a chunk as words. */
function wordsOf(chunk: Chunk, name: ColumnName): Uint32Array {
  const { buffer, byteOffset, byteLength } = chunk[chunkColumns[name]]
  return new Uint32Array(buffer, byteOffset, byteLength / 4)
}
