/**
 * Records of a stream: bytes as they arrive, cut where records end.
 *
 * Memory: one record and one piece; for a record that is too long, only its length.
 */
import { markBytesOf } from '../formats/byte-order-mark.ts'
import { dialectBytes, showsDialect } from '../formats/csv-dialect.ts'
import { type Cut, pieceEndOf } from '../formats/cuts.ts'
import { wideAsUtf8 } from '../formats/encodings.ts'
import { asBuffer } from '../formats/record-format.ts'
import { BytesAhead } from '../io/archives/bytes-ahead.ts'
import { decompressed } from '../io/archives/decompress.ts'
import { formatOfName } from '../io/file-name.ts'
import { openInput } from './resolve/open-input.ts'

interface CutRecord {
  readonly length: number
  /** Length without the final line feed, which no limit counts. */
  readonly counted: number
  /** With its line end; undefined for one that is too long. */
  readonly bytes: Buffer | undefined
}

/** @param pieces from the first record on */
export async function* cutRecords(
  pieces: AsyncIterable<Uint8Array>,
  cut: Cut,
  longest: number,
): AsyncGenerator<CutRecord> {
  const open = new OpenRecord(longest)
  let end = pieceEndOf(cut)
  for await (const bytes of pieces) {
    const piece = asBuffer(bytes)
    let from = 0
    for (let at = end(piece, from, piece.length); at >= 0; at = end(piece, from, piece.length)) {
      open.take(piece.subarray(from, at))
      yield open.close()
      from = at
      end = pieceEndOf(cut)
    }
    open.take(piece.subarray(from))
  }
  if (open.length > 0 || cut.by === 'whole') yield open.close()
}

/**
 * The records of a file, with their line ends; decompressed by its name, UTF-16 with a byte-order mark as UTF-8.
 *
 * @param by the cut, or what finds it from the bytes that show a dialect
 * @throws NearsameError, those of reading
 */
export async function* fileRecords(
  path: string,
  by: Cut | ((start: Buffer) => Cut),
): AsyncGenerator<Buffer> {
  const packed = openInput({ path })
  const pieces = wideAsUtf8(decompressed(packed, formatOfName(path).compression, path, ''), '')
  const start = new BytesAhead(pieces)
  try {
    await start.readUntil(typeof by === 'function' ? showsDialect : ({ length }) => length >= 3)
    const from = markBytesOf(start.bytes)
    const cut = typeof by === 'function' ? by(start.bytes.subarray(from, from + dialectBytes)) : by
    for await (const { bytes } of cutRecords(start.rest(from), cut, Number.POSITIVE_INFINITY))
      yield bytes as Buffer
  } finally {
    await start.close()
  }
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
