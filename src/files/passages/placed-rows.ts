/**
 * Placed rows: where in the original texts passages and their first copies stand, compared on the way.
 *
 *     rows ─▶ different first copies ─▶ each document with some of both, once, in visiting order (threads)
 *                                            └─▶ spans; the tokens of first copies are kept, those of passages compared
 *
 * First copies are visited before their passages. Cost: 60 bytes a passage, 40 and its tokens a first copy.
 */

import type { DocumentId } from '../../engine/library/document.ts'
import { type FirstCopies, firstCopies } from '../../engine/passages/first-copies.ts'
import type { DocumentPlaces } from '../../engine/passages/passage-rows.ts'
import { areEqualNumbers } from '../../ground/lists/equal-numbers.ts'
import { WordList } from '../../ground/lists/growing-lists.ts'
import { plainCanonical } from '../../texts/passages/window-reader.ts'
import { placesOf } from '../run/documents/document-places.ts'
import { answersInOrder } from '../run/results-in-order.ts'
import type { Run } from '../run/run.ts'
import type { PlacedRanges } from '../work/place-passages.ts'
import { documentParts, type FoundRows } from './passage-search.ts'

/** Different tokens have the same hash: search again with a salt. */
export class HashesCollide extends Error {}

/** A document with its ranges: first copies and rows, each from, to. */
interface Visit {
  readonly document: number
  /** Its first place, which others are counted from. */
  readonly start: number
  readonly copies: readonly [number, number]
  readonly rows: readonly [number, number]
}

const none = new Uint32Array(0)

export class PlacedRows {
  /** The first copies of all lines. */
  readonly copies: FirstCopies
  /** [rows + 1] the first line of each; one line each without another side. */
  readonly lines: Uint32Array
  /** [rows] lines that there would be without a limit; with another side. */
  readonly all: Uint32Array
  /** [rows] and [first copies] four numbers: from, to, in UTF-16 units, and in bytes. */
  readonly spans: Uint32Array
  readonly copySpans: Uint32Array
  /** [rows] and [first copies] */
  readonly tokens: Uint32Array
  readonly copyTokens: Uint32Array
  /** [documents] of those visited; null if it has none. */
  readonly ids: (DocumentId | null)[] = []
  readonly #run: Run
  readonly #found: FoundRows
  readonly #split: number
  /** Token lists of first copies; `#heldAt` has for each passage its list, from, to. */
  readonly #held: Uint8Array[] = []
  readonly #heldAt: Uint32Array
  readonly #heldPlain: Uint8Array

  constructor(run: Run, found: FoundRows, { split, maxPlaces }: { split: number; maxPlaces: number }) {
    this.#run = run
    this.#found = found
    this.#split = split
    const { count, first, copied } = found.rows
    const listed = found.against && listedPlaces(found.rows, found.against, maxPlaces)
    this.copies = listed?.copies ?? firstCopies(first, copied)
    this.lines = listed?.lines ?? Uint32Array.from({ length: count + 1 }, (_, row) => row)
    this.all = listed?.all ?? none
    this.spans = new Uint32Array(4 * count)
    this.tokens = new Uint32Array(count)
    this.copyTokens = new Uint32Array(this.copies.count)
    this.copySpans = new Uint32Array(4 * this.copies.count)
    this.#heldAt = new Uint32Array(3 * this.copies.count)
    this.#heldPlain = new Uint8Array(this.copies.count)
  }

  /** @throws HashesCollide */
  async place(): Promise<void> {
    const { settings, documents, threads } = this.#run
    let done = 0
    let visited = 0
    const parts = documentParts(documents, this.#visits(), ({ document }) => document)
    const place = async (visits: readonly Visit[]) => ({ visits, placed: await this.#place(visits) })
    for await (const { visits, placed } of answersInOrder(parts, 4 * threads, place)) {
      this.#take(visits, placed)
      done += visits.reduce((sum, { rows: [from, to] }) => sum + to - from, 0)
      visited += visits.length
      const totalBytes = Math.max(1, this.#found.rows.count)
      settings.events.progress({ stage: 'verify', documents: visited, bytes: done, totalBytes })
      await this.#run.rest()
    }
    this.#held.length = 0
  }

  *#visits(): Generator<Visit> {
    const { rows, order, places, against } = this.#found
    const { place } = this.copies
    const numberOf = (i: number) => order[i]
    if (against === undefined) {
      yield* visitsOf(places, numberOf, place, rows.at)
      return
    }
    yield* visitsOf(against.places, i => this.#split + i, place, none)
    yield* visitsOf(places, numberOf, none, rows.at)
  }

  #place(visits: readonly Visit[]): Promise<PlacedRanges> {
    const { rows } = this.#found
    const { place, length } = this.copies
    const counts = new Uint32Array(2 * visits.length)
    const ranges = new WordList()
    visits.forEach(({ start, copies, rows: [from, to] }, i) => {
      counts.set([copies[1] - copies[0], to - from], 2 * i)
      for (let copy = copies[0]; copy < copies[1]; copy++) {
        ranges.push(place[copy] - start)
        ranges.push(length[copy])
        ranges.push(length[copy])
        ranges.push(0)
      }
      for (let row = from; row < to; row++) {
        ranges.push(rows.at[row] - start)
        ranges.push(rows.length[row])
        ranges.push(rows.copied[row])
        ranges.push(rows.period[row])
      }
    })
    const places = placesOf(
      this.#run.documents,
      Int32Array.from(visits, ({ document }) => document),
    )
    return this.#run.run({ kind: 'place', places, counts, ranges: ranges.taken() })
  }

  #take(visits: readonly Visit[], placed: PlacedRanges): void {
    if (!placed.haveTheirPeriods) throw new HashesCollide()
    const part = this.#held.push(placed.bytes.firsts) - 1
    let range = 0
    for (const [i, { document, copies, rows }] of visits.entries()) {
      this.ids[document] = placed.ids[i]
      for (let copy = copies[0]; copy < copies[1]; copy++, range++) {
        copySpan(placed.spans, range, this.copySpans, copy)
        this.copyTokens[copy] = placed.tokens[range]
        this.#heldAt[3 * copy] = part
        this.#heldAt[3 * copy + 1] = placed.bounds[2 * range]
        this.#heldAt[3 * copy + 2] = placed.bounds[2 * range + 1]
        this.#heldPlain[copy] = placed.isPlain[range]
      }
      for (let row = rows[0]; row < rows[1]; row++, range++) {
        copySpan(placed.spans, range, this.spans, row)
        this.tokens[row] = placed.tokens[range]
        if (!this.#isSame(row, placed, range)) throw new HashesCollide()
      }
    }
  }

  /** Whether a passage has the tokens of all of its first copies. */
  #isSame(row: number, { bytes, bounds, isPlain }: PlacedRanges, range: number): boolean {
    const own = bytes.passages.subarray(bounds[2 * range], bounds[2 * range + 1])
    for (let line = this.lines[row]; line < this.lines[row + 1]; line++) {
      const copy = this.copies.of[line]
      const at = 3 * copy
      const first = this.#held[this.#heldAt[at]].subarray(this.#heldAt[at + 1], this.#heldAt[at + 2])
      const isLike = isPlain[range] === this.#heldPlain[copy]
      if (isLike && areEqualNumbers(own, first)) continue
      const [a, b] = [this.#canonical(own, isPlain[range]), this.#canonical(first, this.#heldPlain[copy])]
      if (!areEqualNumbers(a, b)) return false
    }
    return true
  }

  #canonical(bytes: Uint8Array, isPlain: number): Uint8Array {
    if (isPlain === 0) return bytes
    const { space, sets } = this.#run.thread
    return plainCanonical(space.canonicalise(bytes, sets.free))
  }
}

function copySpan(from: Uint32Array, fromAt: number, to: Uint32Array, toAt: number): void {
  for (let i = 0; i < 4; i++) to[4 * toAt + i] = from[4 * fromAt + i]
}

/** The documents that have some of both, in the order of places. @param numberOf the document of a place's */
function* visitsOf(
  places: DocumentPlaces,
  numberOf: (i: number) => number,
  copies: Uint32Array,
  rows: Uint32Array,
): Generator<Visit> {
  let [copy, row] = [0, 0]
  while (copy < copies.length || row < rows.length) {
    const next = Math.min(copies[copy] ?? Infinity, rows[row] ?? Infinity)
    const i = places.documentOf(next)
    const end = places.startOf(i + 1)
    const [firstCopy, firstRow] = [copy, row]
    while (copies[copy] < end) copy++
    while (rows[row] < end) row++
    const [start, document] = [places.startOf(i), numberOf(i)]
    yield { document, start, copies: [firstCopy, copy], rows: [firstRow, row] }
  }
}

/** A line for each place of the other side, up to `maxPlaces` for a row. */
function listedPlaces(
  rows: FoundRows['rows'],
  against: NonNullable<FoundRows['against']>,
  maxPlaces: number,
) {
  const [firsts, lengths] = [new WordList(), new WordList()]
  const lines = new Uint32Array(rows.count + 1)
  const all = new Uint32Array(rows.count)
  for (let row = 0; row < rows.count; row++) {
    const found = against.placesOf(rows.first[row], rows.copied[row], maxPlaces)
    for (const place of found.listed) {
      firsts.push(place)
      lengths.push(rows.copied[row])
    }
    lines[row + 1] = firsts.length
    all[row] = found.all
  }
  return { copies: firstCopies(firsts.taken(), lengths.taken()), lines, all }
}
