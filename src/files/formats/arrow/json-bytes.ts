/**
 * JSON bytes: a value as JSON in UTF-8, written from bytes. Texts are escaped as bytes, so what is not UTF-8 stays so
 * and is found where the record is read.
 */
import { ArrowDamage } from './arrow-error.ts'

/** Bytes of a row at most: more than any record that is read. A batch can promise more than it has bytes. */
export const mostOfRow = 2 ** 30

/** For each byte 0, or the character behind its backslash. */
const escapes = new Uint8Array(256)
escapes.fill(0x75, 0, 32)
for (const [byte, letter] of [
  [8, 'b'],
  [9, 't'],
  [10, 'n'],
  [12, 'f'],
  [13, 'r'],
  [34, '"'],
  [92, '\\'],
] as const)
  escapes[byte] = letter.charCodeAt(0)

const hexDigits = Buffer.from('0123456789abcdef')
/** Bytes of a text that are written at once. */
const blockBytes = 8192

export class JsonBytes {
  #bytes = Buffer.allocUnsafeSlow(2 ** 10)
  #length = 0

  /** Room for so many bytes more. */
  #reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#bytes.length) return
    if (needed > mostOfRow) throw new ArrowDamage('a row of more than 1 GiB')
    const grown = Buffer.allocUnsafeSlow(2 * needed)
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }

  /** Writes JSON that is ready, or ASCII. */
  json(json: Uint8Array | string): void {
    this.#reserve(json.length)
    if (typeof json === 'string') {
      this.#length += this.#bytes.write(json, this.#length, 'latin1')
      return
    }
    this.#bytes.set(json, this.#length)
    this.#length += json.length
  }

  /** Writes a text in quotes. */
  text(text: Uint8Array, from: number, to: number): void {
    this.#reserve(2)
    this.#bytes[this.#length++] = 0x22
    for (let at = from; at < to; at += blockBytes) {
      const end = Math.min(to, at + blockBytes)
      this.#reserve(6 * (end - at) + 1)
      this.#length = escaped(text, at, end, this.#bytes, this.#length)
    }
    this.#bytes[this.#length++] = 0x22
  }

  /** The bytes so far, valid until the next ones are written. */
  taken(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.#length)
    this.#length = 0
    return bytes
  }
}

/** Copies bytes to `out` at `start`, with escapes: a byte becomes at most six. @returns the end */
function escaped(text: Uint8Array, from: number, to: number, out: Uint8Array, start: number): number {
  let end = start
  for (let at = from; at < to; at++) {
    const byte = text[at]
    const letter = escapes[byte]
    if (letter === 0) {
      out[end++] = byte
      continue
    }
    out[end++] = 0x5c
    out[end++] = letter
    if (letter !== 0x75) continue
    out[end++] = 0x30
    out[end++] = 0x30
    out[end++] = hexDigits[byte >> 4]
    out[end++] = hexDigits[byte & 15]
  }
  return end
}
