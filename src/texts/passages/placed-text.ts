/**
 * Placed text: a text by its places (tokens, lines or paragraphs), to compare them exactly and to say where they stand.
 */

import { areEqualNumbers } from '../../ground/lists/equal-numbers.ts'
import { align64 } from '../kernels/layout/memory-layout.ts'
import { ruleOf } from '../kernels/layout/plan-layout.ts'
import { type TokenSpans, tokenSpans } from '../text/token-spans.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { plainCanonical } from './window-reader.ts'

/** Half-open, in UTF-16 units and in bytes of the UTF-8 form. */
export interface TextSpan {
  readonly from: number
  readonly to: number
  readonly fromByte: number
  readonly toByte: number
}

export interface PlacedText {
  /** Bytes it takes, about. */
  readonly bytes: number
  /** Number of places. */
  readonly count: number
  /** Whether runs of places have the same tokens if their spans have the same bytes. */
  readonly isPlain: boolean
  /** Canonical tokens of a run of places, with one blank between two; a view. */
  contentOf(from: number, length: number): Uint8Array
  spanOf(from: number, length: number): TextSpan
  /** The bytes of `spanOf`, a view. */
  rawOf(from: number, length: number): Uint8Array
  /** Number of tokens of a run of places. */
  tokensOf(from: number, length: number): number
}

/** Whether places [from, from + length) of a text have the same tokens as those of another one from `otherFrom` on. */
export function haveSameTokens(
  text: PlacedText,
  from: number,
  other: PlacedText,
  otherFrom: number,
  length: number,
): boolean {
  if (
    text.isPlain &&
    other.isPlain &&
    areEqualNumbers(text.rawOf(from, length), other.rawOf(otherFrom, length))
  )
    return true
  return areEqualNumbers(text.contentOf(from, length), other.contentOf(otherFrom, length))
}

/** Whether places [from, from + length) repeat themselves after `period` of them; 0: nothing is asked. */
export function hasPeriod(text: PlacedText, from: number, length: number, period: number): boolean {
  return period === 0 || haveSameTokens(text, from, text, from + period, length - period)
}

/** A canonical text by its tokens. */
interface CanonicalTokens {
  readonly text: Uint8Array
  /** Where each token is: from, to. */
  readonly edges: Uint32Array
}

/** Places are tokens. */
export class TokenText implements PlacedText {
  readonly bytes: number
  readonly count: number
  /** A text of ASCII: its tokens are the letters and digits between others. */
  readonly isPlain: boolean
  readonly #space: Workspace
  readonly #text: Uint8Array
  readonly #at: number
  readonly #rule: number
  /** Where each token is in a plain text. */
  readonly #own: Uint32Array | undefined
  #canonical: CanonicalTokens | undefined
  #spans: TokenSpans | undefined

  /**
   * @param text a copy that nothing changes
   * @param at kernel memory that is free whenever this is asked
   */
  constructor(space: Workspace, text: Uint8Array, at: number) {
    this.#space = space
    this.#text = text
    this.#at = at
    this.#rule = ruleOf(space.plan)
    this.isPlain = isPlainText(space, text)
    if (this.isPlain) this.#own = edgesOf(space, text, at, this.#rule)
    this.count = (this.#own ?? this.#tokens().edges).length / 2
    this.bytes = (this.isPlain ? 1 : 2) * text.length + 24 * this.count + 512
  }

  #tokens(): CanonicalTokens {
    if (this.#canonical === undefined) {
      const text = plainCanonical(this.#space.canonicalise(this.#text, this.#at))
      this.#canonical = { text, edges: edgesOf(this.#space, text, this.#at, this.#rule) }
    }
    return this.#canonical
  }

  contentOf(from: number, length: number): Uint8Array {
    const { text, edges } = this.#tokens()
    return text.subarray(edges[2 * from], edges[2 * (from + length) - 1])
  }

  spanOf(from: number, length: number): TextSpan {
    const last = from + length - 1
    if (this.#own !== undefined) {
      const [start, end] = [this.#own[2 * from], this.#own[2 * last + 1]]
      return { from: start, to: end, fromByte: start, toByte: end }
    }
    this.#spans ??= tokenSpans(this.#text, this.#rule, this.count)
    const spans = this.#spans
    return {
      from: spans.fromUnit[from],
      to: spans.toUnit[last],
      fromByte: spans.from[from],
      toByte: spans.to[last],
    }
  }

  rawOf(from: number, length: number): Uint8Array {
    const { fromByte, toByte } = this.spanOf(from, length)
    return this.#text.subarray(fromByte, toByte)
  }

  tokensOf(_: number, length: number): number {
    return length
  }
}

/** Whether a text is ASCII in which symbols only separate: then equal bytes between tokens are equal tokens. */
export function isPlainText({ plan }: Workspace, text: Uint8Array): boolean {
  return ruleOf(plan) === 0 && isAscii(text)
}

function isAscii(text: Uint8Array): boolean {
  // Four bytes at a time, where memory allows it.
  const isAligned = text.byteOffset % 4 === 0
  const words = new Uint32Array(
    text.buffer,
    isAligned ? text.byteOffset : 0,
    isAligned ? text.length >> 2 : 0,
  )
  for (let i = 0; i < words.length; i++) if ((words[i] & 0x80808080) !== 0) return false
  for (let at = 4 * words.length; at < text.length; at++) if (text[at] >= 0x80) return false
  return true
}

/** Where the tokens of a canonical text, or one of ASCII, are: from, to, ... @param at free kernel memory */
function edgesOf(space: Workspace, text: Uint8Array, at: number, rule: number): Uint32Array {
  const out = align64(at + text.length + 64)
  space.reserve(out + 4 * text.length + 128)
  space.bytes.set(text, at)
  const count = space.kernels.tokenEdges(at, at + text.length, out, rule)
  const edges = space.wordsAt(out, 2 * count).slice()
  for (let i = 0; i < edges.length; i++) edges[i] -= at
  return edges
}
