/**
 * Placed text: a text by its places (tokens, lines or paragraphs), to compare them exactly and to say where they stand.
 */

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
  /** Canonical tokens of a run of places, with one blank between two; a view. */
  contentOf(from: number, length: number): Uint8Array
  spanOf(from: number, length: number): TextSpan
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
  const [a, b] = [text.contentOf(from, length), other.contentOf(otherFrom, length)]
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
  /** Where each token is in the canonical text: from, to. */
  readonly #edges: Uint32Array
  /** Where each token is in a text of ASCII; undefined for others. */
  readonly #own: Uint32Array | undefined
  #spans: TokenSpans | undefined

  /**
   * @param text a copy that nothing changes
   * @param at free kernel memory
   */
  constructor(space: Workspace, text: Uint8Array, at: number) {
    const rule = ruleOf(space.plan)
    this.#text = text
    this.#rule = rule
    this.#own = rule === 0 && isAscii(text) ? edgesOf(space, text, at, rule) : undefined
    this.#canonical = plainCanonical(space.canonicalise(text, at))
    this.#edges = edgesOf(space, this.#canonical, at, rule)
    this.count = this.#edges.length / 2
    this.bytes = text.length + this.#canonical.length + 24 * this.count + 512
  }

  contentOf(from: number, length: number): Uint8Array {
    return this.#canonical.subarray(this.#edges[2 * from], this.#edges[2 * (from + length) - 1])
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

  tokensOf(_: number, length: number): number {
    return length
  }
}

function isAscii(text: Uint8Array): boolean {
  for (let at = 0; at < text.length; at++) if (text[at] >= 0x80) return false
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
