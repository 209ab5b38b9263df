/**
 * Passage lines: passages with their places in the original texts.
 *
 *     rows ─▶ spans and ids of both places, compared ─▶ one line of JSON each, or one for each place of the other side
 */
import { newTokens } from '../../engine/passages/passage-rows.ts'
import { formats } from '../formats/formats.ts'
import { idJson } from '../run/identities.ts'
import type { Run } from '../run/run.ts'
import type { FoundRows } from './passage-search.ts'
import type { PassageTally } from './passage-tally.ts'
import { PlacedRows } from './placed-rows.ts'

/** Lines of one text. */
const mostLines = 1024

interface LineLimits {
  readonly split: number
  readonly maxPlaces: number
}

export class PassageLines {
  /** Lines and passages counted, and tokens of the inputs in them. */
  lines = 0
  /** Bytes of the lines. */
  bytes = 0
  passages = 0
  repeated = 0
  /** [documents of the inputs] their tokens outside of passages. */
  readonly left: Uint32Array
  readonly #run: Run
  readonly #found: FoundRows
  readonly #limits: LineLimits
  readonly #tally: PassageTally | undefined
  /** The document and place up to which passages have been counted. */
  #document = -1
  #covered = 0

  /** @param tally notes what a page shows. Default: nothing is noted */
  constructor(run: Run, found: FoundRows, limits: LineLimits, tally?: PassageTally) {
    this.#run = run
    this.#found = found
    this.#limits = limits
    this.#tally = tally
    this.left = found.tokens.slice()
  }

  /** @param isWanted whether the lines are written, or only counted @throws HashesCollide */
  async *texts(isWanted: boolean): AsyncGenerator<string> {
    const placed = new PlacedRows(this.#run, this.#found, this.#limits)
    await placed.place()
    this.#tally?.start(placed)
    let text = ''
    let lines = 0
    for (const row of rowsInOrder(this.#found)) {
      this.#count(row, placed)
      this.lines += placed.lines[row + 1] - placed.lines[row]
      if (!isWanted) continue
      for (let each = placed.lines[row]; each < placed.lines[row + 1]; each++) {
        const line = this.#lineOf(placed, row, each)
        this.bytes += Buffer.byteLength(line)
        text += line
        if (++lines % mostLines > 0) continue
        yield text
        text = ''
        await this.#run.rest()
      }
    }
    if (text !== '') yield text
  }

  #lineOf(placed: PlacedRows, row: number, line: number): string {
    const { rows, order, places, against } = this.#found
    const document = order[places.documentOf(rows.at[row])]
    const copy = placed.copies.of[line]
    const period = rows.period[row]
    const first = this.#firstOf(placed, line)
    const count = against === undefined ? placed.copies.uses[copy] + 1 : placed.all[row]
    const repeats = period > 0 ? `,"period":${period}` : ''
    return (
      `{${this.#nameOf(placed, document)},${spanOf(placed.spans, row)},"tokens":${placed.tokens[row]}${repeats},` +
      `"first":{${this.#nameOf(placed, first)},${spanOf(placed.copySpans, copy)}},"places":${count}}\n`
    )
  }

  /** The document with the first copy of a line. */
  #firstOf({ copies }: PlacedRows, line: number): number {
    const { order, places, against } = this.#found
    const place = copies.place[copies.of[line]]
    return against === undefined
      ? order[places.documentOf(place)]
      : this.#limits.split + against.documentOf(place)
  }

  #nameOf(placed: PlacedRows, document: number): string {
    const { documents } = this.#run
    const { path, id = path, format } = documents.sources[documents.records.sourceOf(document)]
    const name = documents.at(document)
    const own = placed.ids[document] ?? (formats[format.name].isFileEach ? id : name)
    return `"id":${idJson(own)},"at":${JSON.stringify(name)}`
  }

  #count(row: number, placed: PlacedRows): void {
    const { rows, order, places } = this.#found
    const tokens = placed.tokens[row]
    this.passages++
    const i = places.documentOf(rows.at[row])
    const document = order[i]
    const from = rows.at[row] - places.startOf(i)
    if (document !== this.#document) {
      this.#document = document
      this.#covered = 0
    }
    const fresh = newTokens(from, rows.length[row], tokens, this.#covered)
    this.#covered = Math.max(this.#covered, from + rows.length[row])
    this.repeated += fresh
    this.left[document] -= fresh
    this.#tally?.takeBytes(document, placed.spans, row)
    for (let line = placed.lines[row]; line < placed.lines[row + 1]; line++)
      this.#tally?.take(placed, { row, line, document, first: this.#firstOf(placed, line) })
  }
}

function spanOf(spans: Uint32Array, at: number): string {
  const i = 4 * at
  return `"from":${spans[i]},"to":${spans[i + 1]},"fromByte":${spans[i + 2]},"toByte":${spans[i + 3]}`
}

/** Numbers of rows by the numbers of their documents. */
function rowsInOrder({ rows, order, places }: FoundRows): Uint32Array {
  const numbers = Uint32Array.from({ length: rows.count }, (_, i) => i)
  const isInput = order.every((document, i) => document === i)
  if (isInput) return numbers
  const documents = numbers.map(row => order[places.documentOf(rows.at[row])])
  return numbers.sort((a, b) => documents[a] - documents[b] || rows.at[a] - rows.at[b])
}
