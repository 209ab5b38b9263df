/**
 * Parquet groups: which rows of the input go into which row group of the output.
 *
 *     input    ├─ group ─┼─ group ─┼─────────── group ───────────┤
 *     output   ├──── group ────┼──── group ────┼─── group ───────┤      rows that are not kept left out
 *
 * A row group of the output ends by the number of its rows, or by their bytes, as the footer of the input says how many
 * a row of each group has.
 */
import type { FileMetaData, RowGroup } from 'hyparquet'
import { ChunkReader, type PartPlace, placeOfChunk } from './parquet-chunk.ts'
import {
  damagedGroup,
  openParquet,
  openParquetBuffer,
  type ParquetBuffer,
  parquetError,
} from './parquet-file.ts'
import { type Leaf, leavesOf, shapeOf } from './parquet-leaf.ts'
import type { ChunkSource, RowsPart } from './parquet-rows.ts'
import { checkNewTexts, type NewTexts, textsOf } from './parquet-texts.ts'
import { columnKeys } from './parquet-union.ts'

const groupBytes = 32 << 20
const groupRows = 100_000
/** Bytes of a page, packed, of which a part is not worth reading twice. */
const largeBytes = 2 ** 22
/** How many times the packed bytes others are believed to be. */
const mostTimes = 1000

/** A row group of an input. */
interface FoundGroup {
  readonly file: number
  readonly path: string
  readonly group: number
  /** Number of its first row in the file. */
  readonly base: number
  /** For each row, 1 if it is kept. */
  readonly kept: Uint8Array
  /** Bytes of a row, unpacked. */
  readonly rowBytes: number
  /** By leaf of the output; those that the file has. */
  readonly chunks: ReadonlyMap<number, Omit<ChunkSource, 'from' | 'isInside' | 'texts'>>
}

/** Some rows of a row group of an input, and by leaf of the output their chunks. */
export interface GroupPart extends RowsPart {
  readonly chunks: ReadonlyMap<number, ChunkSource>
}

/** New texts of the rows [from, to) of a file, by row from `from` on; called in order. */
export type TextsOfFile = (file: number, from: number, to: number) => Promise<NewTexts>

/**
 * The row groups of the output, each as parts of those of inputs.
 *
 * @param isKept whether a row of a file is
 * @param leaves those of the output
 * @throws NearsameError PARQUET_INVALID, INPUT_MISSING, INPUT_UNREADABLE, OUTPUT_FORMAT
 */
export async function* plannedGroups(
  paths: readonly string[],
  isKept: (file: number, row: number) => boolean,
  leaves: readonly Leaf[],
  texts?: TextsOfFile,
): AsyncGenerator<readonly GroupPart[]> {
  let open: GroupPart[] = []
  let [rows, bytes] = [0, 0]
  for await (const group of groupsOf(paths, isKept, leaves)) {
    const pages = new PageFinder(group)
    try {
      for (let from = 0; from < group.kept.length; ) {
        const most = Math.min(groupRows - rows, Math.ceil((groupBytes - bytes) / group.rowBytes))
        const [to, taken] = keptBehind(group.kept, from, Math.max(most, 1))
        const found = await texts?.(group.file, group.base + from, group.base + to)
        if (taken > 0) open.push(await partOf(group, { from, to, rows: taken }, pages, leaves, found))
        from = to
        rows += taken
        bytes += taken * group.rowBytes
        if (rows < groupRows && bytes < groupBytes) continue
        yield open
        open = []
        rows = bytes = 0
      }
    } catch (cause) {
      throw parquetError(cause, group.path, damagedGroup(group.group))
    } finally {
      await pages.close()
    }
  }
  if (rows > 0) yield open
}

/** The row behind the next `most` kept ones and those behind them that are not, and how many these are. */
function keptBehind(kept: Uint8Array, from: number, most: number): [to: number, rows: number] {
  let [to, rows] = [from, 0]
  for (; to < kept.length && (kept[to] === 0 || rows < most); to++) rows += kept[to]
  return [to, rows]
}

async function partOf(
  { path, group, kept, chunks }: FoundGroup,
  rows: Pick<RowsPart, 'from' | 'to' | 'rows'>,
  pages: PageFinder,
  leaves: readonly Leaf[],
  texts: NewTexts = new Map(),
): Promise<GroupPart> {
  checkNewTexts(
    texts,
    leaves.filter((_, i) => chunks.has(i)),
  )
  const here = new Map<number, ChunkSource>()
  for (const [leaf, source] of chunks) {
    const place = rows.from === 0 ? undefined : await pages.pageOf(leaf, rows.from)
    here.set(leaf, { ...source, ...place, texts: textsOf(texts, leaves[leaf], rows.from) })
  }
  return { path, group, kept, ...rows, chunks: here }
}

/** Finds the pages of a row group in which rows begin, by the headers of the pages before. Must be closed. */
class PageFinder {
  readonly #group: FoundGroup
  #file: ParquetBuffer | undefined
  /** By leaf, its next page and the last one before. */
  readonly #pages = new Map<number, { readonly reader: ChunkReader; last: PartPlace; behind: number }>()

  constructor(group: FoundGroup) {
    this.#group = group
  }

  /** @param row not before that of the last call for this leaf @throws RangeError if the group has fewer */
  async pageOf(leaf: number, row: number): Promise<Pick<ChunkSource, 'from' | 'isInside'>> {
    const { chunks, path } = this.#group
    const { chunk, shape } = chunks.get(leaf) as ChunkSource
    this.#file ??= await openParquetBuffer(path)
    const first = { at: chunk.from, left: chunk.values, row: 0 }
    const pages = this.#pages.get(leaf) ?? {
      reader: await ChunkReader.open(this.#file, chunk, shape),
      last: first,
      behind: 0,
    }
    this.#pages.set(leaf, pages)
    while (pages.behind <= row) {
      const { next } = pages.reader
      if (next === undefined) throw new RangeError(`a column of ${pages.behind} rows, fewer than its group`)
      pages.last = { ...next, row: pages.behind }
      pages.behind += await pages.reader.skip()
    }
    const to = pages.reader.next?.at ?? chunk.to
    return { from: pages.last, isInside: to - pages.last.at > largeBytes }
  }

  async close(): Promise<void> {
    for (const { reader } of this.#pages.values()) reader.close()
    await this.#file?.close()
  }
}

async function* groupsOf(
  paths: readonly string[],
  isKept: (file: number, row: number) => boolean,
  wanted: readonly Leaf[],
): AsyncGenerator<FoundGroup> {
  const { parquetSchema } = await import('hyparquet')
  for (const [file, path] of paths.entries()) {
    const { metadata } = await openParquet(path)
    const sources = sourcesOf(wanted, leavesOf(parquetSchema(metadata)))
    let base = 0
    for (const [group, rowGroup] of metadata.row_groups.entries()) {
      let found: FoundGroup
      try {
        const first = base
        const chunks = new Map(chunksOf(rowGroup, sources))
        const kept = keptOf(rowGroup, row => isKept(file, first + row))
        const rowBytes = bytesOf(rowGroup) / Math.max(kept.length, 1)
        found = { file, path, group, base, kept, rowBytes, chunks }
      } catch (cause) {
        throw parquetError(cause, path, damagedGroup(group))
      }
      yield found
      base += found.kept.length
    }
  }
}

/** Bytes of a row group, unpacked; at least one. */
function bytesOf({ columns }: RowGroup): number {
  return columns.reduce((sum, { meta_data: data }) => {
    const packed = Number(data?.total_compressed_size ?? 0)
    const size = Number(data?.total_uncompressed_size ?? 0)
    return sum + Math.max(packed, Math.min(size, mostTimes * packed), 0)
  }, 1)
}

/** Most rows of a row group: those of the largest that are written are some millions. */
const mostRows = 2 ** 28

/** For each row, 1 if it is kept, in shared memory. */
function keptOf({ num_rows: count }: RowGroup, isKept: (row: number) => boolean): Uint8Array {
  const kept = new Uint8Array(new SharedArrayBuffer(Number(count)))
  for (let row = 0; row < kept.length; row++) kept[row] = +isKept(row)
  return kept
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

/** By number of the leaf, the columns of these names of a file. @throws NearsameError PARQUET_INVALID */
export async function sourcesNamed(metadata: FileMetaData, names: readonly string[], path: string) {
  const { parquetSchema } = await import('hyparquet')
  try {
    const leaves = leavesOf(parquetSchema(metadata))
    const isWanted = (leaf: number) => names.includes(leaves[leaf].path[1].element.name)
    return new Map([...sourcesOf(leaves, leaves)].filter(([leaf]) => isWanted(leaf)))
  } catch (cause) {
    throw parquetError(cause, path, 'a schema that cannot be read')
  }
}

/** The column of each leaf and the names below it. */
function leafKeys(leaves: readonly Leaf[]): string[] {
  const tops = leaves[0]?.path[0].children ?? []
  const keys = columnKeys(tops.map(({ element }) => element.name))
  return leaves.map(({ path: [, top, ...below] }) =>
    [keys[tops.indexOf(top)], ...below.map(({ element }) => element.name)].join('\0'),
  )
}

/** A promise that is awaited later, so that its rejection does not count as unhandled until then. */
export function later<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => {})
  return promise
}
