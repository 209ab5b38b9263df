/** Row bytes: writes the rows of a table (`row-values.ts`), value by value. */
import { release } from '../../../ground/lists/release.ts'
import { jsonKind, lengthBytes, textKind, valueHead } from './row-values.ts'

/** Bytes of rows that are handed on at once. */
export const blockBytes = 2 ** 20

/** Texts up to which a loop is faster than a call. */
const shortText = 32

/** Call order: `((begin (text | json)* end)* taken)*`. */
export class RowBytes {
  #bytes: Buffer
  #row = 0
  /** Bytes written. */
  length = 0

  /** @param room memory for the first bytes, or the number of those that are likely */
  constructor(room: SharedArrayBuffer | number = 2 ** 16) {
    this.#bytes = typeof room === 'number' ? Buffer.allocUnsafeSlow(room) : Buffer.from(room)
  }

  /** Writes the head. */
  head(names: readonly string[]): void {
    this.begin()
    this.json(Buffer.from(JSON.stringify(names)))
    this.end()
  }

  begin(): void {
    this.#row = this.length
    this.#reserve(lengthBytes)
    this.length += lengthBytes
  }

  text(bytes: Uint8Array, from: number, to: number): void {
    this.#start(textKind, to - from)
    if (to - from > shortText) this.#bytes.set(bytes.subarray(from, to), this.length)
    else for (let at = from; at < to; at++) this.#bytes[this.length + at - from] = bytes[at]
    this.length += to - from
  }

  /** @param json bytes, or characters below 256, each a byte */
  json(json: Uint8Array | string): void {
    this.#start(jsonKind, json.length)
    if (typeof json === 'string') this.#bytes.write(json, this.length, 'latin1')
    else this.#bytes.set(json, this.length)
    this.length += json.length
  }

  end(): void {
    this.#reserve(1)
    this.#bytes[this.length++] = 10
    this.#putLength(this.#row, this.length - this.#row)
  }

  /** The bytes so far, valid until the next ones are written. */
  taken(): Buffer {
    const bytes = this.#bytes.subarray(0, this.length)
    this.length = 0
    return bytes
  }

  #start(kind: number, length: number): void {
    this.#reserve(valueHead + length)
    this.#bytes[this.length] = kind
    this.#putLength(this.length + 1, length)
    this.length += valueHead
  }

  #putLength(at: number, length: number): void {
    this.#bytes[at] = length & 127
    this.#bytes[at + 1] = (length >>> 7) & 127
    this.#bytes[at + 2] = (length >>> 14) & 127
    this.#bytes[at + 3] = (length >>> 21) & 127
    this.#bytes[at + 4] = Math.floor(length / 2 ** 28)
  }

  #reserve(more: number): void {
    const needed = this.length + more
    if (needed <= this.#bytes.length) return
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length))
    this.#bytes.copy(grown, 0, 0, this.length)
    if (this.#bytes.buffer instanceof ArrayBuffer) release(this.#bytes as Buffer<ArrayBuffer>)
    this.#bytes = grown
  }
}
