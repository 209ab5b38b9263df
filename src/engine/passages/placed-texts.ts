/** Texts of a side by their places, those used last; and passages as callers get them. */
import { hasPeriod, haveSameTokens, type PlacedText } from '../../texts/passages/placed-text.ts'
import type { GivenTexts, WindowedTexts } from './memory-texts.ts'
import { type DocumentPlaces, newTokens, type PassageRows } from './passage-rows.ts'
import type { Passage, PassagePlace } from './passages.ts'

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

/** Places of the first copies of a passage, and how many copies there are. */
interface Copies {
  readonly listed: readonly number[]
  readonly all: number
}

/**
 * Passages with their spans, one for each of their first copies, compared token by token.
 *
 * @param later the texts in which they stand @param earlier those of their first copies
 * @returns undefined if two have other tokens
 */
export async function shownPassages(
  rows: PassageRows,
  { later, earlier }: Readonly<Record<'later' | 'earlier', PlacedTexts>>,
  copiesOf: (row: number) => Copies,
  breath: () => Promise<void>,
): Promise<{ list: Passage[]; repeated: number } | undefined> {
  const list: Passage[] = []
  let repeated = 0
  let covered = 0
  for (let row = 0; row < rows.count; row++) {
    const [at, length] = [rows.at[row], rows.length[row]]
    const [copied, period] = [rows.copied[row], rows.period[row]]
    const { text, from, index } = later.find(at)
    if (!hasPeriod(text, from, length, period)) return undefined
    const tokens = text.tokensOf(from, length)
    repeated += newTokens(at, length, tokens, covered)
    covered = Math.max(covered, at + length)
    const shown = { ...later.shown({ index, text, from }, length), tokens, ...(period > 0 && { period }) }
    const { listed, all } = copiesOf(row)
    for (const place of listed) {
      const copy = earlier.find(place)
      if (!haveSameTokens(text, from, copy.text, copy.from, copied)) return undefined
      list.push({ ...shown, first: earlier.shown(copy, copied), places: all })
    }
    await breath()
  }
  return { list, repeated }
}
