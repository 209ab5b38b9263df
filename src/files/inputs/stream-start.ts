/** Stream start: the first bytes of a stream, as many as are needed to know what it is, and then all of them. */
import { markBytesOf } from '../formats/byte-order-mark.ts'
import { asBuffer } from '../formats/record-format.ts'

export class StreamStart {
  /** The bytes read so far. */
  bytes: Buffer = Buffer.alloc(0)
  /** Whether they are all. */
  isAll = false
  readonly #pieces: AsyncIterator<Uint8Array>

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** Reads until the bytes are enough, or all. */
  async readUntil(isEnough: (bytes: Buffer) => boolean): Promise<void> {
    while (!this.isAll && !isEnough(this.bytes)) {
      const { done, value } = await this.#pieces.next()
      if (done === true) this.isAll = true
      else this.bytes = this.bytes.length === 0 ? asBuffer(value) : Buffer.concat([this.bytes, value])
    }
  }

  /** The bytes from an offset of the start on; afterwards the stream is closed. */
  async *from(offset: number): AsyncGenerator<Buffer> {
    try {
      const start = this.bytes.subarray(offset)
      this.bytes = Buffer.alloc(0)
      if (start.length > 0) yield start
      while (!this.isAll) {
        const { done, value } = await this.#pieces.next()
        if (done === true) this.isAll = true
        else yield asBuffer(value)
      }
    } finally {
      await this.close()
    }
  }

  async close(): Promise<void> {
    if (!this.isAll) await this.#pieces.return?.()
    this.isAll = true
  }
}

/** The same bytes without a byte-order mark. */
export async function* withoutMark(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const start = new StreamStart(pieces)
  await start.readUntil(({ length }) => length >= 3)
  yield* start.from(markBytesOf(start.bytes))
}
