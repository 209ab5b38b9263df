/**
 * Messages: the framing of an Arrow stream or file, which are read alike, from the first byte to the last.
 *
 *     stream  (FFFFFFFF length metadata body)* FFFFFFFF 0       the first message is the schema
 *     file    "ARROW1" 0 0 stream footer length "ARROW1"
 *
 * The footer of a file repeats where its record batches are. Here it only has to say the same as the stream before it.
 *
 * Source: Apache Arrow columnar format 1.5, "Serialization and Interprocess Communication". Ours: in files of polars
 * the schema has no length, so it goes up to the first mark of a message; where this is wrong, the footer does not fit.
 */
import { releaseLarge } from '../../../ground/lists/release.ts'
import { ArrowDamage } from './arrow-error.ts'
import { FlatTable, longAt } from './flatbuffer.ts'

/** Bytes of the description of a message, and of its body, at most. */
const mostMetadata = 2 ** 28
const mostBody = 2 ** 32
/** Pieces of 8 bytes in a schema without a length. */
const mostOfSchema = 2 ** 18

export const magic = 'ARROW1'

const noBytes = Buffer.alloc(0)

export const headers = { schema: 1, dictionary: 2, batch: 3 } as const

interface Message {
  /** One of `headers`, or of another kind. */
  readonly type: number
  readonly header: FlatTable
  /** Whether it is in a file, else in a stream. */
  readonly isFile: boolean
  /** Of a batch it is valid until the next message. */
  readonly body: Buffer<ArrayBuffer>
}

/** All messages, in order. @param onFooter gets that of a file, at the end @throws RangeError if they are damaged */
export async function* messagesOf(
  pieces: AsyncIterable<Uint8Array>,
  onFooter: (footer: FlatTable) => void = () => {},
): AsyncGenerator<Message> {
  const stream = new Pieces(pieces)
  try {
    let head = await stream.take(8)
    const isFile = head.toString('latin1', 0, 6) === magic
    if (isFile) head = await stream.take(8)
    if (isFile && !isMark(head)) {
      const schema = [head]
      for (head = await exactly(stream, 8); !isMark(head); head = await exactly(stream, 8))
        if (schema.push(head) > mostOfSchema) throw new ArrowDamage('no message behind its schema')
      const header = FlatTable.root(Buffer.concat(schema)).table(2)
      if (header === undefined) throw new ArrowDamage('a message without a header')
      yield { type: headers.schema, header, isFile, body: schema[0].subarray(8) }
    } else if (head.length > 0 && lengthIn(head) === 0) throw new ArrowDamage('the end mark of messages')
    const places: number[] = []
    let room = noBytes // of batches: memory of their own would make garbage collections frequent
    for (; head.length > 0 && lengthIn(head) > 0; head = await stream.take(8)) {
      const from = stream.offset - 8
      const message = FlatTable.root(await exactly(stream, lengthIn(head)))
      const [type, header, length] = [message.byte(1), message.table(2), message.long(3)]
      if (header === undefined) throw new ArrowDamage('a message without a header')
      if (length < 0 || length > mostBody) throw new ArrowDamage(`a message of ${length} bytes`)
      const body = await exactly(stream, length, type === headers.batch ? room : noBytes)
      yield { type, header, isFile, body }
      if (type !== headers.batch) continue
      places.push(from)
      if (body.length > room.length) room = body
    }
    if (isFile) onFooter(await checkedFooter(stream, places))
    else if ((await stream.take(1)).length > 0) throw new ArrowDamage('bytes after the end mark')
  } finally {
    await stream.close()
  }
}

const isMark = (head: Buffer) => head.length === 8 && head.readInt32LE() === -1

/** Bytes of the description that follows; 0 at the end. */
function lengthIn(head: Buffer): number {
  if (!isMark(head))
    throw new ArrowDamage(head.length < 8 ? 'the end of the file inside a message' : 'no message')
  const length = head.readInt32LE(4)
  if (length >= 0 && length <= mostMetadata) return length
  throw new ArrowDamage(`the description of a message of ${length} bytes`)
}

async function checkedFooter(stream: Pieces, places: readonly number[]): Promise<FlatTable> {
  let footer = Buffer.alloc(0)
  for (let piece = await stream.take(2 ** 20); piece.length > 0; piece = await stream.take(2 ** 20)) {
    footer = Buffer.concat([footer, piece])
    if (footer.length > mostMetadata) throw new ArrowDamage('more bytes behind its last message')
  }
  const end = footer.length - magic.length - 4
  const from = end < 0 ? -1 : end - footer.readInt32LE(end)
  if (from < 0 || from > end || footer.toString('latin1', end + 4) !== magic)
    throw new ArrowDamage('no complete footer')
  const root = FlatTable.root(footer.subarray(from))
  const blocks = root.structs(3, 24)
  const isSame =
    blocks.length === 24 * places.length && places.every((at, i) => longAt(blocks, 24 * i) === at)
  if (!isSame) throw new ArrowDamage('a footer that names other record batches than the file has')
  return root
}

async function exactly(stream: Pieces, length: number, room = noBytes): Promise<Buffer<ArrayBuffer>> {
  const bytes = await stream.take(length, room)
  if (bytes.length === length) return bytes
  throw new ArrowDamage('the end of the file inside a message')
}

/** A stream of pieces, which are its own, read by lengths. */
class Pieces {
  readonly #pieces: AsyncIterator<Uint8Array<ArrayBuffer>>
  #piece: Uint8Array<ArrayBuffer> = noBytes
  /** Bytes of the piece that were taken. */
  #taken = 0
  /** Bytes taken so far. */
  offset = 0

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]() as AsyncIterator<Uint8Array<ArrayBuffer>>
  }

  /** The next bytes, in `room` if it is enough; fewer at the end. Memory that is reserved costs nothing until used. */
  async take(length: number, room = noBytes): Promise<Buffer<ArrayBuffer>> {
    const bytes = length <= room.length ? room : Buffer.allocUnsafe(length)
    let size = 0
    while (size < length && (await this.#fill())) {
      const part = this.#piece.subarray(this.#taken, this.#taken + length - size)
      bytes.set(part, size)
      size += part.length
      this.#taken += part.length
    }
    this.offset += size
    return bytes.subarray(0, size)
  }

  /** @returns false at the end */
  async #fill(): Promise<boolean> {
    while (this.#taken === this.#piece.length) {
      if (this.#taken === this.#piece.buffer.byteLength) releaseLarge(this.#piece)
      const { value, done } = await this.#pieces.next()
      this.#piece = done === true ? noBytes : value
      this.#taken = 0
      if (done === true) return false
    }
    return true
  }

  async close(): Promise<void> {
    await this.#pieces.return?.()
  }
}
