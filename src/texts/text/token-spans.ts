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

import { foldsMarks } from '../kernels/layout/plan-layout.ts'
import { ignoredRecord } from '../kernels/layout/unicode-image.ts'
import { canonicalCharacters, canonicalClasses, recordOf } from '../kernels/reference/canonical.ts'
import { decodeText } from './text-bytes.ts'

const categories = { separator: 0, token: 1, mark: 2, base: 3, tatweel: 4 } as const

/** A letter that vanishes where marks are folded; alone it is no token. */
const tatweel = 0x640

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
 * @param rule see `ruleOf`
 * @param most tokens, if their number is known
 */
export function tokenSpans(text: Uint8Array, rule: number, most = 16 + (text.length >> 1)): TokenSpans {
  return new SpanReader(text, rule, most).read()
}

/** Classes of the pieces of a rule, shared by all texts. */
interface PieceClasses {
  /** [256] the class of an ASCII character; `other` for other bytes. */
  readonly ascii: Uint8Array
  readonly ofCharacter: Map<number, readonly number[]>
  readonly ofPiece: Map<string, readonly number[]>
}

const other = 9
const known = new Map<number, PieceClasses>()
/** Pieces of several characters that are kept. */
const mostPieces = 1 << 16

function classesBy(rule: number): PieceClasses {
  let classes = known.get(rule)
  if (classes === undefined) {
    const ascii = Uint8Array.from({ length: 256 }, (_, code) =>
      code < 0x80 ? canonicalClasses(String.fromCharCode(code), rule)[0] : other,
    )
    classes = { ascii, ofCharacter: new Map(), ofPiece: new Map() }
    known.set(rule, classes)
  }
  return classes
}

class SpanReader {
  readonly #text: Uint8Array
  readonly #rule: number
  readonly #classes: PieceClasses
  readonly #spans: Record<'from' | 'to' | 'fromUnit' | 'toUnit', Uint32Array>
  #count = 0
  /** The class that began the open token, which letters and marks continue; `separator` if none is open. */
  #open: number = categories.separator
  /** Whether the last token has a character that does not vanish. */
  #isSolid = true

  constructor(text: Uint8Array, rule: number, most: number) {
    this.#text = text
    this.#rule = rule
    this.#classes = classesBy(rule)
    const [from, to] = [new Uint32Array(most), new Uint32Array(most)]
    // As long as all characters are ASCII, units are bytes.
    this.#spans = { from, to, fromUnit: from, toUnit: to }
  }

  read(): TokenSpans {
    const text = this.#text
    const { ascii } = this.#classes
    let unit = 0
    for (let at = 0; at < text.length; ) {
      const own = ascii[text[at]]
      let end = at + 1
      const isPiece = own === other || (end < text.length && text[end] >= 0x80)
      if (isPiece) {
        const piece = this.#pieceAt(at)
        this.#tellUnits()
        for (const each of piece.classes) this.#take(each, at, piece.end, unit, unit + piece.units)
        at = piece.end
        unit += piece.units
        continue
      }
      if (own === categories.separator) {
        this.#open = own
        at = end
        unit++
        continue
      }
      // Letters and digits before the last one that could have marks.
      if (own === categories.token) {
        while (end < text.length && ascii[text[end]] === own) end++
        if (end < text.length && text[end] >= 0x80) end--
      }
      this.#take(own, at, end, unit, unit + end - at)
      unit += end - at
      at = end
    }
    this.#dropVanished()
    return { count: this.#count, ...this.#spans }
  }

  /** Takes a character of canonical text, or several letters, by its class. */
  #take(own: number, from: number, to: number, fromUnit: number, toUnit: number): void {
    if (own === categories.separator) {
      this.#open = own
      return
    }
    if (own === categories.mark && this.#open === categories.separator) return
    const spans = this.#spans
    const kind = own === categories.tatweel ? categories.token : own
    const continues = kind === categories.mark || (kind === categories.token && this.#open === kind)
    if (!continues) {
      this.#dropVanished()
      if (this.#count === spans.from.length) this.#grow()
      spans.from[this.#count] = from
      spans.fromUnit[this.#count] = fromUnit
      this.#count++
      this.#open = kind
      this.#isSolid = false
    }
    this.#isSolid ||= own === categories.token || own === categories.base
    spans.to[this.#count - 1] = to
    spans.toUnit[this.#count - 1] = toUnit
  }

  #dropVanished(): void {
    if (!this.#isSolid) this.#count--
    this.#isSolid = true
  }

  /** From here on units and bytes differ. */
  #tellUnits(): void {
    const spans = this.#spans
    if (spans.fromUnit !== spans.from) return
    spans.fromUnit = spans.from.slice()
    spans.toUnit = spans.to.slice()
  }

  /** Only characters that give several tokens need more than half as many entries as bytes. */
  #grow(): void {
    const spans = this.#spans
    const isOne = spans.fromUnit === spans.from
    const larger = (array: Uint32Array): Uint32Array => {
      const grown = new Uint32Array(2 * this.#count + 16)
      grown.set(array)
      return grown
    }
    spans.from = larger(spans.from)
    spans.to = larger(spans.to)
    spans.fromUnit = isOne ? spans.from : larger(spans.fromUnit)
    spans.toUnit = isOne ? spans.to : larger(spans.toUnit)
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
    const { ofCharacter } = this.#classes
    let classes = ofCharacter.get(codePoint)
    if (classes === undefined) {
      classes = classesOf(String.fromCodePoint(codePoint), this.#rule)
      ofCharacter.set(codePoint, classes)
    }
    return classes
  }

  #classesOfPiece(from: number, to: number): readonly number[] {
    const { ofPiece } = this.#classes
    const piece = decodeText(this.#text.subarray(from, to))
    const found = ofPiece.get(piece)
    if (found !== undefined) return found
    const classes = classesOf(piece, this.#rule)
    // Long runs of marks are different each time.
    if (piece.length < 8 && ofPiece.size < mostPieces) ofPiece.set(piece, classes)
    return classes
  }
}

/** The class of each character of the canonical form of a piece. */
function classesOf(piece: string, rule: number): readonly number[] {
  const classes = canonicalClasses(piece, rule)
  if (!(rule & foldsMarks)) return classes
  return canonicalCharacters(piece).map((character, i) =>
    character === tatweel ? categories.tatweel : classes[i],
  )
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
