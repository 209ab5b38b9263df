/** Places of passages: texts read again, compared token by token, and where in them passages stand. */
import type { DocumentId } from '../../engine/library/document.ts'
import { haveSameTokens, type PlacedText } from '../../texts/passages/placed-text.ts'
import { placedText } from '../../texts/passages/unit-text.ts'
import { formatTraits } from '../formats/formats.ts'
import type { Places } from '../thread/places.ts'
import { idAt, placeIn, type RecordPlace, readText } from '../thread/record-reader.ts'
import type { Thread, ThreadPassages } from '../thread/thread.ts'

export interface PlaceTask {
  readonly kind: 'place'
  /** The documents, each once, and their numbers in the run. */
  readonly places: Places
  readonly numbers: Int32Array
  /** For each passage five u32: document (in `places`), place, length; document and place of the first copy. */
  readonly rows: Uint32Array
}

/** Numbers of a row of `PlacedPassages.spans`. */
export const spanStride = 9

export interface PlacedPassages {
  /** [documents] null if the record has none, and in formats without ids. */
  readonly ids: readonly (DocumentId | null)[]
  /** For each passage: from, to, in UTF-16 units, and in bytes; those of the first copy; tokens. */
  readonly spans: Uint32Array
  /** Whether all passages have the tokens of their first copy. */
  readonly areSame: boolean
}

/** Bytes of texts that a thread keeps. */
const mostBytes = 32 * 2 ** 20

export function placePassages(thread: Thread, { places, numbers, rows }: PlaceTask): PlacedPassages {
  const texts = new TextsOfTask(thread, places, numbers)
  const count = rows.length / 5
  const spans = new Uint32Array(spanStride * count)
  let areSame = true
  for (let i = 0; i < count; i++) {
    const [document, from, length, firstDocument, firstFrom] = rows.subarray(5 * i, 5 * i + 5)
    const later = texts.of(document)
    const first = texts.of(firstDocument)
    areSame &&= haveSameTokens(later, from, first, firstFrom, length)
    const [a, b] = [later.spanOf(from, length), first.spanOf(firstFrom, length)]
    spans.set([a.from, a.to, a.fromByte, a.toByte, b.from, b.to, b.fromByte, b.toByte], spanStride * i)
    spans[spanStride * i + 8] = later.tokensOf(from, length)
  }
  return { ids: texts.ids(), spans, areSame }
}

class TextsOfTask {
  readonly #thread: Thread
  readonly #places: Places
  readonly #numbers: Int32Array
  readonly #ids: (DocumentId | null)[] = []
  #bytes = 0

  constructor(thread: Thread, places: Places, numbers: Int32Array) {
    this.#thread = thread
    this.#places = places
    this.#numbers = numbers
    for (const { text } of this.#known.values()) this.#bytes += text.bytes
  }

  get #known(): ThreadPassages['texts'] {
    return (this.#thread.passages as ThreadPassages).texts
  }

  of(document: number): PlacedText {
    const number = this.#numbers[document]
    const known = this.#known.get(number)
    if (known !== undefined) {
      this.#ids[document] = known.id
      return known.text
    }
    const named = namedText(this.#thread, placeIn(this.#places, document))
    if (this.#bytes > mostBytes) {
      this.#known.clear()
      this.#bytes = 0
    }
    this.#bytes += named.text.bytes
    this.#known.set(number, named)
    this.#ids[document] = named.id
    return named.text
  }

  /** REQUIRES: `of` for each document */
  ids(): readonly (DocumentId | null)[] {
    return this.#ids
  }
}

/** The text of a record by its places, and the id of the record; null if it has none, and in formats without ids. */
function namedText(thread: Thread, place: RecordPlace): { text: PlacedText; id: DocumentId | null } {
  const { space, sets } = thread
  const { unit } = thread.passages as ThreadPassages
  const { from, to } = readText(thread, place, sets.free)
  const text = space.bytes.slice(from, to)
  const { hasIds } = formatTraits[place.source.format.name]
  // The record is still at `sets.free`.
  const id = hasIds ? idAt(thread, place, sets.free) : undefined
  return { text: placedText(space, text, sets.free, unit), id: id ?? null }
}
