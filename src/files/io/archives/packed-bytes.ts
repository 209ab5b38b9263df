/** Packed bytes: those of a stream from a place on, as many as a reader of members asks for. */
export class PackedBytes {
  readonly #chunks: AsyncIterator<Uint8Array>
  /** What has arrived and is not dropped. */
  bytes: Buffer = Buffer.alloc(0)
  /** The place of the first of them in the stream. */
  offset = 0

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  /** Waits for the next bytes; false at the end. */
  async more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next()
    if (done) return false
    this.bytes = this.bytes.length === 0 ? Buffer.from(value) : Buffer.concat([this.bytes, value])
    return true
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
