/**
 * JSON elements: from the bytes of a JSON array to one line for each of its elements, in one pass.
 *
 * Only strings and brackets are followed; whether an element is JSON is decided when its line is read as a record. A
 * line begins with the indentation of its element and is coded as in `element-line.ts`.
 *
 *     start ─[─▶ first ─▶ inside ─▶ after ─,─▶ next ─▶ inside ...      first, after ─]─▶ end
 *
 * Source: RFC 8259, sections 2, 5 and 7. Cost: linear; memory for one piece.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { putCoded } from './element-line.ts'
import { asBuffer } from './record-format.ts'

/** Bytes of indentation that are kept. */
const mostIndentation = 64

const isBlank = (byte: number) => byte === 32 || byte === 10 || byte === 13 || byte === 9

/** @throws NearsameError JSON_ARRAY if this is not one array, from its first byte to its last */
export async function* jsonElements(
  pieces: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  const elements = new ElementLines(name)
  for await (const piece of pieces) {
    const lines = elements.push(asBuffer(piece))
    if (lines.length > 0) yield lines
  }
  elements.end()
}

class ElementLines {
  readonly #name: string
  #state: 'start' | 'first' | 'next' | 'inside' | 'after' | 'end' = 'start'
  /** Open brackets of the element. */
  #depth = 0
  #isString = false
  /** Whether a string goes on with an escaped character. */
  #isEscaped = false
  /** Blanks since the last line end; undefined on a line with something before them. */
  #indentation: string | undefined
  /** Bytes before this piece. */
  #before = 0
  #out = Buffer.alloc(0)
  #end = 0

  constructor(name: string) {
    this.#name = name
  }

  /** The lines in a piece; the last one may go on in the next. */
  push(piece: Buffer): Uint8Array {
    this.#out = Buffer.allocUnsafe(2 * piece.length + mostIndentation + 8)
    this.#end = 0
    let at = 0
    while (at < piece.length) at = this.#state === 'inside' ? this.#take(piece, at) : this.#step(piece, at)
    this.#before += piece.length
    return this.#out.subarray(0, this.#end)
  }

  /** @throws NearsameError JSON_ARRAY unless the array ended, or there was nothing but white space */
  end(): void {
    if (this.#state !== 'end' && this.#state !== 'start')
      throw this.#error(`the end of the data at byte ${this.#before}, inside the array`, truncated)
  }

  /** Takes the rest of an element. @returns the offset after what was taken */
  #take(piece: Buffer, from: number): number {
    const end = this.#elementEnd(piece, from)
    this.#end = putCoded(piece.subarray(from, end < 0 ? piece.length : end), this.#out, this.#end)
    if (end < 0) return piece.length
    this.#out[this.#end++] = 10
    this.#state = 'after'
    this.#indentation = undefined
    return end
  }

  /** The offset after the element; -1 if it goes on in the next piece. */
  #elementEnd(piece: Buffer, from: number): number {
    let depth = this.#depth
    let at = from
    if (this.#isString) {
      at = this.#stringEnd(piece, from)
      if (at > 0 && depth === 0) return at
    }
    while (at >= 0 && at < piece.length) {
      const byte = piece[at]
      if (byte === 0x22) {
        at = this.#stringEnd(piece, at + 1)
        if (at > 0 && depth === 0) return at
        continue
      }
      if (byte === 0x7b || byte === 0x5b) depth++
      else if (byte === 0x7d || byte === 0x5d) {
        if (depth === 0) return at
        if (--depth === 0) return at + 1
      } else if (depth === 0 && (byte === 0x2c || isBlank(byte))) return at
      at++
    }
    this.#depth = depth
    return -1
  }

  /** The offset after the string whose inside goes on at `from`; -1 if it goes on in the next piece. */
  #stringEnd(piece: Buffer, from: number): number {
    let start = from
    let quote = piece.indexOf(0x22, start)
    for (; quote >= 0; quote = piece.indexOf(0x22, start)) {
      const isEscaped = this.#endsEscaped(piece, start, quote)
      this.#isEscaped = false
      start = quote + 1
      if (isEscaped) continue
      this.#isString = false
      return start
    }
    this.#isEscaped = this.#endsEscaped(piece, start, piece.length)
    this.#isString = true
    return -1
  }

  /** Whether an odd number of backslashes ends [from, to), those at the end of the last piece included. */
  #endsEscaped(piece: Buffer, from: number, to: number): boolean {
    let at = to
    while (at > from && piece[at - 1] === 0x5c) at--
    const isOdd = (to - at) % 2 === 1
    return at === from && this.#isEscaped ? !isOdd : isOdd
  }

  /** Takes a byte between elements. @returns the next offset */
  #step(piece: Buffer, at: number): number {
    const byte = piece[at]
    if (isBlank(byte)) {
      if (byte === 10 || byte === 13) this.#indentation = ''
      else if (this.#indentation !== undefined && this.#indentation.length < mostIndentation)
        this.#indentation += String.fromCharCode(byte)
      return at + 1
    }
    const state = this.#state
    if (state === 'start' && byte === 0x5b) this.#state = 'first'
    else if (state === 'after' && byte === 0x2c) this.#state = 'next'
    else if ((state === 'after' || state === 'first') && byte === 0x5d) this.#state = 'end'
    else if ((state === 'first' || state === 'next') && ![0x2c, 0x5d, 0x7d].includes(byte))
      return this.#open(at)
    else throw this.#unexpected(piece, at)
    this.#indentation = undefined
    return at + 1
  }

  #open(at: number): number {
    this.#end += this.#out.write(this.#indentation ?? '', this.#end, 'latin1')
    this.#state = 'inside'
    this.#depth = 0
    this.#isString = false
    return at
  }

  #unexpected(piece: Buffer, at: number): NearsameError {
    const near = JSON.stringify(piece.toString('utf8', at, at + 20))
    const place = `at byte ${this.#before + at + 1}`
    if (this.#state !== 'start')
      return this.#error(
        `${this.#state === 'end' ? 'more data' : 'a syntax error'} ${place}, near ${near}`,
        wrong,
      )
    if (piece[at] !== 0x7b) return this.#error(`${near} ${place}`, 'choose the right `inputFormat`')
    return this.#error(`an object ${place}`, listInside)
  }

  #error(got: string, fix: string): NearsameError {
    const expected = 'one JSON array of objects'
    return new NearsameError('JSON_ARRAY', { expected, got, where: this.#name, fix })
  }
}

const truncated = 'transfer or write the file again'
const wrong = 'correct the file, or read one object per line with `inputFormat` jsonl'
const listInside =
  "read one object per line with `inputFormat` jsonl, or extract a list inside it, as with `jq -c '.rows[]'`"
