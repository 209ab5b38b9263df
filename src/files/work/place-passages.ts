/** Places of passages: texts read again, where in them passages and first copies stand, and their tokens. */
import type { DocumentId } from '../../engine/library/document.ts'
import { withRoom } from '../../ground/lists/growing-lists.ts'
import { hasPeriod, type PlacedText } from '../../texts/passages/placed-text.ts'
import { placedText } from '../../texts/passages/unit-text.ts'
import { formats } from '../formats/formats.ts'
import { idAt, type Places, placeIn, readTexts } from './thread/record-reader.ts'
import type { Thread, ThreadPassages } from './thread/thread.ts'

export interface PlaceTask {
  readonly kind: 'place'
  readonly places: Places
  /** [documents] two numbers: of its ranges that are first copies, of those that are passages. */
  readonly counts: Uint32Array
  /**
   * For each range its first place, the number of its places, of those compared, and its period, 0 for none: those of
   * the first document, those of the second ...
   */
  readonly ranges: Uint32Array
}

/** Tokens of ranges, one behind the other. */
interface RangeBytes {
  readonly firsts: Uint8Array
  readonly passages: Uint8Array
}

export interface PlacedRanges {
  /** [documents] null if the record has none, and in formats without ids. */
  readonly ids: readonly (DocumentId | null)[]
  /** [ranges] four numbers: from, to, in UTF-16 units, and in bytes. */
  readonly spans: Uint32Array
  /** [ranges] */
  readonly tokens: Uint32Array
  /** [ranges] two numbers: from, to, in `firsts` or `passages`. */
  readonly bounds: Uint32Array
  /** [ranges] 1: the bytes are those of the text, which is plain; 0: canonical tokens. */
  readonly isPlain: Uint8Array
  readonly bytes: RangeBytes
  /** Whether all ranges repeat themselves as their periods say. */
  readonly haveTheirPeriods: boolean
}

export function placePassages(thread: Thread, { places, counts, ranges }: PlaceTask): PlacedRanges {
  const { space } = thread
  const { unit } = thread.passages as ThreadPassages
  const placed = new PlacedRange(ranges.length / 4)
  const ids: (DocumentId | null)[] = []
  let range = 0
  for (const { from, to, free, record } of readTexts(thread, places)) {
    const i = ids.length
    ids.push(idOf(thread, places, i, record))
    const text = placedText(space, space.bytes.slice(from, to), free, unit)
    const firstPassage = range + counts[2 * i]
    for (const end = firstPassage + counts[2 * i + 1]; range < end; range++)
      placed.set(range, text, ranges, range < firstPassage)
  }
  return { ids, ...placed.finish() }
}

function idOf(thread: Thread, places: Places, i: number, record: number): DocumentId | null {
  const place = placeIn(places, i)
  if (!formats[place.source.format.name].hasIds) return null
  return idAt(thread, place, record) ?? null
}

/** The columns of a result while they are filled. */
class PlacedRange {
  readonly #spans: Uint32Array
  readonly #tokens: Uint32Array
  readonly #bounds: Uint32Array
  readonly #isPlain: Uint8Array
  readonly #firsts = new ByteList()
  readonly #passages = new ByteList()
  #haveTheirPeriods = true

  constructor(count: number) {
    this.#spans = new Uint32Array(4 * count)
    this.#tokens = new Uint32Array(count)
    this.#bounds = new Uint32Array(2 * count)
    this.#isPlain = new Uint8Array(count)
  }

  set(range: number, text: PlacedText, ranges: Uint32Array, isFirst: boolean): void {
    const [from, length, copied, period] = ranges.subarray(4 * range, 4 * range + 4)
    const span = text.spanOf(from, length)
    const at = 4 * range
    this.#spans[at] = span.from
    this.#spans[at + 1] = span.to
    this.#spans[at + 2] = span.fromByte
    this.#spans[at + 3] = span.toByte
    this.#tokens[range] = text.tokensOf(from, length)
    this.#isPlain[range] = text.isPlain ? 1 : 0
    const list = isFirst ? this.#firsts : this.#passages
    this.#haveTheirPeriods &&= hasPeriod(text, from, length, period)
    const bytes = text.isPlain ? text.rawOf(from, copied) : text.contentOf(from, copied)
    const start = list.add(bytes)
    this.#bounds[2 * range] = start
    this.#bounds[2 * range + 1] = start + bytes.length
  }

  finish(): Omit<PlacedRanges, 'ids'> {
    return {
      ...{ spans: this.#spans, tokens: this.#tokens, bounds: this.#bounds, isPlain: this.#isPlain },
      haveTheirPeriods: this.#haveTheirPeriods,
      bytes: { firsts: this.#firsts.finish(), passages: this.#passages.finish() },
    }
  }
}

/** Views of texts, one behind the other; what overlaps the one before in its text is kept once. */
class ByteList {
  #bytes = new Uint8Array(4096)
  #length = 0
  /** The text of those added last, where they begin in it, and where that is here. */
  #text: ArrayBufferLike | undefined
  #from = 0
  #at = 0

  /** @returns where it is */
  add(view: Uint8Array): number {
    const end = this.#from + this.#length - this.#at
    if (view.buffer !== this.#text || view.byteOffset < this.#from || view.byteOffset > end) {
      this.#text = view.buffer
      this.#from = view.byteOffset
      this.#at = this.#length
    }
    const start = this.#at + view.byteOffset - this.#from
    const known = this.#length - start
    if (view.length > known) {
      this.#bytes = withRoom(this.#bytes, start + view.length)
      this.#bytes.set(view.subarray(known), this.#length)
      this.#length = start + view.length
    }
    return start
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }
}
