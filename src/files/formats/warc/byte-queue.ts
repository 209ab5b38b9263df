/**
 * Byte queue: a stream of pieces, read by lengths and up to marks.
 *
 * Bytes from the mark on stay, so that reading can go back to it. Holds those, what was asked for and one piece.
 * A piece without a byte is a gap: behind it the stream goes on elsewhere, and reading ends there until `pass`.
 *
 * Cost: linear; bytes held are copied once, and again each time they have doubled.
 */
export class ByteQueue {
  readonly #pieces: AsyncIterator<Uint8Array>
  #bytes: Buffer = Buffer.alloc(0)
  /** Offset in the stream of the first byte of `#bytes`. */
  #base = 0
  #at = 0
  #to = 0
  #mark = -1
  #isAtGap = false
  #isOwn = false

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** Offset in the stream of the next byte. */
  get offset(): number {
    return this.#base + this.#at
  }

  /** The bytes that have arrived. */
  get waiting(): Buffer {
    return this.#bytes.subarray(this.#at, this.#to)
  }

  /** The bytes from the mark up to here. */
  get marked(): Buffer {
    return this.#bytes.subarray(this.#mark, this.#at)
  }

  /** Waits for the next piece. @returns false at the end, or at a gap */
  async more(): Promise<boolean> {
    if (this.#isAtGap) return false
    const { value, done } = await this.#pieces.next()
    if (done) return false
    this.#isAtGap = value.length === 0
    if (!this.#isAtGap) this.#add(Buffer.from(value.buffer, value.byteOffset, value.byteLength))
    return !this.#isAtGap
  }

  /** Goes on behind a gap. @returns whether there was one */
  pass(): boolean {
    const was = this.#isAtGap
    this.#isAtGap = false
    return was
  }

  #add(piece: Buffer): void {
    const from = this.#mark < 0 ? this.#at : this.#mark
    const kept = this.#to - from
    if (this.#isOwn && kept > 0 && this.#to + piece.length <= this.#bytes.length) {
      piece.copy(this.#bytes, this.#to)
      this.#to += piece.length
      return
    }
    const old = this.#bytes
    // Those handed out are views, so old bytes are never overwritten.
    this.#isOwn = kept > 0
    this.#bytes = this.#isOwn ? Buffer.allocUnsafe(2 * kept + piece.length) : piece
    if (this.#isOwn) {
      old.copy(this.#bytes, 0, from, this.#to)
      piece.copy(this.#bytes, kept)
    }
    this.#base += from
    this.#at -= from
    if (this.#mark >= 0) this.#mark = 0
    this.#to = kept + piece.length
  }

  /** Keeps the bytes from here on. */
  mark(): void {
    this.#mark = this.#at
  }

  /** Goes back to the mark. */
  reset(): void {
    this.#at = this.#mark
    this.#mark = -1
  }

  unmark(): void {
    this.#mark = -1
  }

  /** Up to `length` bytes; fewer at the end. REQUIRES: a mark */
  async take(length: number): Promise<Buffer> {
    while (this.#to - this.#at < length && (await this.more()));
    return this.drop(length)
  }

  /** Takes up to `length` of the bytes that have arrived. */
  drop(length: number): Buffer {
    const part = this.#bytes.subarray(this.#at, Math.min(this.#at + length, this.#to))
    this.#at += part.length
    return part
  }

  /** Ends the stream. */
  async close(): Promise<void> {
    await this.#pieces.return?.()
  }
}
