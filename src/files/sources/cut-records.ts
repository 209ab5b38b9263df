/**
 * Records of a stream: bytes as they arrive, cut where records end. A byte-order mark is dropped.
 *
 * Memory: one record and one piece; for a record that is too long, only its length.
 */
import { createReadStream } from 'node:fs'
import { markBytesOf } from '../formats/byte-order-mark.ts'
import { dialectBytes } from '../formats/csv-dialect.ts'
import { type Cut, pieceEndOf } from '../formats/cuts.ts'
import { wideAsUtf8 } from '../formats/encodings.ts'
import { asBuffer } from '../formats/record-format.ts'
import { decompressed } from '../io/archives/decompress.ts'
import { formatOfName } from '../io/file-name.ts'

interface CutRecord {
  readonly length: number
  /** Length without the final line feed, which no limit counts. */
  readonly counted: number
  /** With its line end; undefined for one that is too long. */
  readonly bytes: Buffer | undefined
}

/** @param by the cut, or what finds it from the first bytes, which have the whole header unless it is very long */
export async function* cutRecords(
  pieces: AsyncIterable<Uint8Array>,
  by: Cut | ((start: Buffer) => Cut),
  longest: number,
): AsyncGenerator<CutRecord> {
  const open = new OpenRecord(longest)
  const plain = withoutMark(pieces)
  let cut = typeof by === 'function' ? undefined : by
  let end: ReturnType<typeof pieceEndOf> | undefined
  for await (const piece of typeof by === 'function' ? headerFirst(plain) : plain) {
    cut ??= (by as (start: Buffer) => Cut)(piece.subarray(0, dialectBytes))
    end ??= pieceEndOf(cut)
    let from = 0
    for (let at = end(piece, from, piece.length); at >= 0; at = end(piece, from, piece.length)) {
      open.take(piece.subarray(from, at))
      yield open.close()
      from = at
      end = pieceEndOf(cut)
    }
    open.take(piece.subarray(from))
  }
  if (open.length > 0 || cut?.by === 'whole') yield open.close()
}

/**
 * The records of a file, with their line ends; decompressed by its name, UTF-16 with a byte-order mark as UTF-8.
 *
 * @param by as `cutRecords`
 * @throws NearsameError, those of reading
 */
export async function* fileRecords(
  path: string,
  by: Cut | ((start: Buffer) => Cut),
): AsyncGenerator<Buffer> {
  const packed = createReadStream(path, { highWaterMark: 2 ** 18 })
  const pieces = wideAsUtf8(decompressed(packed, formatOfName(path).compression, path, ''), '')
  for await (const { bytes } of cutRecords(pieces, by, Number.POSITIVE_INFINITY)) yield bytes as Buffer
}

/** The same bytes; the first piece ends after the header, or has as many bytes as are looked at. */
async function* headerFirst(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0)
  for await (const piece of pieces) {
    if (start === undefined) {
      yield piece
      continue
    }
    start = Buffer.concat([start, piece])
    if (start.length < dialectBytes && !hasHeader(start)) continue
    yield start
    start = undefined
  }
  if (start !== undefined && start.length > 0) yield start
}

/** Whether a line ends outside quotes, after one that names the separator. */
function hasHeader(start: Buffer): boolean {
  const lines = start.toString('latin1').split('\n')
  const from = /^"?sep=/i.test(lines[0]) ? 1 : 0
  let quotes = 0
  return lines.slice(from, -1).some(line => {
    quotes += line.split('"').length - 1
    return quotes % 2 === 0
  })
}

/** The same bytes without a byte-order mark. */
export async function* withoutMark(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0)
  for await (const piece of pieces) {
    const bytes = asBuffer(piece)
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

/** A record whose end has not arrived yet. */
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

  close(): CutRecord {
    const { length } = this
    const counted = length - (this.#isEnded ? 1 : 0)
    const isKept = counted <= this.#longest
    const bytes = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts)
    this.#parts = []
    this.length = 0
    return { length, counted, bytes: isKept ? bytes : undefined }
  }
}
