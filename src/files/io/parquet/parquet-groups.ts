/** Parquet groups: the row groups of input files, whose kept rows threads begin to take before they are wanted. */
import type { FileMetaData, RowGroup } from 'hyparquet'
import { placeOfChunk } from './parquet-chunk.ts'
import { damagedGroup, openParquet, parquetError } from './parquet-file.ts'
import { type Leaf, leavesOf, shapeOf } from './parquet-leaf.ts'
import type { PageTask, WrittenPage } from './parquet-page.ts'
import type { ChunkPart, LeafRows, RowsTask } from './parquet-rows.ts'
import { columnKeys, type JoinedSchema } from './parquet-union.ts'

/** Bytes up to which chunks are read by one task. */
const togetherBytes = 1 << 20

/** Runs the tasks, in any thread. */
export interface ParquetThreads {
  rows(task: RowsTask): Promise<LeafRows[]>
  page(task: PageTask): Promise<WrittenPage>
}

/** A row group of an input. */
interface FoundGroup {
  readonly file: number
  readonly path: string
  readonly metadata: FileMetaData
  readonly group: number
  /** Number of its first row in the file. */
  readonly base: number
  readonly kept: Uint8Array
  readonly keptRows: number
  /** By leaf of the output; those that the file has. */
  readonly parts: ReadonlyMap<number, ChunkPart>
}

/** One whose rows are being taken. */
export interface Group extends FoundGroup {
  /** Of its chunks, and a byte for each row. */
  readonly bytes: number
  /** By leaf of the output, the rows that come next. */
  readonly taken: Map<number, Promise<LeafRows>>
}

/** Bytes of chunks whose reading has begun. */
const aheadBytes = 16 << 20

/** All row groups, in order; threads begin with the next ones. @param isKept whether a row of a file is */
export async function* startedGroups(
  paths: readonly string[],
  isKept: (file: number, row: number) => boolean,
  joined: Pick<JoinedSchema, 'schema'>,
  threads: Pick<ParquetThreads, 'rows'>,
): AsyncGenerator<Group> {
  const groups = groupsOf(paths, isKept, joined)
  const ahead: Group[] = []
  for (let isEnd = false; ; ) {
    while (!isEnd && ahead.reduce((sum, { bytes }) => sum + bytes, 0) < aheadBytes) {
      const { value: group } = await groups.next()
      if (group === undefined) isEnd = true
      else ahead.push(started(group, threads))
    }
    const group = ahead.shift()
    if (group === undefined) return
    yield group
  }
}

/** Rows of a leaf of a group, the first of which has the number `from` in the group. */
interface FoundRows {
  readonly leaf: number
  readonly from: number
  readonly rows: LeafRows
}

/**
 * All rows of a group: the next ones are of the leaf of which the fewest wait.
 *
 * @param waiting number of rows of a leaf that wait
 */
export async function* rowsOf(
  { path, parts, taken }: Group,
  threads: Pick<ParquetThreads, 'rows'>,
  waiting: (leaf: number) => number,
): AsyncGenerator<FoundRows> {
  const open = new Map(parts)
  while (open.size > 0) {
    const [leaf, part] = [...open].reduce((least, one) =>
      waiting(one[0]) < waiting(least[0]) ? one : least,
    )
    const rows = await (taken.get(leaf) as Promise<LeafRows>)
    const { next } = rows
    if (next === undefined) open.delete(leaf)
    else {
      const rest = { ...part, from: next }
      open.set(leaf, rest)
      taken.set(leaf, later(threads.rows({ kind: 'rows', path, parts: [rest] }).then(([found]) => found)))
    }
    yield { leaf, from: part.from?.row ?? 0, rows }
  }
}

async function* groupsOf(
  paths: readonly string[],
  isKept: (file: number, row: number) => boolean,
  joined: Pick<JoinedSchema, 'schema'>,
): AsyncGenerator<FoundGroup, undefined> {
  const { parquetSchema } = await import('hyparquet')
  const wanted = leavesOf(parquetSchema({ schema: joined.schema }))
  for (const [file, path] of paths.entries()) {
    const { metadata } = await openParquet(path)
    const sources = sourcesOf(wanted, leavesOf(parquetSchema(metadata)))
    let base = 0
    for (const [group, rowGroup] of metadata.row_groups.entries()) {
      try {
        const first = base
        const chunks = chunksOf(rowGroup, sources)
        const [kept, keptRows] = keptOf(rowGroup, row => isKept(file, first + row))
        const parts = chunks.map(([leaf, chunk]) => [leaf, { ...chunk, group, kept }] as const)
        yield {
          file,
          path,
          metadata,
          group,
          base,
          kept,
          keptRows,
          parts: new Map(keptRows > 0 ? parts : []),
        }
        base += kept.length
      } catch (cause) {
        throw parquetError(cause, path, damagedGroup(group))
      }
    }
  }
  return undefined
}

/** Most rows of a row group: those of the largest that are written are some millions. */
const mostRows = 2 ** 28

/** For each row, 1 if it is kept, in shared memory; and how many are. */
function keptOf(
  { num_rows: count }: RowGroup,
  isKept: (row: number) => boolean,
): [kept: Uint8Array, rows: number] {
  const kept = new Uint8Array(new SharedArrayBuffer(Number(count)))
  let rows = 0
  for (let row = 0; row < kept.length; row++) {
    if (!isKept(row)) continue
    kept[row] = 1
    rows++
  }
  return [kept, rows]
}

/** By leaf of the output, its chunk in a row group. @throws Error, RangeError if that cannot be */
export function chunksOf({ num_rows: count, columns }: RowGroup, sources: ReturnType<typeof sourcesOf>) {
  return [...sources].map(([leaf, { place, shape, shift }]) => {
    const { meta_data: data, file_path: elsewhere } = columns[place]
    if (data === undefined || elsewhere !== undefined) throw new Error('column data in another file')
    const chunk = placeOfChunk(data)
    if (!(count >= 0n && count <= mostRows && count <= chunk.values)) throw new RangeError(`${count} rows`)
    return [leaf, { chunk, shape, shift }] as const
  })
}

/** By leaf of the output, its place in a file and what it is there. */
export function sourcesOf(wanted: readonly Leaf[], here: readonly Leaf[]) {
  const places = new Map(leafKeys(here).map((key, i) => [key, i]))
  return new Map(
    leafKeys(wanted).flatMap((key, leaf) => {
      const place = places.get(key)
      if (place === undefined) return []
      const shift = wanted[leaf].maxDefinition - here[place].maxDefinition
      return [[leaf, { place, shape: shapeOf(here[place]), shift }]]
    }),
  )
}

/** The column of each leaf and the names below it. */
function leafKeys(leaves: readonly Leaf[]): string[] {
  const tops = leaves[0]?.path[0].children ?? []
  const keys = columnKeys(tops.map(({ element }) => element.name))
  return leaves.map(({ path: [, top, ...below] }) =>
    [keys[tops.indexOf(top)], ...below.map(({ element }) => element.name)].join('\0'),
  )
}

/** Begins to take the rows of a group: small chunks together. */
function started(group: FoundGroup, threads: Pick<ParquetThreads, 'rows'>): Group {
  const taken = new Map<number, Promise<LeafRows>>()
  let bytes = 0
  let together: [leaf: number, part: ChunkPart][] = []
  let size = 0
  const send = () => {
    const results = threads.rows({
      kind: 'rows',
      path: group.path,
      parts: together.map(([, part]) => part),
    })
    results.catch(() => {}) // those who await a part of it throw it
    for (const [i, [leaf]] of together.entries()) taken.set(leaf, later(results.then(rows => rows[i])))
    together = []
    size = 0
  }
  for (const [leaf, part] of group.parts) {
    const length = part.chunk.to - part.chunk.from
    if (together.length > 0 && size + length > togetherBytes) send()
    together.push([leaf, part])
    size += length
    bytes += length
  }
  if (together.length > 0) send()
  return { ...group, bytes: bytes + group.kept.length, taken }
}

/** A promise that is awaited later, so that its rejection does not count as unhandled until then. */
export function later<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => {})
  return promise
}
