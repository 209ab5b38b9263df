/** Byte queue: a stream of pieces, read by lengths and up to marks. Holds what was asked for and one piece. */
export class ByteQueue {
  /** Offset in the stream of the next byte. */
  offset = 0
  readonly #pieces: AsyncIterator<Uint8Array>
  #bytes: Buffer = Buffer.alloc(0)

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** The bytes that have arrived. */
  get waiting(): Buffer {
    return this.#bytes
  }

  /** Waits for the next piece. @returns false at the end */
  async more(): Promise<boolean> {
    const { value, done } = await this.#pieces.next()
    if (done) return false
    const piece = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    this.#bytes = this.#bytes.length === 0 ? piece : Buffer.concat([this.#bytes, piece])
    return true
  }

  /** Up to `length` bytes; fewer at the end. */
  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let missing = length; missing > 0 && (this.#bytes.length > 0 || (await this.more())); ) {
      const part = this.drop(missing)
      parts.push(part)
      missing -= part.length
    }
    return parts.length === 1 ? parts[0] : Buffer.concat(parts)
  }

  /** Drops `length` bytes. @returns how many there were */
  async skip(length: number): Promise<number> {
    let missing = length
    while (missing > 0 && (this.#bytes.length > 0 || (await this.more())))
      missing -= this.drop(missing).length
    return length - missing
  }

  /** Takes up to `length` of the bytes that have arrived. */
  drop(length: number): Buffer {
    const part = this.#bytes.subarray(0, length)
    this.#bytes = this.#bytes.subarray(part.length)
    this.offset += part.length
    return part
  }

  /** Ends the stream. */
  async close(): Promise<void> {
    await this.#pieces.return?.()
  }
}
