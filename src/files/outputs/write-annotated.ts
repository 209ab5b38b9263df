/**
 * Writes records with annotations, in input order: each byte of a record stays, the new fields follow its last one.
 *
 *     {"id":7,"text":"a"}  ─▶  {"id":7,"text":"a","c":1}          7,a  ─▶  7,a,1
 */

import { csvField } from '../../ground/csv-field.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { type Dialect, noQuote } from '../formats/cut-csv.ts'
import { ArrayWriter, type ElementWriter, LineWriter } from '../formats/element-line.ts'
import { isWide, WideWriter } from '../formats/encodings.ts'
import type { SourceFormat } from '../formats/format.ts'
import { contentLength } from '../formats/record-format.ts'
import { formatOfName } from '../io/file-name.ts'
import type { Input } from '../io/inputs/input.ts'
import { finishOutput } from '../io/output.ts'
import { RecordBytes, recordsOf } from '../run/record-bytes.ts'
import type { Run } from '../run/run.ts'
import { checkUnchanged } from './check-inputs.ts'
import { headerPiece } from './kept-pieces.ts'
import { lineWriter } from './spreadsheet-writer.ts'
import { type Cell, cellJson } from './table-lines.ts'
import { encodingOfSources, type IsKept } from './write-kept.ts'

/** Bytes written at once. */
const blockBytes = 2 ** 20

interface Annotated {
  readonly path: string
  /** The number of the first input whose records are written. */
  readonly from: number
  /** The fields that records get. */
  readonly names: readonly string[]
  readonly cellsOf: (document: number) => readonly Cell[]
  /** What a record without a text gets. */
  readonly nullCells: readonly Cell[]
  /** The documents that are written. */
  readonly isWritten: IsKept
}

/** @returns bytes written before they are compressed @throws NearsameError OPTION_VALUE if a record has such a field */
export async function writeAnnotated(run: Run, annotated: Annotated): Promise<number> {
  const { from, path } = annotated
  const encoding = encodingOfSources(run, run.sources.plain.length, from)
  return finishOutput(path, run.publication, async output => {
    const lines = lineWriter(run, elementsOf(run.settings.set.inputs[from], path, encoding))
    let waiting: Buffer[] = []
    let [size, bytes] = [0, 0]
    const flush = async () => {
      const written = lines.write(Buffer.concat(waiting))
      await output.write(written)
      bytes += written.length
      waiting = []
      size = 0
    }
    for (const piece of annotatedPieces(run, annotated, encoding)) {
      waiting.push(piece)
      size += piece.length
      if (size < blockBytes) continue
      await flush()
      await run.rest()
    }
    await flush()
    await output.write(lines.end())
    checkUnchanged(run.settings.set.inputs)
    return bytes
  })
}

function elementsOf({ format }: Input, path: string, encoding: string): ElementWriter | undefined {
  if (format === 'json') return formatOfName(path).format === 'jsonl' ? new LineWriter() : new ArrayWriter()
  return isWide(encoding) ? new WideWriter(encoding) : undefined
}

/** The header, and every record that is written with its fields. */
function* annotatedPieces(
  run: Run,
  { from, names, cellsOf, nullCells, isWritten }: Annotated,
  encoding: string,
): Generator<Buffer> {
  const { sources } = run
  if (encoding !== 'utf-8' && !isWide(encoding)) checkAscii(names, encoding)
  const plain = sources.plain
  const header = headerPiece(run, plain.length, from)
  if (header !== undefined) {
    const { format } = plain[header.source]
    const start = new RecordBytes(run, header.source).at(0, header.bytes)
    yield headerOf(format).length === 0 ? start : withFields(format, start, names, names, '')
  }
  for (let source = from; source < plain.length; source++) {
    const { format, path } = plain[source]
    checkNew(headerOf(format), names, path)
    for (const { document, record, number } of recordsOf(run, source)) {
      const at = `${path}:${number}`
      if (document === undefined) yield withFields(format, record, names, nullCells, at)
      else if (isWritten(document)) yield withFields(format, record, names, cellsOf(document), at)
    }
  }
}

const headerOf = (format: SourceFormat): readonly string[] => ('header' in format ? format.header : [])

/** A record, or a header, with more fields and a line feed at its end. @param where for messages */
function withFields(
  format: SourceFormat,
  record: Buffer,
  names: readonly string[],
  cells: readonly Cell[],
  where: string,
): Buffer {
  const length = contentLength(record)
  const lineEnd = length === record.length ? Buffer.from('\n') : record.subarray(length)
  if ('dialect' in format) {
    const separator = String.fromCharCode(format.dialect.separator)
    const added = cells.map(cell => separator + cellOf(cell, format.dialect, where)).join('')
    return Buffer.concat([record.subarray(0, length), Buffer.from(added), lineEnd])
  }
  checkNew(namesIn(record, names), names, where)
  const close = record.lastIndexOf(0x7d)
  let before = close - 1
  while (record[before] <= 32) before--
  const added = cells.map((cell, i) => `${JSON.stringify(names[i])}:${cellJson(cell)}`).join(',')
  return Buffer.concat([
    record.subarray(0, close),
    Buffer.from(record[before] === 0x7b ? added : `,${added}`),
    record.subarray(close, length),
    lineEnd,
  ])
}

/** @throws NearsameError OPTION_VALUE for a value that must be quoted, where no field is */
function cellOf(cell: Cell, { separator, quote }: Dialect, where: string): string {
  if (quote !== noQuote) return csvField(cell, String.fromCharCode(separator), String.fromCharCode(quote))
  const text = cell === null || Number.isNaN(cell) ? '' : String(cell)
  if (!/[\r\n]/.test(text) && !text.includes(String.fromCharCode(separator))) return text
  throw new NearsameError('OPTION_VALUE', {
    expected: 'added values without the separator and without line ends, as `quote` is none',
    got: JSON.stringify(text),
    where,
    fix: 'write JSON lines, or name a quote',
  })
}

/** The fields of a record of JSON; none if its bytes show that it has none of `names`. */
function namesIn(record: Buffer, names: readonly string[]): string[] {
  if (!record.includes(0x5c) && !names.some(name => record.includes(JSON.stringify(name)))) return []
  return Object.keys(JSON.parse(record.toString()) as object)
}

/** @throws NearsameError OPTION_VALUE if a record has a field of an annotation */
function checkNew(found: readonly string[], names: readonly string[], where: string): void {
  const taken = names.find(name => found.includes(name))
  if (taken === undefined) return
  throw new NearsameError('OPTION_VALUE', {
    expected: 'added fields that the records do not have',
    got: JSON.stringify(taken),
    where,
    fix: 'rename the field, or of `dedupe` choose another name with `annotate`, as in cluster=cluster_number',
  })
}

/** @throws NearsameError OPTION_VALUE */
function checkAscii(names: readonly string[], encoding: string): void {
  const other = names.find(name => /[^ -~]/.test(name))
  if (other === undefined) return
  throw new NearsameError('OPTION_VALUE', {
    expected: `\`annotate\` to name fields in ASCII, as the records are in ${encoding}`,
    got: JSON.stringify(other),
    fix: 'choose another name',
  })
}
