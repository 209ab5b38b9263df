/**
 * Parquet rows: takes the entries of some rows out of column chunks, as bytes. A value is a range of bytes that is
 * copied, with its neighbours if they are kept as well. Runs in any thread.
 *
 *     row 0        row 1   row 2            entries of a list column
 *     0 1 1        0       0 1              repetition levels
 */
import { WordList, withRoom } from '../../../ground/lists/growing-lists.ts'
import { type ChunkPlace, ChunkReader, type Entries, type PagePlace } from './parquet-chunk.ts'
import { damagedGroup, openParquetBuffer, type ParquetBuffer, parquetError } from './parquet-file.ts'
import { countPresent, type LeafShape } from './parquet-leaf.ts'
import { readRanges } from './parquet-pages.ts'

/** Some pages of a column chunk. */
export interface ChunkPart {
  readonly chunk: ChunkPlace
  readonly shape: LeafShape
  /** Number of the row group. */
  readonly group: number
  /** For each row of the group, 1 if it is kept; in shared memory. */
  readonly kept: Uint8Array
  /** Added to the definition levels read: 1 if the column is required in its file and optional in the output. */
  readonly shift: number
  /** The page to begin with, and the number of its first row. Default: the first. */
  readonly from?: PartPlace
}

export interface PartPlace extends PagePlace {
  readonly row: number
}

export interface RowsTask {
  readonly kind: 'rows'
  readonly path: string
  readonly parts: readonly ChunkPart[]
}

/** Entries of kept rows. */
export interface LeafRows {
  /** In plain encoding (`parquet-values.ts`). */
  readonly values: Uint8Array<ArrayBuffer>
  /** For each row, where its values end. */
  readonly ends: Uint32Array<ArrayBuffer>
  /** Empty if they can only be 0. */
  readonly definitions: Uint8Array<ArrayBuffer>
  readonly repetitions: Uint8Array<ArrayBuffer>
  /** For each row, where its entries end; empty if it has one. */
  readonly entryEnds: Uint32Array<ArrayBuffer>
  /** Whether the first row is the rest of the last one before. */
  readonly isContinued: boolean
  /** Where the rest begins; undefined if nothing is left. */
  readonly next: PartPlace | undefined
}

/** Bytes of values after which the rest of a chunk is left for another task. */
const partBytes = 2 ** 22

/** @throws NearsameError PARQUET_INVALID, INPUT_MISSING, INPUT_UNREADABLE */
export async function takeRows({ path, parts }: RowsTask): Promise<LeafRows[]> {
  const file = await openParquetBuffer(path)
  const taken: LeafRows[] = []
  try {
    const ranges = parts.map(({ chunk }) => [chunk.from, chunk.to] as const)
    // One part is read page by page, and may end before its chunk does.
    const near = parts.length > 1 ? await readRanges(file, ranges) : file
    for (const part of parts) taken.push(await takePart(near, part))
    return taken
  } catch (cause) {
    throw parquetError(cause, path, damagedGroup(parts[taken.length].group))
  } finally {
    await file.close()
  }
}

async function takePart(file: ParquetBuffer, part: ChunkPart): Promise<LeafRows> {
  const { chunk, shape, kept, from } = part
  const reader = await ChunkReader.open(file, chunk, shape, from)
  const rows = new KeptRows(part, from?.row ?? 0)
  while (reader.next !== undefined && rows.size < partBytes) {
    const entries = await reader.read()
    if (entries !== undefined) rows.add(entries)
  }
  const { next } = reader
  reader.close()
  // A page may end inside a row.
  if (next === undefined && rows.row !== kept.length)
    throw new Error(`column has ${rows.row} rows instead of ${kept.length}`)
  return rows.finish(next)
}

class KeptRows {
  readonly #part: ChunkPart
  readonly #values: Bytes
  readonly #definitions = new Bytes()
  readonly #repetitions = new Bytes()
  readonly #ends = new WordList()
  readonly #entryEnds = new WordList(0)
  /** Number of entries taken. */
  #entries = 0
  /** Rows begun so far, of all of the group. */
  row: number
  #isContinued = false

  constructor(part: ChunkPart, row: number) {
    this.#part = part
    this.row = row
    this.#values = new Bytes(Math.min(partBytes + partBytes / 4, 4 * (part.chunk.to - part.chunk.from)))
  }

  get size(): number {
    return this.#values.length + this.#entries
  }

  add(entries: Entries): void {
    if (this.#part.shape.maxRepetition > 0) this.#addLists(entries)
    else this.#addFlat(entries)
  }

  /** Takes runs of kept rows, each with one entry. */
  #addFlat({ count, definitions, values }: Entries): void {
    const { kept } = this.#part
    if (this.row + count > kept.length) throw new Error(`column has more than ${kept.length} rows`)
    let value = 0
    for (let from = 0; from < count; ) {
      const isKept = kept[this.row + from] === 1
      let to = from + 1
      while (to < count && (kept[this.row + to] === 1) === isKept) to++
      const behind = value + this.#present(definitions, from, to)
      if (isKept) {
        this.#noteEnds(definitions, from, to, values, value)
        this.#copyValues(values, value, behind)
        this.#copyDefinitions(definitions, from, to)
      }
      value = behind
      from = to
    }
    this.row += count
  }

  #addLists({ count, definitions, repetitions, values }: Entries): void {
    const { kept } = this.#part
    const levels = repetitions as Uint8Array
    let value = 0
    for (let from = 0; from < count; ) {
      let to = from + 1
      while (to < count && levels[to] !== 0) to++
      if (levels[from] === 0) this.row++
      if (this.row === 0 || this.row > kept.length)
        throw new Error(`column has other rows than ${kept.length}`)
      const behind = value + this.#present(definitions, from, to)
      if (kept[this.row - 1] === 1) {
        this.#copyValues(values, value, behind)
        this.#copyDefinitions(definitions, from, to)
        this.#repetitions.add(levels.subarray(from, to))
        this.#entries += to - from
        this.#noteRow(levels[from] !== 0)
      }
      value = behind
      from = to
    }
  }

  /** Number of entries [from, to) with a value. */
  #present(definitions: Uint8Array | undefined, from: number, to: number): number {
    return definitions === undefined ? to - from : countPresent(definitions, this.#part.shape, from, to)
  }

  /** Notes where the value of each entry [from, to) will end. @param first the first value of these */
  #noteEnds(
    definitions: Uint8Array | undefined,
    from: number,
    to: number,
    { starts, indices }: Entries['values'],
    first: number,
  ): void {
    const { maxDefinition, width } = this.#part.shape
    let end = this.#values.length
    for (let i = from, value = first; i < to; i++) {
      if (definitions === undefined || definitions[i] === maxDefinition) {
        const at = indices === undefined ? value : indices[value]
        end += starts === undefined ? width : starts[at + 1] - starts[at]
        value++
      }
      this.#ends.push(end)
    }
    this.#entries += to - from
  }

  /** Notes where a row of a list ends so far. @param isRest whether entries of it came before */
  #noteRow(isRest: boolean): void {
    if (isRest && this.#ends.length === 0) this.#isContinued = true
    else if (isRest) {
      this.#ends.length--
      this.#entryEnds.length--
    }
    this.#ends.push(this.#values.length)
    this.#entryEnds.push(this.#entries)
  }

  #copyValues({ bytes, starts, indices }: Entries['values'], from: number, to: number): void {
    const { width } = this.#part.shape
    if (from === to) return
    const offset = (value: number) => (starts === undefined ? value * width : starts[value])
    if (indices === undefined) {
      this.#values.add(bytes.subarray(offset(from), offset(to)))
      return
    }
    for (let i = from; i < to; i++) this.#values.addRange(bytes, offset(indices[i]), offset(indices[i] + 1))
  }

  #copyDefinitions(definitions: Uint8Array | undefined, from: number, to: number): void {
    const { shape, shift } = this.#part
    if (shape.maxDefinition + shift === 0) return
    if (definitions === undefined) {
      this.#definitions.add(new Uint8Array(to - from).fill(shift))
      return
    }
    const levels = definitions.subarray(from, to)
    this.#definitions.add(shift === 0 ? levels : levels.map(level => level + shift))
  }

  finish(next: PagePlace | undefined): LeafRows {
    return {
      values: this.#values.taken(),
      ends: this.#ends.taken().slice(),
      definitions: this.#definitions.taken(),
      repetitions: this.#repetitions.taken(),
      entryEnds: this.#entryEnds.taken().slice(),
      isContinued: this.#isContinued,
      next: next && { ...next, row: this.row },
    }
  }
}

/** Bytes that grow. */
class Bytes {
  #bytes: Uint8Array<ArrayBuffer>
  length = 0

  /** @param room bytes that are likely; those that are never written cost nothing */
  constructor(room = 1 << 16) {
    this.#bytes = new Uint8Array(room)
  }

  add(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** Adds bytes [from, to), which are mostly few. */
  addRange(bytes: Uint8Array, from: number, to: number): void {
    if (to - from > 32) {
      this.add(bytes.subarray(from, to))
      return
    }
    this.#reserve(to - from)
    for (let at = from; at < to; at++) this.#bytes[this.length++] = bytes[at]
  }

  #reserve(more: number): void {
    this.#bytes = withRoom(this.#bytes, this.length + more)
  }

  taken(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.length)
  }
}
