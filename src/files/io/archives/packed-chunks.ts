/**
 * Packed chunks: what a decoder has got is kept until it has used it, so that another can go on where it ended.
 *
 * The gzip decoder of Node ends at a zero byte behind a member, and says nothing of what comes then. Zero bytes are
 * padding, as blocks of tapes have; behind them stands the next member, or something that is none.
 */
export class PackedChunks {
  readonly #chunks: AsyncIterator<Uint8Array>
  #kept: Uint8Array[] = []
  /** Offset of the first byte that is kept. */
  #offset = 0

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The bytes from `start` on. Those before `used()` are given back. */
  async *from(start: number, used: () => number): AsyncGenerator<Uint8Array> {
    for (let at = start; ; ) {
      this.#drop(used())
      const chunk = this.#at(at)
      if (chunk !== undefined) {
        at += chunk.length
        yield chunk
      } else if (!(await this.#more())) return
    }
  }

  /** The offset of the first byte from `start` on that is not zero; undefined if there is none. */
  async skipPadding(start: number): Promise<number | undefined> {
    for (let at = start; ; ) {
      this.#drop(at)
      const chunk = this.#at(at)
      const zeros = chunk?.findIndex(byte => byte !== 0) ?? 0
      if (chunk !== undefined && zeros >= 0) return at + zeros
      if (chunk !== undefined) at += chunk.length
      else if (!(await this.#more())) return
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next()
    if (done) return false
    this.#kept.push(value)
    return true
  }

  #at(position: number): Uint8Array | undefined {
    let offset = this.#offset
    for (const chunk of this.#kept) {
      if (position < offset + chunk.length) return chunk.subarray(position - offset)
      offset += chunk.length
    }
    return undefined
  }

  #drop(before: number): void {
    while (this.#kept.length > 0 && this.#offset + this.#kept[0].length <= before) {
      this.#offset += this.#kept[0].length
      this.#kept.shift()
    }
  }
}
