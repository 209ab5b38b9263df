/** Peekable bytes: a body whose first character can be examined before reading. */
export class PeekableBytes implements AsyncIterable<Uint8Array> {
  readonly #pieces: AsyncIterator<Uint8Array, void>
  readonly #seen: Uint8Array[] = []

  constructor(pieces: AsyncIterable<Uint8Array, void>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** The first character that is not blank; empty if there is none. */
  async peek(): Promise<string> {
    for (let i = 0; ; i++) {
      if (i === this.#seen.length && !(await this.#see())) return ''
      const byte = this.#seen[i].find(candidate => candidate > 0x20)
      if (byte !== undefined) return String.fromCharCode(byte)
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    while (this.#seen.length > 0 || (await this.#see())) {
      const [piece] = this.#seen.splice(0, 1)
      yield piece
    }
  }

  /** Discards the unread rest. */
  async close(): Promise<void> {
    await this.#pieces.return?.()
  }

  async #see(): Promise<boolean> {
    const { value, done } = await this.#pieces.next()
    if (!done) this.#seen.push(value)
    return !done
  }
}
