/**
 * Parquet filter: writes selected rows of Parquet files into one Parquet file, with all columns (`parquet-union.ts`).
 *
 * The values are never interpreted: keeping a row means copying the entries of its leaves, whatever their logical types
 * and nesting; the schema is copied, too. A thread makes whole columns of a row group, from the pages that it reads to
 * those that are written (`parquet-rows.ts`).
 *
 *     row groups ──▶ plan of the output ──(threads)──▶ columns ──▶ row groups
 *
 * Row groups are planned before anything is read (`parquet-groups.ts`), pages end by content (1 MiB), so the result
 * does not depend on threads. Codec and key-value metadata are those of the first file. Bloom filters and indexes are
 * omitted.
 *
 * Cost: memory for some row groups as they are written, and for a page of the input and one of the output in each
 * thread.
 */
import type { FileMetaData } from 'hyparquet'
import type { OutputFile } from '../output.ts'
import { writableCodec } from './parquet-codecs.ts'
import { openParquet } from './parquet-file.ts'
import { FileWriter } from './parquet-file-writer.ts'
import { type GroupPart, later, plannedGroups, type TextsOfFile } from './parquet-groups.ts'
import { type Leaf, type LeafShape, leavesOf, shapeOf } from './parquet-leaf.ts'
import {
  type ChunkSource,
  type ColumnsTask,
  likelyBytes,
  type WriteColumns,
  type WrittenColumn,
  writeColumns,
} from './parquet-rows.ts'
import { schemaOfAll } from './parquet-schemas.ts'
import type { KeptColumns } from './parquet-union.ts'

interface FilterOptions {
  readonly signal?: AbortSignal | undefined
  readonly columns?: KeptColumns
  readonly texts?: TextsOfFile | undefined
  readonly write?: WriteColumns
}

/**
 * Writes the kept rows of the files, in order.
 *
 * @param isKept whether row `row` (from 0) of file `file` is kept
 * @param columns those of the output if files differ. Default: all; `signal`: that of `out`; stops the work; `texts`:
 * new texts of rows that are kept. Default: none; `write`: does the work. Default: this thread
 * @returns the number of rows written; the caller commits `out`
 * @throws NearsameError as `schemaOfAll`, and what `out.write` throws.
 */
export async function filterParquet(
  paths: readonly string[],
  isKept: (file: number, row: number) => boolean,
  out: OutputFile,
  { signal, columns, texts, write = writeColumns }: FilterOptions = {},
): Promise<number> {
  const joined = await schemaOfAll(paths, columns)
  const { parquetSchema } = await import('hyparquet')
  const leaves = leavesOf(parquetSchema({ schema: joined.schema }))
  const { row_groups: groups, key_value_metadata: pairs } = (await openParquet(paths[0])).metadata
  const codec = writableCodec(groups[0]?.columns[0]?.meta_data?.codec)
  const file = await FileWriter.open(out, leaves, codec)
  const ahead: Begun[] = []
  let last: Begun | undefined
  const writeFirst = async () => {
    const { rows, columns } = ahead.shift() as Begun
    signal?.throwIfAborted()
    await file.addGroup(rows, await Promise.all(columns))
  }
  try {
    for await (const parts of plannedGroups(paths, isKept, leaves, texts)) {
      last = begun(parts, leaves, last?.columns ?? [], task => write({ kind: 'columns', codec, ...task }))
      ahead.push(last)
      while (ahead.reduce((sum, { bytes }) => sum + bytes, 0) > aheadBytes) await writeFirst()
    }
    while (ahead.length > 0) await writeFirst()
  } catch (cause) {
    signal?.throwIfAborted()
    throw cause
  }
  await file.finish(joined.bytes, joined.isChanged ? withoutColumns(pairs) : pairs)
  return file.rows
}

/** Those of `pairs` that do not describe the columns, in order. */
function withoutColumns(pairs: FileMetaData['key_value_metadata']): FileMetaData['key_value_metadata'] {
  return pairs?.filter(({ key }) => !['ARROW:schema', 'pandas'].includes(key))
}

/** Packed bytes of rows whose writing has begun. */
const aheadBytes = 32 << 20
/** Packed bytes of the inputs up to which columns are written by one task. */
const togetherBytes = 1 << 20

/** A row group whose columns are being written. */
interface Begun {
  readonly rows: number
  /** Packed bytes of the inputs. */
  readonly bytes: number
  readonly columns: readonly Promise<WrittenColumn>[]
}

/** Begins to write a row group: small columns together. @param before the columns of the one before */
function begun(
  parts: readonly GroupPart[],
  leaves: readonly Leaf[],
  before: Begun['columns'],
  write: (task: Pick<ColumnsTask, 'parts' | 'columns'>) => Promise<WrittenColumn[]>,
): Begun {
  const columns: Promise<WrittenColumn>[] = []
  const plain = parts.map(({ chunks: _, ...part }) => part)
  let together: ReturnType<typeof columnOf>[] = []
  let [size, bytes] = [0, 0]
  const send = () => {
    const task = Promise.all(together)
    const written = task.then(all => (all.length > 0 ? write({ parts: plain, columns: all }) : []))
    for (const i of together.keys()) columns.push(later(written.then(all => all[i])))
    bytes += size
    together = []
    size = 0
  }
  for (const [i, leaf] of leaves.entries()) {
    const chunks = parts.map(part => part.chunks.get(i))
    const more = likelyBytes(chunks, parts)
    if (size + more > togetherBytes) send()
    together.push(columnOf(shapeOf(leaf), chunks, before[i]))
    size += more
  }
  send()
  return { rows: parts.reduce((sum, { rows }) => sum + rows, 0), bytes, columns }
}

/** A column that begins inside a large page where the rows before end. */
async function columnOf(
  shape: LeafShape,
  [first, ...chunks]: readonly (ChunkSource | undefined)[],
  before: Promise<WrittenColumn>,
): Promise<ColumnsTask['columns'][number]> {
  const from = first?.isInside ? (await before).behind : first?.from
  return { shape, chunks: [first && { ...first, from }, ...chunks] }
}
