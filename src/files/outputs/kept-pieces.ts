/** Pieces: the kept records as byte ranges of their sources, in input order, a few megabytes each. */

import type { Settled } from '../../engine/batch/columns.ts'
import { chunkOf, rowOf } from '../../engine/columns/chunks.ts'
import { firstWhere } from '../../ground/lists/bisection.ts'
import type { Documents } from '../run/documents/documents.ts'
import type { Run } from '../run/run.ts'

/** Bytes of a source copied unchanged to the output; `isOpen` if a line feed must follow before the next piece. */
export interface Piece {
  readonly source: number
  /** From, to, from, to, ... */
  readonly slices: Float64Array
  readonly bytes: number
  readonly records: number
  readonly isOpen: boolean
}

/** Bytes copied by one task. */
const pieceBytes = 4 * 2 ** 20

/**
 * All pieces of a run's lines, the header of CSV first.
 *
 * @param count the number of sources, the first ones of the run
 * @param settled the documents whose fate is known now, called repeatedly
 * @returns yields undefined as long as no more is known
 */
export function* piecesOf(
  run: Run,
  count: number,
  settled: () => Settled,
): Generator<Piece | undefined, undefined> {
  const header = headerPiece(run, count)
  if (header !== undefined) yield header
  for (let source = 0; source < count; source++) {
    yield* sourcePieces(run, source, settled)
  }
}

/** All pieces of one source, after what its file begins with: byte-order mark, a line `sep=;`, header. */
export function* piecesOfShard(run: Run, source: number, isKept: Settled['isKept']): Generator<Piece> {
  const settled = { end: run.documents.count, isKept }
  const start = startPiece(run, source)
  if (start !== undefined) yield start
  for (const piece of sourcePieces(run, source, () => settled)) if (piece !== undefined) yield piece
}

/** What the file of a source begins with, if anything comes before its first record. */
export function startPiece(run: Run, source: number): Piece | undefined {
  const { start } = run.sources.plain[source]
  return start > 0 ? beforeRecords(source, start, false) : undefined
}

/**
 * What comes before the first record: a byte-order mark; in CSV then the line that names the separator, and the header.
 *
 * @param end the sources [from, end) count
 */
export function headerPiece(run: Run, end: number, from = 0): Piece | undefined {
  const plain = run.sources.plain.slice(from, end)
  const header = plain.findIndex(({ format }) => 'header' in format && format.header.length > 0)
  const source = from + Math.max(0, header)
  const { start, format } = run.sources.plain[source] ?? { start: 0 }
  if (start === 0 || (format !== undefined && 'columns' in format)) return undefined
  const isOpen = header >= 0 && !run.sources.endsLine(source, start)
  return beforeRecords(source, start, isOpen)
}

function beforeRecords(source: number, start: number, isOpen: boolean): Piece {
  return { source, slices: Float64Array.of(0, start), bytes: start, records: 0, isOpen }
}

/** Those of documents [from, last) of a source, and of the records without a text before each of them and `last`. */
function* sourcePieces(
  run: Run,
  source: number,
  settled: () => Settled,
  from = run.documents.records.firstDocument(source),
  last = run.documents.records.firstDocument(source + 1),
): Generator<Piece | undefined, undefined> {
  const { documents } = run
  const nulls = documents.nulls.keptOf(source)
  let { end: known, isKept } = settled()
  const open = new OpenPiece(run, source)
  let nextNull = firstWhere(0, nulls.length, at => nulls[at].document >= from)
  for (let document = from; ; ) {
    for (; nextNull < nulls.length && nulls[nextNull].document === document; nextNull++) {
      open.add(nulls[nextNull].offset, nulls[nextNull].length)
      if (open.bytes >= pieceBytes) yield open.close()
    }
    if (document === last) break
    while (document >= known) {
      ;({ end: known, isKept } = settled())
      if (document >= known) yield undefined
    }
    const to = Math.min(last, known, nulls[nextNull]?.document ?? last)
    document = open.addKept(documents, isKept, document, to)
    if (open.bytes >= pieceBytes) yield open.close()
  }
  if (open.bytes > 0) yield open.close()
}

/** Pieces of a source in which some documents are written otherwise, and these documents. */
export function* piecesAround(
  run: Run,
  source: number,
  { isKept, isCut }: { isKept(document: number): boolean; isCut(document: number): boolean },
): Generator<Piece | { readonly document: number; readonly isOpen: boolean }> {
  const { documents } = run
  const last = documents.records.firstDocument(source + 1)
  const settled = () => ({ end: last, isKept })
  for (let from = documents.records.firstDocument(source), to = from; ; from = ++to) {
    while (to < last && !(isKept(to) && isCut(to))) to++
    for (const piece of sourcePieces(run, source, settled, from, to)) if (piece !== undefined) yield piece
    if (to === last) return
    const { offset, length } = documents.placeOf(to)
    yield { document: to, isOpen: isOpenAt(run, source, offset + length) }
  }
}

/** Whether a record that ends here is the last of its source and has no line end. */
function isOpenAt({ sources }: Run, source: number, end: number): boolean {
  return end === sources.sizes[source] && !sources.endsLine(source, end)
}

/** A piece that grows; neighbouring records become one slice. */
class OpenPiece {
  bytes = 0
  readonly #run: Run
  readonly #source: number
  /** Where the last record ends. */
  #end = 0
  #slices: number[] = []
  #records = 0

  constructor(run: Run, source: number) {
    this.#run = run
    this.#source = source
  }

  add(from: number, length: number): void {
    const slices = this.#slices
    this.#end = from + length
    if (slices[slices.length - 1] === from) slices[slices.length - 1] = this.#end
    else slices.push(from, this.#end)
    this.bytes += length
    this.#records++
  }

  /** Adds the kept ones of documents [from, to) until the piece is full. @returns the first document not visited */
  addKept(documents: Documents, isKept: Settled['isKept'], from: number, to: number): number {
    for (let document = from; document < to; document++) {
      if (!isKept(document)) continue
      const { offset, length } = chunkOf(documents, document)
      const row = rowOf(documents, document)
      this.add(offset[row], length[row])
      if (this.bytes >= pieceBytes) return document + 1
    }
    return to
  }

  /** What has been added since the last call. */
  close(): Piece {
    const slices = Float64Array.from(this.#slices)
    const [source, records, isOpen] = [
      this.#source,
      this.#records,
      isOpenAt(this.#run, this.#source, this.#end),
    ]
    const closed = { source, slices, bytes: this.bytes, records, isOpen }
    this.#slices = []
    this.#records = 0
    this.bytes = 0
    return closed
  }
}
