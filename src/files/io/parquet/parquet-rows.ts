/**
 * Parquet rows: columns of a row group of the output, from the pages of the inputs to packed pages. Runs in any
 * thread.
 */
import type { CompressionCodec } from 'hyparquet'
import { type ChunkPlace, ChunkReader, type PartPlace } from './parquet-chunk.ts'
import { ColumnWriter, type WrittenChunk } from './parquet-column.ts'
import { damagedGroup, openParquetBuffer, type ParquetBuffer, parquetError } from './parquet-file.ts'
import { writerInside } from './parquet-inside.ts'
import type { LeafShape } from './parquet-leaf.ts'
import { readRanges } from './parquet-pages.ts'

/** A column chunk of an input, for a leaf of the output. */
export interface ChunkSource {
  readonly chunk: ChunkPlace
  readonly shape: LeafShape
  readonly shift: number
  /** The page to begin with. Default: the first. */
  readonly from?: PartPlace | undefined
  /** Whether that page is large: better is the place in it where the rows before end. */
  readonly isInside?: boolean
  readonly texts?: ReadonlyMap<number, string> | undefined
}

/** Rows of a row group of an input. */
export interface RowsPart {
  readonly path: string
  readonly group: number
  /** For each row of the group, 1 if it is kept; in shared memory. Those of [from, to) go into the output. */
  readonly kept: Uint8Array
  readonly from: number
  readonly to: number
  /** Number of them. */
  readonly rows: number
}

export interface ColumnsTask {
  readonly kind: 'columns'
  readonly codec: CompressionCodec
  readonly parts: readonly RowsPart[]
  /** Each with its chunk in every part; undefined where the file lacks it. */
  readonly columns: readonly {
    readonly shape: LeafShape
    readonly chunks: readonly (ChunkSource | undefined)[]
  }[]
}

export interface WrittenColumn extends WrittenChunk {
  /** Of the last part, the page in which its last row ends. */
  readonly behind: PartPlace | undefined
}

/** Writes columns, in any thread. */
export type WriteColumns = (task: ColumnsTask) => Promise<WrittenColumn[]>

/** @throws NearsameError PARQUET_INVALID, INPUT_MISSING, INPUT_UNREADABLE, OUTPUT_FORMAT */
export async function writeColumns({ codec, parts, columns }: ColumnsTask): Promise<WrittenColumn[]> {
  const inside = await writerInside()
  const writers = columns.map(
    ({ shape, chunks }) => new ColumnWriter(shape, codec, inside, likelyBytes(chunks, parts)),
  )
  let behind: Awaited<ReturnType<typeof addPart>> = []
  for (const [i, part] of parts.entries()) {
    const chunks = columns.map(column => column.chunks[i])
    behind = await addPart(part, chunks, writers)
  }
  return writers.map((writer, i) => ({ ...writer.end(), behind: behind[i] }))
}

/** Bytes of kept rows of a column that are packed as they are in the input, and more: theirs may be packed better. */
export function likelyBytes(
  chunks: readonly (ChunkSource | undefined)[],
  parts: readonly RowsPart[],
): number {
  const bytes = chunks.reduce((sum, source, i) => {
    const { rows, kept } = parts[i]
    return sum + (source === undefined ? 0 : ((source.chunk.to - source.chunk.from) * rows) / kept.length)
  }, 0)
  return Math.ceil(bytes + bytes / 4) + 2 ** 12
}

async function addPart(
  part: RowsPart,
  chunks: readonly (ChunkSource | undefined)[],
  writers: readonly ColumnWriter[],
): Promise<(PartPlace | undefined)[]> {
  const { path, group, rows } = part
  const behind: (PartPlace | undefined)[] = []
  const file = await openParquetBuffer(path)
  try {
    const ranges = chunks.flatMap(source => (source ? [[source.chunk.from, source.chunk.to] as const] : []))
    // One chunk is read page by page, and maybe not to its end.
    const near = ranges.length > 1 ? await readRanges(file, ranges) : file
    for (const [i, source] of chunks.entries()) {
      if (source === undefined) writers[i].addNulls(rows)
      else behind[i] = await addRows(near, source, part, writers[i])
    }
    return behind
  } catch (cause) {
    throw parquetError(cause, path, damagedGroup(group))
  } finally {
    await file.close()
  }
}

async function addRows(
  file: ParquetBuffer,
  { chunk, shape, shift, from: place, texts }: ChunkSource,
  { kept, from, to }: RowsPart,
  writer: ColumnWriter,
): Promise<PartPlace | undefined> {
  const reader = await ChunkReader.open(file, chunk, shape, place)
  const { maxDefinition, maxRepetition } = shape
  const begun = place?.row ?? 0
  const rows = { kept, from, to, maxDefinition, shift, texts, begun, isKept: false }
  // A page may end inside a row.
  const behind = to === kept.length || maxRepetition > 0 ? to + 1 : to
  let last: PartPlace | undefined
  for (let { next } = reader; next !== undefined && rows.begun < behind; { next } = reader) {
    last = { ...next, row: rows.begun }
    const entries = await reader.read()
    if (entries !== undefined) writer.add(entries, rows)
  }
  const isEnd = reader.next === undefined
  reader.close()
  if (isEnd && rows.begun !== kept.length)
    throw new RangeError(`column has ${rows.begun} rows instead of ${kept.length}`)
  return last
}
