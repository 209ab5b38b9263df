/** Rows: the documents of one range, written to the open chunk of the thread. */
import { writeRows } from '../../engine/columns/chunks.ts'
import type { OpenChunk, RowRun } from './thread/open-chunk.ts'

export interface RowColumns {
  readonly documents: number
  /** Where their rows are, in the order of the documents. */
  readonly runs: readonly RowRun[]
  /** For each keep-rule field, the value in each document. */
  readonly fields: readonly unknown[][]
}

/** Where the records are: their offsets in the file, and their lengths. */
export function placesIn({ documents, runs }: Pick<RowColumns, 'documents' | 'runs'>): {
  readonly offsets: Float64Array
  readonly lengths: Uint32Array
} {
  const offsets = new Float64Array(documents)
  const lengths = new Uint32Array(documents)
  let first = 0
  for (const { chunk, row, count } of runs) {
    offsets.set(chunk.offset.subarray(row, row + count), first)
    lengths.set(chunk.length.subarray(row, row + count), first)
    first += count
  }
  return { offsets, lengths }
}

export class Rows {
  readonly #open: OpenChunk
  readonly #bands: number
  readonly #fields: unknown[][]
  readonly #runs: RowRun[] = []
  #documents = 0
  /** Places of documents that wait to be described: offset, length, bytes of the text. */
  readonly #places: number[] = []

  /** @param bands keys in a described row */
  constructor(open: OpenChunk, bands: number, fields: number) {
    this.#open = open
    this.#bands = bands
    this.#fields = Array.from({ length: fields }, () => [])
  }

  add(offset: number, length: number, textBytes: number, fields: readonly unknown[]): void {
    this.#places.push(offset, length, textBytes)
    for (let i = 0; i < fields.length; i++) this.#fields[i].push(fields[i])
  }

  /** Writes the documents added since the last call. @param values their rows of `Kernels.describe` */
  describe(values: Uint32Array): void {
    const { shape } = this.#open.settings
    const bands = this.#bands
    const rows = { values, bands, takesKeys: bands === shape.bands, sketches: shape.sketches }
    const count = this.#places.length / 3
    for (let from = 0; from < count; ) {
      const run = this.#open.take(count - from)
      writeRows(run.chunk, run.row, rows, from, run.count)
      this.#writePlaces(run, from)
      this.#append(run)
      from += run.count
    }
    this.#documents += count
    this.#places.length = 0
  }

  #writePlaces({ chunk: { offset, length, textBytes }, row, count }: RowRun, from: number): void {
    const places = this.#places
    for (let i = 0, at = 3 * from; i < count; i++, at += 3) {
      offset[row + i] = places[at]
      length[row + i] = places[at + 1]
      if (textBytes.length > 0) textBytes[row + i] = places[at + 2]
    }
  }

  #append(run: RowRun): void {
    const last = this.#runs.at(-1)
    if (last?.number === run.number) last.count += run.count
    else this.#runs.push(run)
  }

  finish(): RowColumns {
    return { documents: this.#documents, runs: this.#runs, fields: this.#fields }
  }
}
