/**
 * Token spans: where in a text each of its tokens stands, in bytes and in UTF-16 units.
 *
 * A span is the smallest run of whole characters that the token comes from, each with the marks after it and with what
 * vanishes: such a piece is treated independently of the others by the text rule, so the classes of its canonical form
 * decide where tokens begin and end, as in `kernels/reference/canonical.ts`. A piece may give several tokens, such as
 * `㍿`; their spans overlap.
 *
 *     won\u00adder ﷺ,  ─▶  [0, 7) │ [8, 9) │ [8, 9) │ [8, 9) │ [8, 9)        in UTF-16 units
 *
 * Ours: all of it. Cost: a table look-up for an ASCII character, a search in a map for others.
 */

import { ignoredRecord } from '../kernels/layout/unicode-image.ts'
import { canonicalClasses, recordOf } from '../kernels/reference/canonical.ts'
import { decodeText } from './text-bytes.ts'

const categories = { separator: 0, token: 1, mark: 2, base: 3 } as const

/** Span i is [from[i], to[i]) in bytes and [fromUnit[i], toUnit[i]) in UTF-16 units; both ends never go back. */
export interface TokenSpans {
  readonly count: number
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly fromUnit: Uint32Array
  readonly toUnit: Uint32Array
}

/**
 * The spans of the tokens of a text, in order.
 *
 * @param text well-formed WTF-8
 * @param rule see `ruleOf`; whether marks are folded makes no difference
 */
export function tokenSpans(text: Uint8Array, rule: number): TokenSpans {
  return new SpanReader(text, rule).read()
}

class SpanReader {
  readonly #text: Uint8Array
  readonly #rule: number
  readonly #ascii: Uint8Array
  /** The classes of pieces of one character, and of others. */
  readonly #ofCharacter = new Map<number, readonly number[]>()
  readonly #ofPiece = new Map<string, readonly number[]>()
  readonly #spans: Record<'from' | 'to' | 'fromUnit' | 'toUnit', Uint32Array>
  #count = 0
  /** The class that began the open token, which letters and marks continue; `separator` if none is open. */
  #open: number = categories.separator

  constructor(text: Uint8Array, rule: number) {
    this.#text = text
    this.#rule = rule
    this.#ascii = Uint8Array.from(
      { length: 128 },
      (_, code) => classesOf(String.fromCharCode(code), rule)[0],
    )
    const room = () => new Uint32Array(16 + (text.length >> 1))
    this.#spans = { from: room(), to: room(), fromUnit: room(), toUnit: room() }
  }

  read(): TokenSpans {
    const text = this.#text
    const ascii = this.#ascii
    let unit = 0
    for (let at = 0; at < text.length; ) {
      if (text[at] < 0x80 && !(text[at + 1] >= 0x80)) {
        this.#take(ascii[text[at]], at, at + 1, unit, unit + 1)
        at++
        unit++
        continue
      }
      const { end, units, classes } = this.#pieceAt(at)
      for (const each of classes) this.#take(each, at, end, unit, unit + units)
      at = end
      unit += units
    }
    const count = this.#count
    const { from, to, fromUnit, toUnit } = this.#spans
    return { count, from, to, fromUnit, toUnit }
  }

  /** Takes a character of canonical text, by its class, that comes from a piece. */
  #take(own: number, from: number, to: number, fromUnit: number, toUnit: number): void {
    if (own === categories.separator) {
      this.#open = own
      return
    }
    if (own === categories.mark && this.#open === categories.separator) return
    const spans = this.#spans
    const continues = own === categories.mark || (own === categories.token && this.#open === own)
    if (!continues) {
      if (this.#count === spans.from.length) this.#grow()
      spans.from[this.#count] = from
      spans.fromUnit[this.#count] = fromUnit
      this.#count++
      this.#open = own
    }
    spans.to[this.#count - 1] = to
    spans.toUnit[this.#count - 1] = toUnit
  }

  /** Only characters that give several tokens need more than half as many entries as bytes. */
  #grow(): void {
    for (const name of ['from', 'to', 'fromUnit', 'toUnit'] as const) {
      const larger = new Uint32Array(2 * this.#count)
      larger.set(this.#spans[name])
      this.#spans[name] = larger
    }
  }

  /** The character at `at` with the marks after it and what vanishes. */
  #pieceAt(at: number): { end: number; units: number; classes: readonly number[] } {
    const text = this.#text
    const first = codePointAt(text, at)
    let end = at + lengthOf(text[at])
    let units = first > 0xffff ? 2 : 1
    while (end < text.length && text[end] >= 0x80) {
      const next = codePointAt(text, end)
      if (!continuesPiece(next)) break
      end += lengthOf(text[end])
      units += next > 0xffff ? 2 : 1
    }
    const isOne = end === at + lengthOf(text[at])
    const classes = isOne ? this.#classesOfCharacter(first) : this.#classesOfPiece(at, end)
    return { end, units, classes }
  }

  #classesOfCharacter(codePoint: number): readonly number[] {
    let classes = this.#ofCharacter.get(codePoint)
    if (classes === undefined) {
      classes = classesOf(String.fromCodePoint(codePoint), this.#rule)
      this.#ofCharacter.set(codePoint, classes)
    }
    return classes
  }

  #classesOfPiece(from: number, to: number): readonly number[] {
    const piece = decodeText(this.#text.subarray(from, to))
    const known = this.#ofPiece.get(piece)
    if (known !== undefined) return known
    const classes = classesOf(piece, this.#rule)
    // Long runs of marks are different each time.
    if (piece.length < 8) this.#ofPiece.set(piece, classes)
    return classes
  }
}

function classesOf(piece: string, rule: number): readonly number[] {
  return canonicalClasses(piece, rule)
}

function continuesPiece(codePoint: number): boolean {
  const record = recordOf(codePoint)
  return (record & 3) === categories.mark || record === ignoredRecord
}

const lengthOf = (lead: number): number => (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4)

function codePointAt(text: Uint8Array, at: number): number {
  const lead = text[at]
  if (lead < 0x80) return lead
  const second = text[at + 1] & 63
  if (lead < 0xe0) return ((lead & 31) << 6) | second
  const third = text[at + 2] & 63
  if (lead < 0xf0) return ((lead & 15) << 12) | (second << 6) | third
  return ((lead & 7) << 18) | (second << 12) | (third << 6) | (text[at + 3] & 63)
}
