/** Record bytes: the bytes of records again, in input order, from large blocks. */
import { recordEndOf } from '../formats/cuts.ts'
import type { SourceFormat, TableFormat } from '../formats/format.ts'
import { cutOf, readerOf } from '../formats/formats.ts'
import { rowLine } from '../formats/table/row-values.ts'
import { readWhole } from '../inputs/source-slices.ts'
import type { Run } from './run.ts'

const blockBytes = 2 ** 20

/** The bytes of a source, read in large blocks. */
export class RecordBytes {
  readonly #run: Run
  readonly #source: number
  #block = Buffer.alloc(0)
  #from = 0

  constructor(run: Run, source: number) {
    this.#run = run
    this.#source = source
  }

  /** A view, valid until the next call. */
  at(offset: number, length: number): Buffer {
    if (offset < this.#from || offset + length > this.#from + this.#block.length) {
      const { sources, thread } = this.#run
      const plain = sources.plain[this.#source]
      const most = Math.max(0, sources.sizes[this.#source] - offset)
      this.#block = Buffer.alloc(Math.max(length, Math.min(blockBytes, most)))
      this.#from = offset
      readWhole(thread.files.of(plain.file), plain, this.#block, offset)
    }
    return this.#block.subarray(offset - this.#from, offset - this.#from + length)
  }
}

/** The records of adjacent bytes; blank lines are none. */
function* recordsIn(format: SourceFormat, bytes: Buffer): Generator<Buffer> {
  const recordEnd = recordEndOf(cutOf(format))
  const { isBlank } = readerOf(format)
  for (let from = 0; from < bytes.length; ) {
    const to = recordEnd(bytes, from, bytes.length, true)
    const record = bytes.subarray(from, to)
    if (!isBlank(record)) yield record
    from = to
  }
}

/** Rows of a table as lines of JSON. @param slices from, to, from, to, ... */
export function linesOfRows(
  run: Run,
  { source, slices }: { readonly source: number; readonly slices: Float64Array },
  format: TableFormat,
): Buffer {
  const bytes = new RecordBytes(run, source)
  const lines: Buffer[] = []
  for (let at = 0; at < slices.length; at += 2) {
    const rows = bytes.at(slices[at], slices[at + 1] - slices[at])
    for (const row of recordsIn(format, rows)) lines.push(rowLine(row, format.columns))
  }
  return Buffer.concat(lines)
}

/** A record of a source as the run read it. */
interface ReadRecord {
  /** Absent if the record has no text, and is kept for that. */
  readonly document?: number
  /** Valid until the next one. */
  readonly record: Buffer
  /** Its number in the source, from 1. */
  readonly number: number
}

/** The documents of a source in input order, and between them the records without a text that the run keeps. */
export function* recordsOf(run: Run, source: number): Generator<ReadRecord> {
  const { documents, sources } = run
  const { format } = sources.plain[source]
  const bytes = new RecordBytes(run, source)
  const nulls = documents.nulls.keptOf(source)
  let nextNull = 0
  const end = documents.records.firstDocument(source + 1)
  for (let document = documents.records.firstDocument(source); document <= end; document++) {
    for (; nextNull < nulls.length && nulls[nextNull].document === document; nextNull++) {
      let { offset, length, record: number } = nulls[nextNull]
      for (const record of recordsIn(format, bytes.at(offset, length))) yield { record, number: number++ }
    }
    if (document === end) break
    const { offset, length } = documents.placeOf(document)
    yield { document, record: bytes.at(offset, length), number: documents.records.numberOf(document) }
  }
}
