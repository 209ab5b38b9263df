/**
 * Records of a stream: bytes as they arrive, cut where records end. A byte-order mark is dropped.
 *
 * Memory: one record and one piece. Of a record that is too long nothing is kept but its length.
 */
import { createReadStream } from 'node:fs'
import { markBytesOf } from '../formats/byte-order-mark.ts'
import { RowEnd } from '../formats/cut-csv.ts'
import { separatorOf } from '../formats/formats.ts'
import { formatOfName } from '../io/inputs.ts'
import { decompressed } from '../io/spool.ts'
import type { InputFormat } from '../options/input-options.ts'

export interface CutRecord {
  readonly length: number
  /** Without the line feed at its end, which no limit counts. */
  readonly counted: number
  /** With its line end; undefined for one that is too long. */
  readonly bytes: Buffer | undefined
}

export async function* cutRecords(
  pieces: AsyncIterable<Uint8Array>,
  format: InputFormat,
  longest: number,
): AsyncGenerator<CutRecord> {
  const open = new OpenRecord(longest)
  let end = endOf(format)
  for await (const piece of withoutMark(pieces)) {
    let from = 0
    for (let at = end(piece, from); at >= 0; at = end(piece, from)) {
      open.take(piece.subarray(from, at))
      yield open.close()
      from = at
      end = endOf(format)
    }
    open.take(piece.subarray(from))
  }
  if (open.length > 0 || format === 'whole') yield open.close()
}

/** The records of a file, with their line ends; unpacked as its name says. @throws NearsameError, those of reading */
export async function* fileRecords(path: string, format: InputFormat): AsyncGenerator<Buffer> {
  const packed = createReadStream(path, { highWaterMark: 2 ** 18 })
  const pieces = decompressed(packed, formatOfName(path).compression, path)
  for await (const { bytes } of cutRecords(pieces, format, Number.POSITIVE_INFINITY)) yield bytes as Buffer
}

/** Offset behind the record that goes on at `from`; -1 when it goes on behind this piece. */
type End = (piece: Buffer, from: number) => number

const lineEnd: End = (piece, from) => {
  const feed = piece.indexOf(10, from)
  return feed < 0 ? -1 : feed + 1
}

function endOf(format: InputFormat): End {
  if (format === 'whole') return () => -1
  if (format !== 'csv' && format !== 'tsv') return lineEnd
  const row = new RowEnd(separatorOf(format))
  return (piece, from) => row.find(piece, from, piece.length)
}

async function* withoutMark(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0)
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    if (start === undefined) {
      yield bytes
      continue
    }
    start = Buffer.concat([start, bytes])
    if (start.length < 3) continue
    yield start.subarray(markBytesOf(start))
    start = undefined
  }
  if (start !== undefined && start.length > 0) yield start
}

/** The record that has begun and has no end yet. */
class OpenRecord {
  length = 0
  #isEnded = false
  readonly #longest: number
  #parts: Buffer[] = []

  constructor(longest: number) {
    this.#longest = longest
  }

  take(part: Buffer): void {
    if (part.length === 0) return
    this.length += part.length
    this.#isEnded = part.at(-1) === 10
    if (this.length > this.#longest + 1) this.#parts = []
    else this.#parts.push(part)
  }

  get #counted(): number {
    return this.length - (this.#isEnded ? 1 : 0)
  }

  close(): CutRecord {
    const { length } = this
    const counted = this.#counted
    const isKept = counted <= this.#longest
    const bytes = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts)
    this.#parts = []
    this.length = 0
    return { length, counted, bytes: isKept ? bytes : undefined }
  }
}
