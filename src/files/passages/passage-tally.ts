/**
 * Passage tally: the passages most worth a look, noted while their lines are written.
 *
 *     rows ─▶ repeated tokens of each first copy ─▶ those with most ─▶ where they stand
 *
 * Cost: 8 bytes a first copy.
 */
import type { PlacedRows } from './placed-rows.ts'

const mostPassages = 200
const mostOthers = 5

/** A text that stands in several places. */
export interface NotedPassage {
  readonly tokens: number
  /** Tokens of its later copies: more than `tokens` each if they repeat themselves. */
  repeated: number
  /** Number of places, the first included. */
  places: number
  /** The document with the first copy, and where it stands there, in UTF-16 units. */
  readonly document: number
  readonly from: number
  readonly to: number
  /** Further documents with it. */
  readonly others: number[]
}

interface TakenRow {
  readonly row: number
  readonly line: number
  readonly document: number
  /** The document with the first copy. */
  readonly first: number
}

export class PassageTally {
  /** Bytes of the inputs in passages. */
  bytes = 0
  readonly #chosen = new Map<number, NotedPassage | undefined>()
  #document = -1
  #coveredBytes = 0

  /** Those with most repeated tokens first. */
  get passages(): NotedPassage[] {
    const noted = [...this.#chosen.values()].filter(each => each !== undefined)
    return noted.sort((a, b) => b.repeated + b.tokens - (a.repeated + a.tokens))
  }

  /** Chooses the passages to note. */
  start({ copies, lines, tokens }: PlacedRows): void {
    const repeated = new Float64Array(copies.count)
    for (let row = 0; row < tokens.length; row++)
      for (let line = lines[row]; line < lines[row + 1]; line++) repeated[copies.of[line]] += tokens[row]
    const order = Uint32Array.from(repeated.keys()).sort((a, b) => repeated[b] - repeated[a] || a - b)
    for (const copy of order.subarray(0, mostPassages)) this.#chosen.set(copy, undefined)
  }

  take(
    { copies, copySpans, copyTokens, tokens }: PlacedRows,
    { row, line, document, first }: TakenRow,
  ): void {
    const copy = copies.of[line]
    if (!this.#chosen.has(copy)) return
    const [from, to] = copySpans.subarray(4 * copy, 4 * copy + 2)
    const start = {
      tokens: copyTokens[copy],
      repeated: 0,
      places: 1,
      document: first,
      from,
      to,
      others: [],
    }
    const noted = this.#chosen.get(copy) ?? start
    noted.places++
    noted.repeated += tokens[row]
    if (noted.others.length < mostOthers && !noted.others.includes(document) && document !== first)
      noted.others.push(document)
    this.#chosen.set(copy, noted)
  }

  /** Counts the bytes of a passage that no passage before it has. REQUIRES: in order of documents and places */
  takeBytes(document: number, spans: Uint32Array, row: number): void {
    if (document !== this.#document) {
      this.#document = document
      this.#coveredBytes = 0
    }
    const [from, to] = spans.subarray(4 * row + 2, 4 * row + 4)
    this.bytes += Math.max(0, to - Math.max(from, this.#coveredBytes))
    this.#coveredBytes = Math.max(this.#coveredBytes, to)
  }
}
