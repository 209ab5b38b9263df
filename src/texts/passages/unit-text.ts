/** Unit text: a text by its lines or paragraphs. */
import { type Canonicalise, equalBytes, type PlacedText, type TextSpan } from './placed-text.ts'
import { type PassageUnit, unitBounds, unitsBefore } from './text-units.ts'
import { plainCanonical } from './window-reader.ts'

export class UnitText implements PlacedText {
  readonly bytes: number
  readonly count: number
  readonly #text: Uint8Array
  readonly #canonicalise: Canonicalise
  readonly #bounds: readonly number[]
  #units: Uint32Array | undefined

  /** @param text a copy that nothing changes */
  constructor(text: Uint8Array, canonicalise: Canonicalise, unit: Exclude<PassageUnit, 'tokens'>) {
    this.#text = text
    this.#canonicalise = canonicalise
    this.#bounds = unitBounds(text, 0, text.length, unit)
    this.count = this.#bounds.length / 2
    this.bytes = text.length + 24 * this.count + 256
  }

  isSame(from: number, other: PlacedText, otherFrom: number, length: number): boolean {
    return equalBytes(this.contentOf(from, length), other.contentOf(otherFrom, length))
  }

  contentOf(from: number, length: number): Uint8Array {
    const [start, end] = [this.#bounds[2 * from], this.#bounds[2 * (from + length) - 1]]
    return plainCanonical(this.#canonicalise(this.#text.subarray(start, end)))
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

  tokensOf(from: number, length: number): number {
    const content = this.contentOf(from, length)
    if (content.length === 0) return 0
    return content.reduce((count, byte) => count + (byte === 0x20 ? 1 : 0), 1)
  }
}
