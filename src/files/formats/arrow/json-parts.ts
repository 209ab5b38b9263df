/**
 * JSON in parts, a character per byte of its UTF-8: texts are escaped as bytes, so what is not UTF-8 stays so and is
 * found where the record is read.
 */
import { ArrowDamage } from './arrow-error.ts'

/** Bytes of a row at most: more than any record that is read. A batch can promise more than it has bytes. */
const mostOfRow = 2 ** 29 - 2 ** 10
/** Parts that wait to be joined. */
const mostParts = 2 ** 13

/** @throws ArrowDamage */
export function checkRowBytes(length: number): void {
  if (length > mostOfRow) throw new ArrowDamage('a row of more than 512 MiB')
}

export class JsonParts {
  #joined = ''
  #parts: string[] = []
  #length = 0

  json(json: string): void {
    this.#length += json.length
    checkRowBytes(this.#length)
    if (this.#parts.push(json) < mostParts) return
    this.#joined += this.#parts.join('')
    this.#parts = []
  }

  text(bytes: Buffer, from: number, to: number): void {
    checkRowBytes(to - from)
    this.json(JSON.stringify(bytes.toString('latin1', from, to)))
  }

  /** All parts so far. */
  taken(): string {
    const json = this.#joined + this.#parts.join('')
    this.#joined = ''
    this.#parts = []
    this.#length = 0
    return json
  }
}
