/**
 * Scan columns: what the scan keeps of each document, as named column files that grow part by part.
 *
 *     exact │ tokens │ token-count │ keys │ sketches │ offset │ length │ text-bytes        a file each
 *     part 0: documents [0, 5120)   part 1: [5120, 9876)   ...                            the same in all files
 *
 * In `keys` the bands of a part follow each other, so that one band of all documents is read without the others. In the
 * other files document d is row d. The checksums of a part, and what the ranges in it hold beside columns, are an entry
 * of the journal, written after the columns: a part without its entry was never there.
 *
 * Ours: all of it. Cost: `partBytes` of memory, and one write of each byte.
 */
import { closeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type Chunk, newChunk, releaseChunk } from '../../engine/columns/chunks.ts'
import type { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { release } from '../../ground/lists/release.ts'
import { readFully } from '../io/read-input.ts'
import type { RangeResult } from '../tasks/scan-range.ts'
import type { RowRun, RowSettings } from '../thread/open-chunk.ts'
import { type ColumnName, type ColumnShape, fillColumn, takeColumn, widthsOf } from './column-names.ts'
import { opened, temporaryCorrupt, writeWhole } from './log-file.ts'

/** A range without its columns. */
type RangeRest = Omit<RangeResult, 'runs'>

/** A part as the journal has it. */
export interface ColumnPart {
  readonly documents: number
  readonly checksums: Readonly<Record<string, number>>
  readonly ranges: readonly RangeRest[]
}

export class ScanColumns {
  readonly shape: ColumnShape
  readonly #directory: string
  readonly #widths: ReadonlyMap<ColumnName, number>
  readonly #files = new Map<ColumnName, number>()
  /** First document of each part, and the number of documents after the last. */
  readonly #starts: number[] = [0]
  readonly #parts: ColumnPart['checksums'][] = []
  readonly #checked = new Set<string>()
  readonly #partBytes: number
  #waiting: RangeRest[] = []
  /** Where their rows are; ranges of a task follow each other in its chunk. */
  #runs: RowRun[] = []
  #waitingDocuments = 0
  #waitingBytes = 0
  #room = new Uint32Array(0)
  #releases = false
  /** Bytes of a document in all columns. */
  readonly #rowBytes: number

  /** @param partBytes of columns that a part has, about */
  constructor(directory: string, shape: ColumnShape, partBytes: number) {
    this.shape = shape
    this.#directory = directory
    this.#widths = new Map(widthsOf(shape))
    this.#partBytes = partBytes
    this.#rowBytes = 4 * [...this.#widths.values()].reduce((sum, words) => sum + words, 0)
    for (const name of this.#widths.keys()) this.#files.set(name, opened(join(directory, name)))
  }

  /** Documents in parts. */
  get count(): number {
    return this.#starts[this.#starts.length - 1]
  }

  /** @param releases whether the memory of the range may be released, once all ranges of its task are here */
  append({ runs, ...range }: RangeResult, releases: boolean): void {
    this.#waiting.push(range)
    for (const run of runs) {
      const last = this.#runs.at(-1)
      if (last?.number === run.number && last.row + last.count === run.row) last.count += run.count
      else this.#runs.push({ ...run })
    }
    this.#releases = releases
    this.#waitingDocuments += range.documents
    this.#waitingBytes += range.documents * this.#rowBytes + (range.fingerprints?.byteLength ?? 0) + 1024
  }

  /** Whether a part waits: call `flush`. */
  get isFull(): boolean {
    return this.#waitingBytes >= this.#partBytes
  }

  /** Writes the waiting ranges as a part. @returns its entry for the journal; undefined if none waits */
  flush(): ColumnPart | undefined {
    if (this.#waiting.length === 0) return undefined
    const documents = this.#waitingDocuments
    const checksums: Record<string, number> = {}
    for (const [name, words] of this.#widths) {
      if (this.#room.length < documents * words) this.#room = new Uint32Array(documents * words)
      const column = this.#room.subarray(0, documents * words)
      this.#gather(name, column)
      const bytes = bytesOf(column)
      checksums[name] = crc32(bytes)
      writeWhole(
        this.#files.get(name) as number,
        join(this.#directory, name),
        bytes,
        4 * words * this.count,
      )
    }
    if (this.#releases) for (const { chunk } of this.#runs) releaseChunk(chunk)
    const ranges = this.#waiting
    this.#waiting = []
    this.#runs = []
    this.#waitingDocuments = 0
    this.#waitingBytes = 0
    this.#add(documents, checksums)
    return { documents, checksums, ranges }
  }

  /** Gives the memory for writing back. */
  finish(): void {
    release(this.#room)
    this.#room = new Uint32Array(0)
  }

  #add(documents: number, checksums: ColumnPart['checksums']): void {
    this.#parts.push(checksums)
    this.#starts.push(this.count + documents)
  }

  /** Adds a part that an earlier run wrote. @returns false if its columns have other bytes than it wrote */
  restore({ documents, checksums }: ColumnPart): boolean {
    this.#add(documents, checksums)
    const part = this.#parts.length - 1
    if ([...this.#widths.keys()].every(name => this.#isWhole(name, part))) return true
    this.#parts.pop()
    this.#starts.pop()
    return false
  }

  #isWhole(name: ColumnName, part: number): boolean {
    const column = this.#readPart(name, part)
    if (column === undefined) return false
    release(column)
    this.#checked.add(`${name} ${part}`)
    return true
  }

  /**
   * The ranges of a part as the scan returned them.
   *
   * @param names of the columns that they have; undefined: all
   * @throws NearsameError TEMPORARY_CORRUPT
   */
  *ranges(
    part: number,
    { documents, ranges }: ColumnPart,
    rows: RowSettings,
    names?: readonly ColumnName[],
  ): Generator<RangeResult> {
    const all = [...this.#widths.keys()]
    const chunks = this.#chunksOf(
      part,
      documents,
      rows,
      names ? all.filter(name => names.includes(name)) : all,
    )
    let at = 0
    for (const range of ranges) {
      const runs: RowRun[] = []
      for (const end = at + range.documents; at < end; ) {
        const row = at % 2 ** rows.shape.bits
        const count = Math.min(2 ** rows.shape.bits - row, end - at)
        runs.push({ ...chunks[at >>> rows.shape.bits], row, count })
        at += count
      }
      yield { ...range, runs }
    }
  }

  /** The documents of a part in chunks, which its ranges share. */
  #chunksOf(
    part: number,
    documents: number,
    { shape, next, isPassing }: RowSettings,
    names: readonly ColumnName[],
  ): Pick<RowRun, 'number' | 'chunk'>[] {
    const most = 2 ** shape.bits
    const isWhole = names.includes('exact')
    const kept = isWhole ? shape : { ...shape, bands: 0, sketches: false }
    const chunks = Array.from({ length: Math.ceil(documents / most) }, (_, i) => ({
      number: Atomics.add(next, 0, 1),
      chunk: newChunk(kept, isPassing ? Math.min(most, documents - i * most) : most),
    }))
    const filled = chunks.map(({ chunk }) => chunk)
    for (const name of names) this.#fill(filled, shape.bits, name, part, 0)
    return chunks
  }

  /** Fills chunks of 2^bits rows with all columns, by document. @throws NearsameError TEMPORARY_CORRUPT */
  fill(chunks: readonly Chunk[], bits: number): void {
    for (const name of this.#widths.keys())
      for (let part = 0; part < this.#parts.length; part++)
        this.#fill(chunks, bits, name, part, this.#starts[part])
  }

  /** Fills rows with a part of a column. @param at the row of its first document in all chunks */
  #fill(chunks: readonly Chunk[], bits: number, name: ColumnName, part: number, at: number): void {
    const column = this.#readPart(name, part)
    if (column === undefined) throw this.#corrupt(name)
    const documents = this.#starts[part + 1] - this.#starts[part]
    for (let first = 0, rows = 0; first < documents; first += rows) {
      const row = (at + first) % 2 ** bits
      rows = Math.min(2 ** bits - row, documents - first)
      fillColumn(chunks[(at + first - row) / 2 ** bits], name, column, { documents, first, rows, row })
    }
    release(column)
  }

  /** A part of a column; undefined if it has not the bytes that were written. */
  #readPart(name: ColumnName, part: number): Uint32Array<ArrayBuffer> | undefined {
    const words = this.#widths.get(name) as number
    const first = this.#starts[part]
    const column = new Uint32Array(words * (this.#starts[part + 1] - first))
    const bytes = bytesOf(column)
    const got = readFully(this.#files.get(name) as number, bytes, 4 * words * first)
    return got === bytes.length && crc32(bytes) === this.#parts[part][name] ? column : undefined
  }

  /** Gathers a column of the waiting ranges. */
  #gather(name: ColumnName, column: Uint32Array<ArrayBuffer>): void {
    const documents = this.#waitingDocuments
    let first = 0
    for (const { chunk, row, count } of this.#runs) {
      takeColumn(chunk, name, column, { documents, first, rows: count, row })
      first += count
    }
  }

  /**
   * The rows of a column, part by part; of `keys` those of one band.
   *
   * @throws NearsameError TEMPORARY_CORRUPT
   */
  *read(
    name: ColumnName,
    band = 0,
  ): Generator<{ readonly first: number; readonly rows: Uint32Array<ArrayBuffer> }> {
    const words = this.#widths.get(name) as number
    const fd = this.#files.get(name) as number
    for (let part = 0; part < this.#parts.length; part++) {
      const first = this.#starts[part]
      const count = this.#starts[part + 1] - first
      const isKeys = name === 'keys'
      const rows = new Uint32Array(isKeys ? count : count * words)
      this.#check(name, part)
      const position = 4 * words * first + (isKeys ? 4 * band * count : 0)
      if (readFully(fd, bytesOf(rows), position) < 4 * rows.length) throw this.#corrupt(name)
      yield { first, rows }
      release(rows)
    }
  }

  /** Compares a part of a column with its checksum, the first time it is read. */
  #check(name: ColumnName, part: number): void {
    if (this.#checked.has(`${name} ${part}`)) return
    if (!this.#isWhole(name, part)) throw this.#corrupt(name)
  }

  /** Checks all parts of a column whose rows are then read by `readRow`. @throws NearsameError TEMPORARY_CORRUPT */
  checkAll(name: ColumnName): void {
    for (let part = 0; part < this.#parts.length; part++) this.#check(name, part)
  }

  /** Reads the row of a document, but not of `keys`. REQUIRES: `into` has the words of a row. */
  readRow(name: ColumnName, document: number, into: Uint8Array): void {
    if (readFully(this.#files.get(name) as number, into, document * into.length) < into.length)
      throw this.#corrupt(name)
  }

  #corrupt(name: ColumnName): NearsameError {
    return temporaryCorrupt(join(this.#directory, name))
  }

  close(): void {
    for (const fd of this.#files.values()) closeSync(fd)
    this.#files.clear()
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
