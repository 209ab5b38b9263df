/** Parquet groups: the row groups of input files, whose kept rows threads begin to take before they are wanted. */
import type { FileMetaData, SchemaElement, SchemaTree } from 'hyparquet'
import { placeOfChunk } from './parquet-chunk.ts'
import { damagedGroup, parquetError } from './parquet-file.ts'
import { type Leaf, leavesOf, shapeOf } from './parquet-leaf.ts'
import type { PageTask, WrittenPage } from './parquet-page.ts'
import { openParquet } from './parquet-read.ts'
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
  readonly bytes: number
  /** By leaf of the output, the rows that come next. */
  readonly taken: Map<number, Promise<LeafRows>>
}

/** All row groups, in order. @param isKept whether a row of a file is */
export async function* groupsOf(
  paths: readonly string[],
  isKept: (file: number, row: number) => boolean,
  joined: JoinedSchema,
): AsyncGenerator<FoundGroup, undefined> {
  const { parquetSchema } = await import('hyparquet')
  const wanted = leavesOf(parquetSchema({ schema: joined.schema }))
  for (const [file, path] of paths.entries()) {
    const { metadata } = await openParquet(path)
    const sources = sourcesOf(wanted, leavesOf(parquetSchema(metadata)))
    let base = 0
    for (const [group, { num_rows: count, columns }] of metadata.row_groups.entries()) {
      const kept = new Uint8Array(new SharedArrayBuffer(Number(count)))
      let keptRows = 0
      for (let row = 0; row < kept.length; row++) {
        if (!isKept(file, base + row)) continue
        kept[row] = 1
        keptRows++
      }
      const parts = new Map<number, ChunkPart>()
      for (const [leaf, { place, shape, shift }] of keptRows > 0 ? sources : []) {
        const { meta_data: chunk, file_path: elsewhere } = columns[place]
        if (chunk === undefined || elsewhere !== undefined)
          throw parquetError(new Error('column data in another file'), path, damagedGroup(group))
        parts.set(leaf, { chunk: placeOfChunk(chunk), shape, group, kept, shift })
      }
      yield { file, path, metadata, group, base, kept, keptRows, parts }
      base += kept.length
    }
  }
  return undefined
}

/** By leaf of the output, its place in a file and what it is there. */
function sourcesOf(wanted: readonly Leaf[], here: readonly Leaf[]) {
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
  const root = leaves[0]?.path[0]
  const keys = root === undefined ? [] : columnKeys(flatSchema(root))
  return leaves.map(({ path: [, top, ...below] }) =>
    [keys[root.children.indexOf(top)], ...below.map(({ element }) => element.name)].join('\0'),
  )
}

function flatSchema(node: SchemaTree): SchemaElement[] {
  return [node.element, ...node.children.flatMap(flatSchema)]
}

/** Begins to take the rows of a group: small chunks together. */
export function started(group: FoundGroup, threads: ParquetThreads): Group {
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
  return { ...group, bytes, taken }
}

/** A promise that is awaited later, so that its rejection does not count as unhandled until then. */
export function later<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => {})
  return promise
}
