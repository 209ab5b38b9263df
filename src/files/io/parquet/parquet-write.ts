/**
 * Parquet filter: writes selected rows of Parquet files into one Parquet file, with all columns (`parquet-union.ts`).
 *
 * The values are never interpreted: keeping a row means copying the entries of its leaves, whatever their logical types
 * and nesting; the schema is copied, too. Threads take rows out of column chunks (`parquet-rows.ts`) and write pages
 * (`parquet-page.ts`); here they only wait to become as many as a page and a row group have.
 *
 *     chunks ──(threads)──▶ rows ──▶ pages ──(threads)──▶ row groups
 *
 * Row groups and pages of the output are cut by content alone (64 MiB of values or 100,000 rows; 1 MiB), so the result
 * does not depend on threads, or on how the rows were divided into files. Codec and key-value metadata are those of the
 * first file. Bloom filters and indexes are omitted.
 *
 * Cost: memory for one row group as it is written, and for some pages of each column.
 */
import type { FileMetaData } from 'hyparquet'
import { firstWhere } from '../../../ground/lists/bisection.ts'
import type { OutputFile } from '../output.ts'
import { writableCodec } from './parquet-codecs.ts'
import { ColumnWriter } from './parquet-column.ts'
import { damagedGroup, openParquet, parquetError } from './parquet-file.ts'
import { FileWriter } from './parquet-file-writer.ts'
import { type Group, type ParquetThreads, rowsOf, startedGroups } from './parquet-groups.ts'
import { type Leaf, leavesOf } from './parquet-leaf.ts'
import { type PageTask, type WrittenPage, writePage } from './parquet-page.ts'
import { takeRows } from './parquet-rows.ts'
import { schemasOf } from './parquet-schemas.ts'
import { checkNewTexts, type NewTexts, withTexts } from './parquet-texts.ts'
import { type JoinedSchema, joinSchemas, type KeptColumns } from './parquet-union.ts'

const groupBytes = 64 << 20
const groupRows = 100_000
/** Pages being written. */
const mostPages = 16

interface FilterOptions {
  readonly signal?: AbortSignal | undefined
  readonly columns?: KeptColumns
  readonly texts?: ((file: number, from: number, to: number) => Promise<NewTexts>) | undefined
  readonly threads?: ParquetThreads
}

/**
 * Writes the kept rows of the files, in order. REQUIRES: `checkRoundTrip(paths)` has passed.
 *
 * @param isKept whether row `row` (from 0) of file `file` is kept
 * @param columns those of the output if files differ. Default: all; `signal`: that of `out`; stops the work; `texts`:
 * called for the rows [from, to) of a file, in order, for new texts of those that are kept. Default: none; `threads`:
 * do the work. Default: this thread
 * @returns the number of rows written; the caller commits `out`
 * @throws NearsameError PARQUET_INVALID, and what `out.write` throws.
 */
export async function filterParquet(
  paths: readonly string[],
  isKept: (file: number, row: number) => boolean,
  out: OutputFile,
  { signal, columns, texts, threads = { rows: takeRows, page: writePage } }: FilterOptions = {},
): Promise<number> {
  const joined = joinSchemas(await schemasOf(paths), columns)
  let filter: RowFilter | undefined
  let place = { path: paths[0], group: 0 }
  try {
    for await (const group of startedGroups(paths, isKept, joined, threads)) {
      place = group
      signal?.throwIfAborted()
      filter ??= await RowFilter.open(group.metadata, joined, out, threads)
      await filter.addGroup(group, await texts?.(group.file, group.base, group.base + group.kept.length))
    }
    filter ??= await RowFilter.open((await openParquet(paths[0])).metadata, joined, out, threads)
    return await filter.finish()
  } catch (cause) {
    signal?.throwIfAborted()
    throw parquetError(cause, place.path, damagedGroup(place.group))
  }
}

class RowFilter {
  readonly #threads: ParquetThreads
  readonly #file: FileWriter
  readonly #schema: Uint8Array
  readonly #pairs: FileMetaData['key_value_metadata'] | undefined
  readonly #columns: readonly ColumnWriter[]
  readonly #pages = new Set<Promise<unknown>>()
  /** Of the open row group. */
  #rows = 0
  #bytes = 0

  private constructor(
    threads: ParquetThreads,
    file: FileWriter,
    leaves: readonly Leaf[],
    codec: ReturnType<typeof writableCodec>,
    footer: { readonly schema: Uint8Array; readonly pairs: FileMetaData['key_value_metadata'] | undefined },
  ) {
    this.#threads = threads
    this.#file = file
    this.#schema = footer.schema
    this.#pairs = footer.pairs
    this.#columns = leaves.map(leaf => new ColumnWriter(leaf, codec, page => this.#writePage(page)))
  }

  static async open(
    first: FileMetaData,
    joined: JoinedSchema,
    out: OutputFile,
    threads: ParquetThreads,
  ): Promise<RowFilter> {
    const { parquetSchema } = await import('hyparquet')
    const { key_value_metadata: pairs } = first
    // These describe the columns, in order.
    const isKept = ({ key }: { readonly key: string }) => !['ARROW:schema', 'pandas'].includes(key)
    const leaves = leavesOf(parquetSchema({ schema: joined.schema }))
    const codec = writableCodec(first.row_groups[0]?.columns[0]?.meta_data?.codec)
    return new RowFilter(threads, await FileWriter.open(out, leaves, codec), leaves, codec, {
      schema: joined.bytes,
      pairs: joined.isChanged ? pairs?.filter(isKept) : pairs,
    })
  }

  #writePage(task: PageTask): Promise<WrittenPage> {
    const page = this.#threads.page(task)
    const settled = page.catch(() => {}) // the chunk throws it
    this.#pages.add(settled)
    void settled.then(() => this.#pages.delete(settled))
    return page
  }

  /** Adds the kept rows of a group, which end the open row group where it is full. */
  async addGroup(group: Group, texts: NewTexts = new Map()): Promise<void> {
    const { kept, keptRows, parts } = group
    if (keptRows === 0) return
    checkNewTexts(
      texts,
      this.#columns.flatMap(({ leaf }, i) => (parts.has(i) ? [leaf] : [])),
    )
    for (const [i, column] of this.#columns.entries()) if (!parts.has(i)) column.addNulls(keptRows)
    for await (const { leaf, from, rows } of rowsOf(
      group,
      this.#threads,
      leaf => this.#columns[leaf].rows,
    )) {
      const column = this.#columns[leaf]
      column.add(withTexts(rows, column.leaf, texts, kept, from))
      await this.#take(Math.min(...this.#columns.map(({ rows }) => rows)))
    }
  }

  /** Moves rows that all columns have to pages. */
  async #take(count: number): Promise<void> {
    for (let left = count; left > 0; ) {
      const rows = this.#roomIn(Math.min(left, groupRows - this.#rows))
      this.#bytes += this.#bytesOf(rows)
      for (const column of this.#columns) column.take(rows)
      this.#rows += rows
      left -= rows
      while (this.#pages.size > mostPages) await Promise.race(this.#pages)
      if (this.#rows === groupRows || this.#bytes >= groupBytes) await this.#endGroup()
    }
  }

  /** How many of `most` rows the open row group takes: up to the first that fills it. */
  #roomIn(most: number): number {
    return firstWhere(1, most, rows => this.#bytes + this.#bytesOf(rows) >= groupBytes)
  }

  /** Bytes of the values of rows that wait. */
  #bytesOf(rows: number): number {
    return this.#columns.reduce((sum, column) => sum + column.bytesOf(rows), 0)
  }

  async #endGroup(): Promise<void> {
    const chunks = await Promise.all(this.#columns.map(column => column.end()))
    await this.#file.addGroup(this.#rows, chunks)
    this.#rows = 0
    this.#bytes = 0
  }

  async finish(): Promise<number> {
    if (this.#rows > 0) await this.#endGroup()
    await this.#file.finish(this.#schema, this.#pairs)
    return this.#file.rows
  }
}
