/**
 * Parquet to rows (`formats/table/`): the wanted columns of every row, row group by row group, so that record n of the
 * source is row n.
 *
 * `parquet-json.ts` converts values other than texts; a null is null. A text that is not UTF-8 stays so, and gives a
 * bad record with its position, instead of replacement characters.
 *
 * Cost: memory for the wanted columns of one row group.
 */
import type { FileMetaData, RowGroup, SchemaElement, SchemaTree } from 'hyparquet'
import { isWithin } from '../../../ground/json/field.ts'
import { releaseLarge } from '../../../ground/lists/release.ts'
import { RowBytes } from '../../formats/table/row-bytes.ts'
import { spoolChunks } from '../archives/spool.ts'
import { checkReadable } from '../parquet/parquet-columns.ts'
import { damagedGroup, openParquet, parquetError } from '../parquet/parquet-file.ts'
import { chunksOf, later, sourcesNamed } from '../parquet/parquet-groups.ts'
import {
  type Records,
  type RecordsTask,
  roomBytes,
  type TakeRecords,
  takeRecords,
} from './parquet-records.ts'
import { isVariant } from './variant-columns.ts'

/**
 * Writes the wanted columns of all rows to the file `out`.
 *
 * @param onBytes called with the bytes written so far, after each row group and in large ones
 * @returns the size of the spool
 * @throws NearsameError as `rowsOfParquet`; DISK_FULL, OUTPUT_FAILED
 */
export function spoolParquet(
  path: string,
  columns: readonly string[],
  out: string,
  onBytes: (availableBytes: number) => void = () => {},
  take: TakeRecords = takeRecords,
): Promise<number> {
  return spoolChunks(rowsOfParquet(path, columns, take), out, onBytes)
}

/**
 * The head, and the wanted columns of all rows, in blocks of whole rows. A block is valid until the next one.
 *
 * @param columns names, or paths into struct columns (the whole struct is read); absent ones are ignored
 * @param take takes rows, in any thread. Default: in this one
 * @throws NearsameError PARQUET_SCHEMA when a wanted column holds binary data; PARQUET_INVALID, INPUT_MISSING,
 *   INPUT_UNREADABLE.
 */
export async function* rowsOfParquet(
  path: string,
  columns: readonly string[],
  take: TakeRecords = takeRecords,
): AsyncGenerator<Uint8Array> {
  const { parquetSchema } = await import('hyparquet')
  const { metadata } = await openParquet(path)
  const root = parquetSchema(metadata)
  const wanted = root.children.filter(({ element: { name } }) =>
    columns.some(column => isWithin(column, name)),
  )
  checkReadable({ ...root, children: wanted }, path)
  const head = new RowBytes()
  head.head(wanted.map(column => column.element.name))
  yield head.taken()
  yield* allRows(path, metadata, { ...root, children: wanted }, take)
}

/** Bytes of chunks whose reading has begun. */
const aheadBytes = 16 << 20
/** Bytes of chunks that get a room. */
const leastOfRoom = 2 ** 18

/** A task that has begun. */
interface Begun {
  readonly task: Omit<RecordsTask, 'room'>
  readonly records: Promise<Records>
  /** Bytes of its chunks. */
  readonly size: number
  readonly room: SharedArrayBuffer | undefined
}

/**
 * All rows in blocks, row group after row group. A block is valid until the next one.
 *
 * @param root that of the schema, with the wanted columns below
 * @throws NearsameError PARQUET_INVALID
 */
async function* allRows(
  path: string,
  metadata: FileMetaData,
  root: SchemaTree,
  take: TakeRecords,
): AsyncGenerator<Uint8Array> {
  const schema = elementsOf({ ...root, element: { ...root.element, num_children: root.children.length } })
  const plain = root.children.filter(column => !isVariant(column)).map(({ element }) => element.name)
  const sources = await sourcesNamed(metadata, plain, path)
  // New memory for each part would make garbage collections frequent.
  const rooms: SharedArrayBuffer[] = []
  const begin = (task: Omit<RecordsTask, 'room'>): Begun => {
    const size = task.columns.reduce((sum, { chunk }) => sum + chunk.to - chunk.from, 0)
    const room = size < leastOfRoom ? undefined : (rooms.pop() ?? new SharedArrayBuffer(roomBytes))
    return { task, records: later(take({ ...task, room })), size, room }
  }
  const ahead: Begun[] = []
  let bytes = 0
  async function* first(): AsyncGenerator<Uint8Array> {
    for (let begun = ahead.shift(); begun !== undefined; ) {
      const { task, records, size, room } = begun
      const found: Records = await records
      begun = found.next && begin({ ...task, ...found.next })
      if (begun === undefined) bytes -= size
      yield found.bytes
      if (room !== undefined) rooms.push(room)
      if (found.bytes.buffer instanceof ArrayBuffer) releaseLarge(found.bytes as Uint8Array<ArrayBuffer>)
    }
  }
  for (const [group, rowGroup] of metadata.row_groups.entries()) {
    const task = { ...taskOf(path, group, rowGroup, sources), schema }
    if (task.count === 0) continue
    const begun = begin(task)
    ahead.push(begun)
    bytes += begun.size
    while (bytes > aheadBytes) yield* first()
  }
  while (ahead.length > 0) yield* first()
}

/** The elements of a part of a schema, parents first. */
function elementsOf({ element, children }: SchemaTree): SchemaElement[] {
  return [element, ...children.flatMap(elementsOf)]
}

function taskOf(
  path: string,
  group: number,
  rowGroup: RowGroup,
  sources: Parameters<typeof chunksOf>[1],
): Omit<RecordsTask, 'schema' | 'room'> {
  try {
    const columns = chunksOf(rowGroup, sources).map(([, { chunk, shape }]) => ({ chunk, shape }))
    return { kind: 'records', path, group, count: Number(rowGroup.num_rows), columns, from: 0 }
  } catch (cause) {
    throw parquetError(cause, path, damagedGroup(group))
  }
}
