/** Texts of a side by their places, those used last. */
import type { PlacedText } from '../../texts/passages/placed-text.ts'
import type { GivenTexts, WindowedTexts } from './memory-texts.ts'
import type { DocumentPlaces } from './passage-rows.ts'
import type { PassagePlace } from './passages.ts'

/** Texts kept with their places. */
const mostBytes = 64 * 2 ** 20

/** A place by its document. */
interface FoundPlace {
  readonly index: number
  readonly text: PlacedText
  readonly from: number
}

export class PlacedTexts {
  readonly #given: GivenTexts
  readonly #visited: Int32Array | undefined
  readonly #texts: WindowedTexts
  readonly #places: DocumentPlaces
  readonly #known = new Map<number, PlacedText>()
  #bytes = 0

  /** @param visited documents in visiting order. Default: as given */
  constructor(
    given: GivenTexts,
    visited: Int32Array | undefined,
    texts: WindowedTexts,
    places: DocumentPlaces,
  ) {
    this.#given = given
    this.#visited = visited
    this.#texts = texts
    this.#places = places
  }

  find(place: number): FoundPlace {
    const i = this.#places.documentOf(place)
    const index = this.#visited?.[i] ?? i
    return { index, text: this.#textOf(index), from: place - this.#places.startOf(i) }
  }

  #textOf(index: number): PlacedText {
    const known = this.#known.get(index)
    if (known !== undefined) return known
    const text = this.#texts.placed(this.#given.texts.bytesOf(index))
    if (this.#bytes > mostBytes) {
      this.#known.clear()
      this.#bytes = 0
    }
    this.#known.set(index, text)
    this.#bytes += text.bytes
    return text
  }

  /** A run of places as callers get it. */
  shown({ index, text, from }: FoundPlace, length: number): PassagePlace {
    return { index, id: this.#given.idOf(index), ...text.spanOf(from, length) }
  }
}
