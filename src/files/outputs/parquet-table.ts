/** Writes rows of values as a table of Parquet, in row groups packed by Zstandard. */
import { zstdCompressSync } from 'node:zlib'
import type { ParquetWriter } from 'hyparquet-writer'
import type { OutputFile } from '../io/output.ts'
import type { GatheredType } from './gathered-types.ts'

/** Rows of a group, and characters or bytes of them, at most. */
const groupRows = 50_000
const groupBytes = 2 ** 25

/** A row: its values in the order of the columns, and about as many bytes as they have. */
export interface TableRow {
  readonly values: readonly unknown[]
  readonly size: number
}

type WriterSettings = ConstructorParameters<typeof ParquetWriter>[0]

interface TableWriter {
  /** The caller flushes after each row group, and after the footer. */
  readonly parquet: ParquetWriter
  /** Moves the bytes that are waiting to the output. @returns their number */
  flush(): Promise<number>
}

/** Opens the library's writer, whose bytes go to `output` after each row group; the caller finishes that. */
async function openTableWriter(
  output: OutputFile,
  settings: Omit<WriterSettings, 'writer' | 'createdBy'>,
): Promise<TableWriter> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const writer = new ByteWriter()
  return {
    parquet: new ParquetWriter({ ...settings, writer, createdBy: 'nearsame' }),
    async flush() {
      const bytes = writer.getBytes()
      await output.write(bytes)
      writer.index = 0
      return bytes.length
    },
  }
}

/**
 * @param types by the names of the columns; the caller finishes `output`
 * @param parts the rows, in parts as they come
 * @returns bytes written
 */
export async function writeParquetTable(
  output: OutputFile,
  types: ReadonlyMap<string, GatheredType>,
  parts: Iterable<Iterable<TableRow>> | AsyncIterable<Iterable<TableRow>>,
  rest: () => Promise<void>,
): Promise<number> {
  const columns = [...types]
  const schema = [
    { name: 'root', num_children: columns.length },
    ...columns.flatMap(([, type]) => type.schema()),
  ]
  const compressors = { ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes) }
  const { parquet, flush } = await openTableWriter(output, { schema, codec: 'ZSTD', compressors })
  let bytes = 0
  let data: unknown[][] = columns.map(() => [])
  let [count, size] = [0, 0]
  const writeGroup = async () => {
    if (count === 0) return
    const columnData = columns.map(([name], i) => ({ name, data: data[i] }))
    parquet.write({ columnData, rowGroupSize: groupRows })
    data = columns.map(() => [])
    ;[count, size] = [0, 0]
    bytes += await flush()
    await rest()
  }
  for await (const rows of parts) {
    for (const row of rows) {
      for (const [i, [, type]] of columns.entries()) data[i].push(type.stored(row.values[i]))
      size += row.size
      if (++count >= groupRows || size >= groupBytes) await writeGroup()
    }
  }
  await writeGroup()
  parquet.finish()
  return bytes + (await flush())
}
