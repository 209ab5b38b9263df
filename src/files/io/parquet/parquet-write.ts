/**
 * Parquet filter: writes selected rows of Parquet files into one Parquet file, with all columns (`parquet-union.ts`).
 *
 * The values are never interpreted. Each leaf column is a sequence of entries (repetition level, definition
 * level, physical value); a row begins where the repetition level is 0. So keeping a row means copying its entries,
 * whatever its logical types and nesting; the schema is copied, too. INT96 values are copied as 12 bytes.
 *
 *     row 0        row 1   row 2            entries of a list column
 *     0 1 1        0       0 1              repetition levels
 *
 * Row groups of the output are cut by content alone (64 MiB of values or 100,000 rows), so the result does
 * not depend on how the rows were divided into files. Codec and key-value metadata are those of the first file.
 * Statistics, bloom filters and indexes are omitted.
 *
 * Source: Apache Parquet format 2.11, "Nested Encoding". Cost: memory for one input row group.
 */
import type { ColumnMetaData, CompressionCodec, FileMetaData, SchemaElement, SchemaTree } from 'hyparquet'
import type { OutputFile } from '../output.ts'
import { damagedGroup, openParquetBuffer, type ParquetBuffer, parquetError } from './parquet-file.ts'
import { withSchema } from './parquet-footer.ts'
import {
  appendNulls,
  type Leaf,
  type LeafCodecs,
  loadLeafCodecs,
  takeRows,
  writableCodec,
} from './parquet-leaf.ts'
import { readAtOnce, readChunk } from './parquet-pages.ts'
import { openParquet } from './parquet-read.ts'
import { schemasOf } from './parquet-schemas.ts'
import { type NewTexts, replaceTexts } from './parquet-texts.ts'
import { columnKeys, type JoinedSchema, joinSchemas, type KeptColumns } from './parquet-union.ts'

const groupBytes = 64 << 20
const groupRows = 100_000

/** A writer into memory; `flush` writes to the output what waits there. */
export async function openWriter(
  metadata: Pick<FileMetaData, 'schema' | 'key_value_metadata'>,
  out: OutputFile,
) {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const bytes = new ByteWriter()
  const { schema, key_value_metadata: kvMetadata } = metadata
  const options = { writer: bytes, schema, createdBy: 'nearsame', ...(kvMetadata && { kvMetadata }) }
  const flush = async () => {
    await out.write(bytes.getBytes())
    bytes.index = 0
  }
  return { bytes, parquet: new ParquetWriter(options), flush }
}

interface FilterOptions {
  readonly signal?: AbortSignal | undefined
  readonly columns?: KeptColumns
  readonly texts?: ((file: number, from: number, to: number) => Promise<NewTexts>) | undefined
}

/**
 * Writes the kept rows of the files, in order. REQUIRES: `checkRoundTrip(paths)` has passed.
 *
 * @param isKept whether row `row` (from 0) of file `file` is kept
 * @param columns those of the output if files differ. Default: all; `signal`: that of `out`; stops the work; `texts`:
 * called for the rows [from, to) of a file, in order, for new texts of those that are kept. Default: none
 * @returns the number of rows written; the caller commits `out`
 * @throws NearsameError PARQUET_INVALID, and what `out.write` throws.
 */
export async function filterParquet(
  paths: readonly string[],
  isKept: (file: number, row: number) => boolean,
  out: OutputFile,
  { signal, columns, texts }: FilterOptions = {},
): Promise<number> {
  let filter: RowFilter | undefined
  const joined = joinSchemas(await schemasOf(paths), columns)
  for (const [file, path] of paths.entries()) {
    const { metadata } = await openParquet(path)
    const buffer = await openParquetBuffer(path)
    let group = 0
    try {
      filter ??= await RowFilter.open(metadata, joined, out)
      filter.beginFile(metadata)
      let firstRow = 0
      for (; group < metadata.row_groups.length; group++) {
        signal?.throwIfAborted()
        const base = firstRow
        const { num_rows: count, columns } = metadata.row_groups[group]
        const rows = Number(count)
        const given = await texts?.(file, base, base + rows)
        await filter.addGroup(buffer, columns, rows, row => isKept(file, base + row), given)
        firstRow += rows
      }
    } catch (cause) {
      signal?.throwIfAborted()
      throw parquetError(cause, path, damagedGroup(group))
    } finally {
      await buffer.close()
    }
  }
  try {
    return filter === undefined ? 0 : await filter.finish()
  } catch (cause) {
    signal?.throwIfAborted()
    throw parquetError(cause, paths[paths.length - 1], 'values that cannot be written again')
  }
}

/** The column of each leaf and the names below it. */
function leafKeys(leaves: readonly Leaf[]): string[] {
  const root = leaves[0]?.path[0]
  const keys = root === undefined ? [] : columnKeys(flatSchema(root))
  return leaves.map(({ path: [, top, ...below] }) =>
    [keys[root.children.indexOf(top)], ...below.map(({ element }) => element.name)].join('\0'),
  )
}

function flatSchema(node: SchemaTree): SchemaElement[] {
  return [node.element, ...node.children.flatMap(flatSchema)]
}

/** A leaf of a file that appends to the entries of a leaf of the output. */
function withEntries(leaf: Leaf, { values, definitions, repetitions, rowStarts }: Leaf): Leaf {
  return { ...leaf, values, definitions, repetitions, rowStarts }
}

class RowFilter {
  readonly #codecs: LeafCodecs
  readonly #writer: Awaited<ReturnType<typeof openWriter>>
  readonly #out: OutputFile
  readonly #leaves: readonly Leaf[]
  readonly #codec: CompressionCodec
  readonly #schema: Uint8Array
  /** For each leaf, the one of the file that is read and its place there; undefined if the file has none. */
  #sources: readonly ({ readonly place: number; readonly leaf: Leaf } | undefined)[] = []
  /** Bytes of values in each waiting row. */
  #rowBytes: number[] = []
  #rowsWritten = 0

  private constructor(
    codecs: LeafCodecs,
    writer: Awaited<ReturnType<typeof openWriter>>,
    out: OutputFile,
    metadata: FileMetaData,
    schema: Uint8Array,
  ) {
    this.#schema = schema
    this.#codecs = codecs
    this.#writer = writer
    this.#out = out
    this.#leaves = codecs.leavesOf(metadata)
    const codec = metadata.row_groups[0]?.columns[0]?.meta_data?.codec
    this.#codec = writableCodec(codec)
  }

  static async open(first: FileMetaData, joined: JoinedSchema, out: OutputFile): Promise<RowFilter> {
    const { key_value_metadata: pairs } = first
    // These describe the columns, in order.
    const isKept = ({ key }: { readonly key: string }) => !['ARROW:schema', 'pandas'].includes(key)
    const metadata = {
      ...first,
      schema: joined.schema,
      ...(pairs && joined.isChanged && { key_value_metadata: pairs.filter(isKept) }),
    }
    return new RowFilter(
      await loadLeafCodecs(),
      await openWriter(metadata, out),
      out,
      metadata,
      joined.bytes,
    )
  }

  /** Finds the leaves of the next file among those of the output. */
  beginFile(metadata: FileMetaData): void {
    const keys = leafKeys(this.#leaves)
    const here = this.#codecs.leavesOf(metadata)
    const places = new Map(leafKeys(here).map((key, i) => [key, i]))
    this.#sources = keys.map((key, i) => {
      const place = places.get(key)
      if (place === undefined) return undefined
      const leaf = here[place]
      return { place, leaf: { ...leaf, shift: this.#leaves[i].maxDefinition - leaf.maxDefinition } }
    })
  }

  async addGroup(
    buffer: ParquetBuffer,
    chunks: FileMetaData['row_groups'][number]['columns'],
    rows: number,
    isKept: (row: number) => boolean,
    texts?: NewTexts,
  ): Promise<void> {
    const target = new Int32Array(rows).fill(-1)
    let kept = this.#rowBytes.length
    for (let row = 0; row < rows; row++) if (isKept(row)) target[row] = kept++
    if (kept === this.#rowBytes.length) return
    while (this.#rowBytes.length < kept) this.#rowBytes.push(0)
    const here = this.#sources.map(source => {
      if (source === undefined) return undefined
      const { meta_data: chunk, file_path: elsewhere } = chunks[source.place]
      if (chunk === undefined || elsewhere !== undefined) throw new Error('column data in another file')
      return chunk
    })
    const file = await readAtOnce(
      buffer,
      here.filter(chunk => chunk !== undefined),
    )
    for (const [i, leaf] of this.#leaves.entries()) {
      const [source, chunk] = [this.#sources[i], here[i]]
      if (source === undefined || chunk === undefined) appendNulls(leaf, target, this.#rowBytes)
      else await this.#addChunk(file, withEntries(source.leaf, leaf), chunk, target)
    }
    if (texts !== undefined) replaceTexts(this.#leaves, target, texts, this.#rowBytes)
    for (let count = this.#fullGroup(); count > 0; count = this.#fullGroup()) await this.#writeGroup(count)
  }

  /** Rows of the next full output group; 0 when it is not full yet. */
  #fullGroup(): number {
    let bytes = 0
    for (let row = 0; row < this.#rowBytes.length; row++) {
      bytes += this.#rowBytes[row]
      if (bytes >= groupBytes || row + 1 === groupRows) return row + 1
    }
    return 0
  }

  /** Appends the entries of the kept rows; `target[row]` is the row's place among the waiting rows, or -1. */
  async #addChunk(
    buffer: ParquetBuffer,
    leaf: Leaf,
    chunk: ColumnMetaData,
    target: Int32Array,
  ): Promise<void> {
    const view = new DataView(await readChunk(buffer, chunk))
    const row = this.#codecs.appendRows(view, leaf, chunk.codec, target, this.#rowBytes)
    if (row !== target.length) throw new Error(`column has ${row} rows instead of ${target.length}`)
  }

  async #writeGroup(rows: number): Promise<void> {
    const { bytes, parquet } = this.#writer
    const start = bytes.offset
    const columns = []
    for (const leaf of this.#leaves) {
      columns.push(this.#codecs.writeLeaf(bytes, takeRows(leaf, rows), this.#codec))
      await this.#writer.flush()
    }
    this.#rowBytes = this.#rowBytes.slice(rows)
    this.#rowsWritten += rows
    parquet.num_rows += BigInt(rows)
    parquet.row_groups.push({
      columns,
      num_rows: BigInt(rows),
      total_byte_size: columns.reduce(
        (sum, column) => sum + (column.meta_data?.total_uncompressed_size ?? 0n),
        0n,
      ),
      total_compressed_size: BigInt(bytes.offset - start),
    })
  }

  async finish(): Promise<number> {
    if (this.#rowBytes.length > 0) await this.#writeGroup(this.#rowBytes.length)
    const { bytes, parquet } = this.#writer
    parquet.finish()
    // The waiting bytes are the footer, its length and the magic (before the first row group also the leading magic).
    const tail = bytes.getBytes()
    const length = bytes.view.getUint32(tail.length - 8, true)
    const start = tail.length - 8 - length
    const footer = withSchema(tail.subarray(start, -8), this.#schema)
    const end = Buffer.alloc(8, '    PAR1')
    end.writeUInt32LE(footer.length)
    await this.#out.write(Buffer.concat([tail.subarray(0, start), footer, end]))
    return this.#rowsWritten
  }
}
