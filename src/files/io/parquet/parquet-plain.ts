/** Plain columns of Parquet, whose rows threads write as bytes (`parquet-records.ts`), row groups side by side. */
import type { FileMetaData, RowGroup, SchemaTree } from 'hyparquet'
import { release } from '../../../ground/lists/release.ts'
import { describeColumn } from './parquet-columns.ts'
import { damagedGroup, parquetError } from './parquet-file.ts'
import { chunksOf, later, sourcesOf } from './parquet-groups.ts'
import { leavesOf } from './parquet-leaf.ts'
import type { Records, RecordsTask } from './parquet-records.ts'

/** Takes records, in any thread. */
export type TakeRecords = (task: RecordsTask) => Promise<Records>

/** Bytes of chunks whose reading has begun. */
const aheadBytes = 16 << 20

/** Whether a column is one of values that are written from their bytes. */
export function isPlainColumn(column: SchemaTree): boolean {
  const { children, element } = column
  const { type, converted_type: converted, logical_type: logical, repetition_type: repetition } = element
  if (children.length > 0 || repetition === 'REPEATED') return false
  if (type === 'BYTE_ARRAY') return describeColumn(column).type === 'a string'
  if (type === 'DOUBLE' || type === 'BOOLEAN') return converted === undefined && logical === undefined
  const isSigned = converted === undefined || converted.startsWith('INT_')
  const isInteger = logical === undefined || (logical.type === 'INTEGER' && logical.isSigned)
  return (type === 'INT32' || type === 'INT64') && isSigned && isInteger
}

/** A task that has begun. */
interface Begun {
  readonly task: RecordsTask
  readonly records: Promise<Records>
  /** Bytes of its chunks. */
  readonly size: number
}

/**
 * All rows in blocks, row group after row group. A block is valid until the next one.
 *
 * @param columns REQUIRES: each `isPlainColumn`, their names are distinct, there is one
 * @throws NearsameError PARQUET_INVALID
 */
export async function* plainRows(
  path: string,
  metadata: FileMetaData,
  columns: readonly SchemaTree[],
  take: TakeRecords,
): AsyncGenerator<Uint8Array> {
  const { parquetSchema } = await import('hyparquet')
  const root = { ...metadata.schema[0], num_children: columns.length }
  const wanted = parquetSchema({ schema: [root, ...columns.map(({ element }) => element)] })
  const sources = sourcesOf(leavesOf(wanted), leavesOf(parquetSchema(metadata)))
  const begin = (task: RecordsTask): Begun => {
    const size = task.columns.reduce((sum, { chunk }) => sum + chunk.to - chunk.from, 0)
    return { task, records: later(take(task)), size }
  }
  const ahead: Begun[] = []
  let bytes = 0
  async function* first(): AsyncGenerator<Uint8Array> {
    for (let begun = ahead.shift(); begun !== undefined; ) {
      const { task, records, size } = begun
      const found: Records = await records
      begun = found.next && begin({ ...task, ...found.next })
      if (begun === undefined) bytes -= size
      yield found.bytes
      release(found.bytes)
    }
  }
  for (const [group, rowGroup] of metadata.row_groups.entries()) {
    const task = taskOf(path, group, rowGroup, sources)
    if (task.count === 0) continue
    const begun = begin(task)
    ahead.push(begun)
    bytes += begun.size
    while (bytes > aheadBytes) yield* first()
  }
  while (ahead.length > 0) yield* first()
}

function taskOf(
  path: string,
  group: number,
  rowGroup: RowGroup,
  sources: Parameters<typeof chunksOf>[1],
): RecordsTask {
  try {
    const columns = chunksOf(rowGroup, sources).map(([, { chunk, shape }]) => ({ chunk, shape }))
    return { kind: 'records', path, group, count: Number(rowGroup.num_rows), columns, from: 0 }
  } catch (cause) {
    throw parquetError(cause, path, damagedGroup(group))
  }
}
