/**
 * Parquet lines: rows of columns of strings and numbers as JSON lines, from the bytes of pages to the bytes of lines.
 * Threads decode the pages; columns of other types are printed by `parquet-json.ts`, with the same bytes.
 */
import type { FileMetaData, SchemaTree } from 'hyparquet'
import { withRoom } from '../../../ground/lists/growing-lists.ts'
import { release } from '../../../ground/lists/release.ts'
import { describeColumn } from './parquet-columns.ts'
import { type ParquetThreads, rowsOf, startedGroups } from './parquet-groups.ts'
import { jsonLatin1 } from './parquet-json.ts'
import { type Leaf, leavesOf } from './parquet-leaf.ts'
import type { LeafRows } from './parquet-rows.ts'

/** Bytes of lines that are written at once. */
const blockBytes = 2 ** 20

/** Whether a column is one of values that are printed from their bytes. */
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

/**
 * The lines of all rows in blocks, row group after row group.
 *
 * @param columns REQUIRES: each `isPlainColumn`, their names are distinct, there is one
 * @throws NearsameError PARQUET_INVALID
 */
export async function* plainLines(
  path: string,
  metadata: FileMetaData,
  columns: readonly SchemaTree[],
  threads: Pick<ParquetThreads, 'rows'>,
): AsyncGenerator<Uint8Array> {
  const { parquetSchema } = await import('hyparquet')
  const root = { ...metadata.schema[0], num_children: columns.length }
  const wanted = { schema: [root, ...columns.map(({ element }) => element)] }
  const printer = new LinePrinter(leavesOf(parquetSchema(wanted)))
  for await (const group of startedGroups(
    [path],
    () => true,
    wanted,
    threads,
    async () => metadata,
  )) {
    for await (const { leaf, rows } of rowsOf(group, threads, leaf => printer.waiting(leaf))) {
      printer.add(leaf, rows)
      while (printer.print()) yield printer.taken()
    }
    yield printer.taken()
  }
}

/** A column whose rows wait to be printed, from `at` on. */
interface WaitingColumn {
  readonly key: Uint8Array
  readonly leaf: Leaf
  rows: LeafRows | undefined
  values: LatinBuffer
  view: DataView
  at: number
}

class LinePrinter {
  readonly #columns: readonly WaitingColumn[]
  #bytes = new Uint8Array(2 * blockBytes)
  #buffer = asBuffer(this.#bytes)
  #length = 0

  constructor(leaves: readonly Leaf[]) {
    this.#columns = leaves.map((leaf, i) => ({
      key: Buffer.from(`${i > 0 ? ',' : '{'}${jsonLatin1(leaf.path[1].element.name)}:`, 'latin1'),
      leaf,
      rows: undefined,
      values: asBuffer(new Uint8Array(0)),
      view: new DataView(new ArrayBuffer(0)),
      at: 0,
    }))
  }

  waiting(leaf: number): number {
    const { rows, at } = this.#columns[leaf]
    return rows === undefined ? 0 : rows.ends.length - at
  }

  /** REQUIRES: no rows of the leaf wait. */
  add(leaf: number, rows: LeafRows): void {
    const column = this.#columns[leaf]
    if (column.rows !== undefined) release(column.rows.values)
    column.rows = rows
    column.values = asBuffer(rows.values)
    column.view = new DataView(rows.values.buffer)
    column.at = 0
  }

  /** Prints rows of which all columns wait. @returns whether there are more, for which `taken` makes room */
  print(): boolean {
    let count = Number.POSITIVE_INFINITY
    for (const leaf of this.#columns.keys()) count = Math.min(count, this.waiting(leaf))
    for (let i = 0; i < count; i++) {
      if (this.#length >= blockBytes) return true
      for (const column of this.#columns) {
        this.#add(column.key)
        this.#printValue(column)
        column.at++
      }
      this.#reserve(2)
      this.#bytes[this.#length++] = 0x7d
      this.#bytes[this.#length++] = 10
    }
    return false
  }

  /** The lines so far, a copy. */
  taken(): Uint8Array {
    const bytes = this.#bytes.slice(0, this.#length)
    this.#length = 0
    return bytes
  }

  #printValue({ leaf, rows, values, view, at }: WaitingColumn): void {
    const { ends, definitions } = rows as LeafRows
    const from = at === 0 ? 0 : ends[at - 1]
    if (leaf.maxDefinition > 0 && definitions[at] < leaf.maxDefinition) this.#add(nullWord)
    else if (leaf.type === 'BYTE_ARRAY')
      this.#addText(JSON.stringify(values.latin1Slice(from + 4, ends[at])))
    else this.#addText(textOf(leaf, view, from))
  }

  #add(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    for (let i = 0; i < bytes.length; i++) this.#bytes[this.#length++] = bytes[i]
  }

  /** @param text of characters below 256, each a byte: the fastest way to escape strings */
  #addText(text: string): void {
    this.#reserve(text.length)
    this.#length += this.#buffer.latin1Write(text, this.#length)
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    this.#bytes = withRoom(this.#bytes, this.#length + more)
    this.#buffer = asBuffer(this.#bytes)
  }
}

function asBuffer({ buffer }: Uint8Array<ArrayBuffer>): LatinBuffer {
  return Buffer.from(buffer) as LatinBuffer
}

/** Methods of Node that its types lack: text of one byte a character. */
interface LatinBuffer extends Buffer<ArrayBuffer> {
  latin1Slice(from: number, to: number): string
  latin1Write(text: string, at: number): number
}

const nullWord = Buffer.from('null')

/** A number or a truth value as JSON. */
function textOf({ type }: Leaf, view: DataView, at: number): string {
  switch (type) {
    case 'INT32':
      return String(view.getInt32(at, true))
    case 'INT64':
      return String(view.getBigInt64(at, true))
    case 'BOOLEAN':
      return String(view.getUint8(at) === 1)
    default:
      return jsonLatin1(view.getFloat64(at, true))
  }
}
