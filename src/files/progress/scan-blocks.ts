/**
 * Scan blocks: what the scan keeps of each document, in blocks of consecutive documents behind each other in a log.
 *
 *     frame = documents u32 · bytes of ranges u32 · block (engine/columns/blocks.ts) · ranges
 *
 * The bands of a block follow each other, so that one band of all documents is read without the rest. The ranges are
 * what the scan found beside columns. A block whose frame is not whole was never there.
 *
 * Ours: all of it. Cost: `blockBytes` of memory, and one write of each byte.
 */
import { deserialize, serialize } from 'node:v8'
import {
  type BlockShape,
  blockAt,
  copyRows,
  placeOfColumn,
  wordsOfRow,
} from '../../engine/columns/blocks.ts'
import { type Chunk, newChunk, releaseChunk } from '../../engine/columns/chunks.ts'
import { firstWhere } from '../../ground/lists/bisection.ts'
import { release } from '../../ground/lists/release.ts'
import type { RangeResult } from '../work/scan-range.ts'
import type { RowRun, RowSettings } from '../work/thread/open-chunk.ts'
import { frameHeadBytes, type LogFile, paddedBytes } from './log-file.ts'

/** A range without its columns. */
type RangeRest = Omit<RangeResult, 'runs'>

/** Where a block is. */
interface PlacedBlock {
  /** Where its frame begins. */
  readonly at: number
  /** Bytes of its payload. */
  readonly bytes: number
  readonly documents: number
  /** Whether its bytes were compared with their checksum. */
  isChecked: boolean
}

/** Bytes of a payload before the columns. */
const headBytes = 8

export class ScanBlocks {
  readonly #log: LogFile
  readonly #shape: BlockShape
  readonly #rowBytes: number
  readonly #blockBytes: number
  readonly #blocks: PlacedBlock[] = []
  /** First document of each block, and the number of documents after the last. */
  readonly #starts: number[] = [0]
  /** The ranges of each block of an earlier run, until the scan has ended. */
  #restored: (readonly RangeRest[])[] = []
  #waiting: RangeRest[] = []
  /** Where their rows are; ranges of a task follow each other in its chunk. */
  #runs: RowRun[] = []
  #waitingDocuments = 0
  #waitingBytes = 0
  #releases = false
  #room = new Uint8Array(0)

  /** @param blockBytes of a block, about */
  constructor(log: LogFile, shape: BlockShape, blockBytes: number) {
    this.#log = log
    this.#shape = shape
    this.#rowBytes = 4 * wordsOfRow(shape)
    this.#blockBytes = blockBytes
  }

  /** Documents in blocks. */
  get count(): number {
    return this.#starts[this.#blocks.length]
  }

  /** Takes the block of an earlier run. @param payload of the frame that the log has just read */
  restore(payload: Buffer): void {
    const [documents, bytes] = [payload.readUInt32LE(0), payload.readUInt32LE(4)]
    const from = headBytes + documents * this.#rowBytes
    this.#restored.push(deserialize(payload.subarray(from, from + bytes)))
    const at = this.#log.length - payload.length - frameHeadBytes
    this.#add({ at, bytes: payload.length, documents, isChecked: true })
  }

  /** The end of what an earlier run scanned; undefined if it did not. */
  get scannedTo(): { readonly source: number; readonly to: number } | undefined {
    return this.#restored.at(-1)?.at(-1)
  }

  /** The ranges that an earlier run scanned, in order. @throws NearsameError TEMPORARY_CORRUPT */
  *scanned(rows: RowSettings): Generator<RangeResult> {
    const { bits } = rows.shape
    for (const [number, ranges] of this.#restored.entries()) {
      const chunks = this.#chunksOf(number, rows)
      let at = 0
      for (const range of ranges) {
        const runs: RowRun[] = []
        for (const end = at + range.documents; at < end; ) {
          const row = at % 2 ** bits
          const count = Math.min(2 ** bits - row, end - at)
          runs.push({ ...chunks[at >>> bits], row, count })
          at += count
        }
        yield { ...range, runs }
      }
    }
  }

  /** The documents of a block in chunks, which its ranges share: of a run that forgets rows, places only. */
  #chunksOf(number: number, { shape, next, isPassing }: RowSettings): Pick<RowRun, 'number' | 'chunk'>[] {
    const { documents } = this.#blocks[number]
    const most = 2 ** shape.bits
    const kept = isPassing ? { ...shape, bands: 0, sketches: false } : shape
    const chunks = Array.from({ length: Math.ceil(documents / most) }, (_, i) => ({
      number: Atomics.add(next, 0, 1),
      chunk: newChunk(kept, isPassing ? Math.min(most, documents - i * most) : most),
    }))
    const filled = chunks.map(({ chunk }) => chunk)
    this.#fill(filled, shape.bits, number, 0)
    return chunks
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

  /** Call when all ranges of a task are there: they share memory. */
  endTask(): void {
    if (this.#waitingBytes >= this.#blockBytes) this.flush()
  }

  /** Call when all ranges are scanned. */
  endScan(): void {
    this.flush()
    this.#restored = []
    release(this.#room)
    this.#room = new Uint8Array(0)
  }

  /** Writes the waiting ranges, if there are any, as a block. @throws NearsameError DISK_FULL, OUTPUT_FAILED */
  flush(): void {
    if (this.#waiting.length === 0) return
    const documents = this.#waitingDocuments
    const ranges = serialize(this.#waiting)
    const from = headBytes + documents * this.#rowBytes
    const bytes = paddedBytes(from + ranges.length)
    if (this.#room.length < bytes) this.#room = new Uint8Array(bytes)
    const payload = this.#room.subarray(0, bytes)
    new Uint32Array(payload.buffer, 0, 2).set([documents, ranges.length])
    const block = blockAt(payload.buffer, headBytes, documents, this.#shape)
    let to = 0
    for (const { chunk, row, count } of this.#runs) {
      copyRows(chunk, row, block, to, count)
      to += count
    }
    payload.set(ranges, from)
    this.#add({ at: this.#log.length, bytes, documents, isChecked: false })
    this.#log.append(payload)
    if (this.#releases) for (const { chunk } of this.#runs) releaseChunk(chunk)
    this.#waiting = []
    this.#runs = []
    this.#waitingDocuments = 0
    this.#waitingBytes = 0
  }

  #add(block: PlacedBlock): void {
    this.#starts.push(this.count + block.documents)
    this.#blocks.push(block)
  }

  /** Fills chunks of 2^bits rows with all columns, by document. @throws NearsameError TEMPORARY_CORRUPT */
  fill(chunks: readonly Chunk[], bits: number): void {
    for (const [number, first] of this.#starts.slice(0, -1).entries())
      this.#fill(chunks, bits, number, first)
  }

  /** Fills rows with a block. @param at the row of its first document in all chunks */
  #fill(chunks: readonly Chunk[], bits: number, number: number, at: number): void {
    const placed = this.#blocks[number]
    const { buffer, byteOffset } = this.#payloadOf(placed)
    const block = blockAt(buffer, byteOffset + headBytes, placed.documents, this.#shape)
    for (let first = 0, count = 0; first < placed.documents; first += count) {
      const row = (at + first) % 2 ** bits
      count = Math.min(2 ** bits - row, placed.documents - first)
      copyRows(block, first, chunks[(at + first - row) / 2 ** bits], row, count)
    }
  }

  /** In memory that the next call overwrites. @throws NearsameError TEMPORARY_CORRUPT */
  #payloadOf(block: PlacedBlock): Buffer {
    const payload = this.#log.frameAt(block.at, block.bytes)
    if (payload === undefined) throw this.#log.damaged()
    block.isChecked = true
    return payload
  }

  /**
   * The rows of a column, block by block; of `keys` those of one band.
   *
   * @throws NearsameError TEMPORARY_CORRUPT
   */
  *read(
    name: keyof Chunk,
    band = 0,
  ): Generator<{ readonly first: number; readonly rows: Uint32Array<ArrayBuffer> }> {
    const { before, words } = placeOfColumn(this.#shape, name)
    for (const [number, block] of this.#blocks.entries()) {
      const { at, documents, isChecked } = block
      if (!isChecked) this.#payloadOf(block)
      const rows = new Uint32Array(documents * (name === 'keys' ? 1 : words))
      this.#log.readAt(placeIn(at, documents * (before + band)), new Uint8Array(rows.buffer))
      yield { first: this.#starts[number], rows }
      release(rows)
    }
  }

  /** Checks all blocks. @returns what reads the row of a document, but not of `keys`, into memory of its bytes */
  rowsOf(name: keyof Chunk): (document: number, into: Uint8Array) => void {
    const { before } = placeOfColumn(this.#shape, name)
    for (const block of this.#blocks) if (!block.isChecked) this.#payloadOf(block)
    const starts = this.#starts
    return (document, into) => {
      const number = firstWhere(0, starts.length, block => starts[block] > document) - 1
      const { at, documents } = this.#blocks[number]
      const row = document - starts[number]
      this.#log.readAt(placeIn(at, documents * before) + row * into.length, into)
    }
  }
}

/** Where a word of a block is in the file. @param at where its frame begins */
function placeIn(at: number, word: number): number {
  return at + frameHeadBytes + headBytes + 4 * word
}
