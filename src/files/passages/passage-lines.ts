/**
 * Passage lines: passages with their places in the original texts, compared token by token on the way.
 *
 *     rows ─▶ one line each, or one for each document of the other side that has it ─▶ spans and ids (threads) ─▶ JSON
 */
import { newTokens } from '../../engine/passages/find-passages.ts'
import { copiesOf } from '../../engine/passages/passage-rows.ts'
import { isFileEach } from '../formats/formats.ts'
import { placesOf } from '../run/documents/places.ts'
import { idJson } from '../run/identities.ts'
import { answersInOrder } from '../run/results-in-order.ts'
import type { Run } from '../run/run.ts'
import { type PlacedPassages, spanStride } from '../tasks/place-passages.ts'
import type { FoundRows } from './passage-search.ts'

/** Different tokens have the same hash: search again with a salt. */
export class HashesCollide extends Error {}

/** Lines of a task. */
const mostLines = 1024

/** A line before its spans are known. */
interface Line {
  readonly document: number
  readonly from: number
  readonly length: number
  readonly first: number
  readonly firstFrom: number
  readonly places: number
  /** Whether it is the first of its row. */
  readonly isNew: boolean
}

export class PassageLines {
  /** Lines, passages, and tokens of the inputs in passages. */
  lines = 0
  passages = 0
  repeated = 0
  /** [documents of the inputs] their tokens outside of passages. */
  readonly left: Uint32Array
  readonly #run: Run
  readonly #found: FoundRows
  readonly #split: number
  readonly #maxPlaces: number
  /** The document and place up to which passages have been counted. */
  #document = -1
  #covered = 0

  constructor(run: Run, found: FoundRows, { split, maxPlaces }: { split: number; maxPlaces: number }) {
    this.#run = run
    this.#found = found
    this.#split = split
    this.#maxPlaces = maxPlaces
    this.left = found.tokens.slice()
  }

  /** @throws HashesCollide */
  async *texts(): AsyncGenerator<string> {
    const { settings, threads } = this.#run
    const place = async (lines: readonly Line[]) => ({ lines, ...(await this.#place(lines)) })
    for await (const part of answersInOrder(this.#parts(), 4 * threads, place)) {
      if (!part.placed.areSame) throw new HashesCollide()
      let text = ''
      for (const [i, line] of part.lines.entries()) text += this.#lineOf(line, i, part)
      yield text
      const { count } = this.#found.rows
      const progress = { stage: 'verify' as const, documents: this.#run.documents.count }
      settings.events.progress({ ...progress, bytes: this.passages, totalBytes: Math.max(1, count) })
      await this.#run.rest()
    }
  }

  async #place(lines: readonly Line[]) {
    const index = new Map<number, number>()
    const numberOf = (document: number): number => {
      const known = index.get(document)
      if (known !== undefined) return known
      index.set(document, index.size)
      return index.size - 1
    }
    const rows = new Uint32Array(5 * lines.length)
    lines.forEach(({ document, from, length, first, firstFrom }, i) => {
      rows.set([numberOf(document), from, length, numberOf(first), firstFrom], 5 * i)
    })
    const numbers = Int32Array.from(index.keys())
    const places = placesOf(this.#run.documents, numbers)
    return { index, placed: await this.#run.run({ kind: 'place', places, numbers, rows }) }
  }

  #lineOf(
    line: Line,
    i: number,
    { index, placed }: { readonly index: ReadonlyMap<number, number>; readonly placed: PlacedPassages },
  ): string {
    const spans = placed.spans.subarray(spanStride * i, spanStride * (i + 1))
    const tokens = spans[8]
    if (line.isNew) this.#count(line, tokens)
    this.lines++
    const { documents } = this.#run
    const shown = (document: number, at: number) => {
      const given = placed.ids[index.get(document) as number]
      const { path, id = path, format } = documents.sources[documents.records.sourceOf(document)]
      const name = documents.at(document)
      const own = given ?? (isFileEach(format.name) ? id : name)
      const [from, to, fromByte, toByte] = spans.subarray(at, at + 4)
      return (
        `"id":${idJson(own)},"at":${JSON.stringify(name)},` +
        `"from":${from},"to":${to},"fromByte":${fromByte},"toByte":${toByte}`
      )
    }
    return `{${shown(line.document, 0)},"tokens":${tokens},"first":{${shown(line.first, 4)}},"places":${line.places}}\n`
  }

  #count({ document, from, length }: Line, tokens: number): void {
    this.passages++
    if (document !== this.#document) {
      this.#document = document
      this.#covered = 0
    }
    const fresh = newTokens(from, length, tokens, this.#covered)
    this.#covered = Math.max(this.#covered, from + length)
    this.repeated += fresh
    this.left[document] -= fresh
  }

  *#parts(): Generator<Line[]> {
    let part: Line[] = []
    for (const line of this.#all()) {
      part.push(line)
      if (part.length < mostLines) continue
      yield part
      part = []
    }
    if (part.length > 0) yield part
  }

  /** In the order of the documents, then of their places. */
  *#all(): Generator<Line> {
    const { rows, order, places, against } = this.#found
    const copies = against === undefined ? copiesOf(rows) : undefined
    for (const row of rowsInOrder(this.#found)) {
      const [at, length, first] = [rows.at[row], rows.length[row], rows.first[row]]
      const i = places.documentOf(at)
      const line = { document: order[i], from: at - places.startOf(i), length }
      if (against === undefined) {
        const f = places.documentOf(first)
        const earlier = { first: order[f], firstFrom: first - places.startOf(f) }
        yield { ...line, ...earlier, places: copies?.[row] ?? 0, isNew: true }
        continue
      }
      const { listed, all } = against.placesOf(first, length, this.#maxPlaces)
      for (const [n, place] of listed.entries()) {
        const item = against.documentOf(place)
        const there = { first: this.#split + item, firstFrom: place - against.places.startOf(item) }
        yield { ...line, ...there, places: all, isNew: n === 0 }
      }
    }
  }
}

/** Numbers of rows by the numbers of their documents. */
function rowsInOrder({ rows, order, places }: FoundRows): Uint32Array {
  const numbers = Uint32Array.from({ length: rows.count }, (_, i) => i)
  const isInput = order.every((document, i) => document === i)
  if (isInput) return numbers
  const documents = numbers.map(row => order[places.documentOf(rows.at[row])])
  return numbers.sort((a, b) => documents[a] - documents[b] || rows.at[a] - rows.at[b])
}
