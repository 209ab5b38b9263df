/**
 * Placed text: a text by its places (tokens, lines or paragraphs), to compare them exactly and to say where they stand.
 */
import { type TokenSpans, tokenSpans } from '../text/token-spans.ts'
import { plainCanonical } from './window-reader.ts'

/** Half-open, in UTF-16 units and in bytes of the UTF-8 form. */
export interface TextSpan {
  readonly from: number
  readonly to: number
  readonly fromByte: number
  readonly toByte: number
}

/** How a text becomes canonical; the result is a copy. */
export type Canonicalise = (text: Uint8Array) => Uint8Array

export interface PlacedText {
  /** Bytes it takes, about. */
  readonly bytes: number
  /** Number of places. */
  readonly count: number
  /** Whether places [from, from + length) here have the same tokens as those of another text. */
  isSame(from: number, other: PlacedText, otherFrom: number, length: number): boolean
  /** Canonical tokens of a run of places, with one blank between two; a view. */
  contentOf(from: number, length: number): Uint8Array
  spanOf(from: number, length: number): TextSpan
  /** Number of tokens of a run of places. */
  tokensOf(from: number, length: number): number
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false
  return true
}

/** Places are tokens. */
export class TokenText implements PlacedText {
  readonly bytes: number
  readonly count: number
  readonly #text: Uint8Array
  readonly #rule: number
  readonly #canonical: Uint8Array
  /** Where each token begins in the canonical text; behind the last, its length and one. */
  readonly #starts: Uint32Array
  #spans: TokenSpans | undefined

  /** @param text a copy that nothing changes */
  constructor(text: Uint8Array, canonicalise: Canonicalise, rule: number) {
    this.#text = text
    this.#rule = rule
    this.#canonical = plainCanonical(canonicalise(text))
    this.#starts = tokenStarts(this.#canonical)
    this.count = this.#starts.length - 1
    this.bytes = text.length + this.#canonical.length + 20 * this.count + 256
  }

  isSame(from: number, other: PlacedText, otherFrom: number, length: number): boolean {
    return equalBytes(this.contentOf(from, length), other.contentOf(otherFrom, length))
  }

  contentOf(from: number, length: number): Uint8Array {
    return this.#canonical.subarray(this.#starts[from], this.#starts[from + length] - 1)
  }

  spanOf(from: number, length: number): TextSpan {
    const spans = this.spans
    const last = from + length - 1
    return {
      from: spans.fromUnit[from],
      to: spans.toUnit[last],
      fromByte: spans.from[from],
      toByte: spans.to[last],
    }
  }

  tokensOf(_: number, length: number): number {
    return length
  }

  get spans(): TokenSpans {
    this.#spans ??= tokenSpans(this.#text, this.#rule)
    return this.#spans
  }
}

function tokenStarts(canonical: Uint8Array): Uint32Array {
  if (canonical.length === 0) return new Uint32Array(1)
  const starts = new Uint32Array(2 + (canonical.length >> 1) + 1)
  let count = 1
  for (let at = canonical.indexOf(0x20); at >= 0; at = canonical.indexOf(0x20, at + 1))
    starts[count++] = at + 1
  starts[count++] = canonical.length + 1
  return starts.subarray(0, count)
}
