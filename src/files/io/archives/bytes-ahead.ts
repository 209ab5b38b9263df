/** Bytes ahead: those of a stream from a place on, as many as its reader asks for before it takes them. */
export class BytesAhead {
  readonly #chunks: AsyncIterator<Uint8Array>
  /** What has arrived and is not dropped. */
  bytes: Buffer = Buffer.alloc(0)
  /** The place of the first of them in the stream. */
  offset = 0
  /** Whether the stream has ended, so that nothing will arrive. */
  isAll = false

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  /** Waits for the next bytes; false at the end. */
  async more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next()
    this.isAll = done === true
    if (done) return false
    this.bytes = this.bytes.length === 0 ? Buffer.from(value) : Buffer.concat([this.bytes, value])
    return true
  }

  /** Waits until the bytes are enough; false if the stream ends before. */
  async readUntil(isEnough: (bytes: Buffer) => boolean): Promise<boolean> {
    while (!isEnough(this.bytes)) if (!(await this.more())) return false
    return true
  }

  /** All from the byte `from` of those that are not dropped on; afterwards the stream is closed. */
  async *rest(from = 0): AsyncGenerator<Uint8Array> {
    try {
      this.drop(from)
      if (this.bytes.length > 0) yield this.bytes
      this.bytes = Buffer.alloc(0)
      for (let next = await this.#chunks.next(); !next.done; next = await this.#chunks.next())
        yield next.value
    } finally {
      await this.close()
    }
  }

  drop(length: number): void {
    this.bytes = this.bytes.subarray(length)
    this.offset += length
  }

  /** Drops what is before the next `wanted`, or everything if there is none. */
  async dropTo(wanted: Buffer): Promise<boolean> {
    for (;;) {
      const at = this.bytes.indexOf(wanted)
      this.drop(at >= 0 ? at : Math.max(0, this.bytes.length - wanted.length + 1))
      if (at >= 0) return true
      if (await this.more()) continue
      this.drop(this.bytes.length)
      return false
    }
  }
}

/** A damaged place, in the bytes that wait: where it is, and from where the next member is looked for. */
export interface Damage {
  readonly got: string
  readonly at: number
  readonly from: number
}
