/** Unit text: a text by its lines or paragraphs. */
import type { Workspace } from '../workspace/workspace.ts'
import { isPlainText, type PlacedText, type TextSpan, TokenText } from './placed-text.ts'
import { type PassageUnit, unitBounds, unitsBefore } from './text-units.ts'
import { plainCanonical } from './window-reader.ts'

class UnitText implements PlacedText {
  readonly bytes: number
  readonly count: number
  readonly isPlain: boolean
  readonly #text: Uint8Array
  readonly #space: Workspace
  readonly #at: number
  readonly #bounds: readonly number[]
  #units: Uint32Array | undefined

  /**
   * @param text a copy that nothing changes
   * @param at kernel memory that is free whenever this is asked
   */
  constructor(space: Workspace, text: Uint8Array, at: number, unit: Exclude<PassageUnit, 'tokens'>) {
    this.#space = space
    this.#text = text
    this.#at = at
    this.#bounds = unitBounds(text, 0, text.length, unit)
    this.isPlain = isPlainText(space, text)
    this.count = this.#bounds.length / 2
    this.bytes = text.length + 24 * this.count + 256
  }

  contentOf(from: number, length: number): Uint8Array {
    const [start, end] = [this.#bounds[2 * from], this.#bounds[2 * (from + length) - 1]]
    return plainCanonical(this.#space.canonicalise(this.#text.subarray(start, end), this.#at))
  }

  spanOf(from: number, length: number): TextSpan {
    this.#units ??= unitsBefore(this.#text, this.#bounds)
    const [first, last] = [2 * from, 2 * (from + length) - 1]
    return {
      from: this.#units[first],
      to: this.#units[last],
      fromByte: this.#bounds[first],
      toByte: this.#bounds[last],
    }
  }

  rawOf(from: number, length: number): Uint8Array {
    return this.#text.subarray(this.#bounds[2 * from], this.#bounds[2 * (from + length) - 1])
  }

  tokensOf(from: number, length: number): number {
    const content = this.contentOf(from, length)
    if (content.length === 0) return 0
    return content.reduce((count, byte) => count + (byte === 0x20 ? 1 : 0), 1)
  }
}

/** A text by its tokens, lines or paragraphs; parameters as of `TokenText` and `UnitText`. */
export function placedText(space: Workspace, text: Uint8Array, at: number, unit: PassageUnit): PlacedText {
  return unit === 'tokens' ? new TokenText(space, text, at) : new UnitText(space, text, at, unit)
}
