/**
 * Javabin bytes: the lowest layer of the reader, over bytes that arrive in pieces.
 *
 * Where the bytes end, `MissingBytes` is thrown; `attempt` returns to its starting position, and the caller retries
 * when more have come. A caller that waits for twice the bytes each time reads a value at most twice on average.
 */
import { newSolrException } from '../../methods/java/java-exception.ts'

/** The bytes end inside a value. Carries nothing: the reader goes back and waits for more. */
export class MissingBytes extends Error {}

export class JavabinBytes {
  #bytes: Uint8Array = new Uint8Array(0)
  #view = new DataView(new ArrayBuffer(0))
  #at = 0

  /** Number of unread bytes. */
  get restBytes(): number {
    return this.#bytes.length - this.#at
  }

  /** Appends bytes and releases those already read. */
  append(pieces: readonly Uint8Array[]): void {
    const joined = Buffer.concat([this.#bytes.subarray(this.#at), ...pieces])
    this.#bytes = joined
    this.#view = new DataView(joined.buffer, joined.byteOffset, joined.length)
    this.#at = 0
  }

  get mark(): number {
    return this.#at
  }

  /** Returns to a mark taken after the last `append`. */
  goTo(mark: number): void {
    this.#at = mark
  }

  /** The next byte, without consuming it. */
  peek(): number {
    if (this.restBytes === 0) throw new MissingBytes()
    return this.#bytes[this.#at]
  }

  uint8(): number {
    return this.#view.getUint8(this.#skip(1))
  }

  int8(): number {
    return this.#view.getInt8(this.#skip(1))
  }

  int16(): number {
    return this.#view.getInt16(this.#skip(2))
  }

  int32(): number {
    return this.#view.getInt32(this.#skip(4))
  }

  int64(): bigint {
    return this.#view.getBigInt64(this.#skip(8))
  }

  float(): number {
    return this.#view.getFloat32(this.#skip(4))
  }

  double(): number {
    return this.#view.getFloat64(this.#skip(8))
  }

  /** A size or a count: groups of 7 bits, low groups first, the high bit set in all bytes but the last. */
  varint(): number {
    let value = 0
    for (let unit = 1; unit <= 2 ** 28; unit *= 128) {
      const byte = this.uint8()
      value += (byte & 127) * unit
      if (byte < 128) return value
    }
    throw newSolrException(400, 'javabin has a size of more than 32 bits')
  }

  /** The same for numbers of up to 64 bits. */
  longVarint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.uint8()
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
    throw newSolrException(400, 'javabin has a number of more than 64 bits')
  }

  /** The next bytes, valid until the next `append`. */
  slice(size: number): Uint8Array {
    const from = this.#skip(size)
    return this.#bytes.subarray(from, from + size)
  }

  /** Skips `size` bytes. @returns where they begin */
  #skip(size: number): number {
    if (size > this.restBytes) throw new MissingBytes()
    this.#at += size
    return this.#at - size
  }
}
