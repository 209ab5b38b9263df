/** Writes rows of values as a table of Parquet, in row groups packed by Zstandard. */
import { zstdCompressSync } from 'node:zlib'
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

/** @param types by the names of the columns; the caller finishes `output` */
export async function writeParquetTable(
  output: OutputFile,
  types: ReadonlyMap<string, GatheredType>,
  rows: Iterable<TableRow>,
  rest: () => Promise<void> = async () => {},
): Promise<number> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer')
  const writer = new ByteWriter()
  const columns = [...types]
  const schema = [
    { name: 'root', num_children: columns.length },
    ...columns.flatMap(([, type]) => type.schema()),
  ]
  const compressors = { ZSTD: (bytes: Uint8Array) => zstdCompressSync(bytes) }
  const parquet = new ParquetWriter({ writer, schema, codec: 'ZSTD', compressors, createdBy: 'nearsame' })
  let bytes = 0
  const flush = async () => {
    bytes += writer.getBytes().length
    await output.write(writer.getBytes())
    writer.index = 0
    await rest()
  }
  let data: unknown[][] = columns.map(() => [])
  let [count, size] = [0, 0]
  const writeGroup = async () => {
    if (count === 0) return
    const columnData = columns.map(([name], i) => ({ name, data: data[i] }))
    parquet.write({ columnData, rowGroupSize: groupRows })
    data = columns.map(() => [])
    ;[count, size] = [0, 0]
    await flush()
  }
  for (const row of rows) {
    for (const [i, [, type]] of columns.entries()) data[i].push(type.stored(row.values[i]))
    size += row.size
    if (++count >= groupRows || size >= groupBytes) await writeGroup()
  }
  await writeGroup()
  parquet.finish()
  await flush()
  return bytes
}
