/**
 * Writes records with annotations, in input order: each byte of a record stays, the new fields follow its last one.
 *
 *     {"id":7,"text":"a"}  ─▶  {"id":7,"text":"a","c":1}          7,a  ─▶  7,a,1
 *
 * Records of a format that takes no fields, and those that the name gives another format, are converted.
 */

import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { decodedBytes, isWide } from '../formats/encodings.ts'
import type { SourceFormat } from '../formats/format.ts'
import { conversionOf, isWorkbook } from '../inputs/resolve/kept-format.ts'
import { RecordBytes } from '../run/record-bytes.ts'
import type { Run } from '../run/run.ts'
import { type AddedFields, checkNew, withFields, withTwinFields } from './added-fields.ts'
import { headerPiece } from './kept-pieces.ts'
import { elementWriter, encodingOfSources, lineWriter } from './line-writer.ts'
import { writeConverted, writtenRecords } from './write-converted.ts'
import type { IsKept } from './write-kept.ts'
import { writeKeptWorkbook } from './write-kept-workbook.ts'
import { writeRecords } from './write-lines.ts'

interface Annotated extends AddedFields {
  readonly path: string
  /** The number of the first input whose records are written. */
  readonly from: number
  /** The documents that are written. */
  readonly isKept: IsKept
}

/** @returns bytes written before they are compressed @throws NearsameError OPTION_VALUE if a record has such a field */
export async function writeAnnotated(run: Run, given: Annotated): Promise<number> {
  const { from, isKept, path } = given
  const inputs = run.settings.set.inputs.slice(from)
  const target = conversionOf({ format: inputs[0].format, inputs }, path, true)
  if (target === undefined && isWorkbook({ format: inputs[0].format, inputs }, path))
    return writeKeptWorkbook(run, { path, source: from, isKept, added: given })
  const annotated = { ...given, ...(await withTwinFields(run, given)) }
  if (target !== undefined) {
    const end = run.sources.plain.length
    return writeConverted(run, { path, target, from, end, isKept, added: annotated })
  }
  const encoding = encodingOfSources(run, run.sources.plain.length, from)
  const lines = lineWriter(run, elementWriter(inputs[0].format, encoding, path))
  return writeRecords(run, path, annotatedPieces(run, annotated, encoding), lines)
}

/** The header, and every record that is written with its fields. */
function* annotatedPieces(run: Run, added: Annotated, encoding: string): Generator<Buffer> {
  const { from, names, twinOf, isKept } = added
  const { plain } = run.sources
  const isOther = encoding !== 'utf-8' && !isWide(encoding)
  // Fields of a twin have any characters, so all of the file is UTF-8, with the mark that spreadsheets look for.
  const isDecoded = isOther && twinOf !== undefined
  const shown = (bytes: Buffer) => (isDecoded ? decodedBytes(bytes, encoding) : bytes)
  if (isDecoded) yield Buffer.from('\ufeff')
  else if (isOther) checkAscii(names, encoding)
  const header = headerPiece(run, plain.length, from)
  if (header !== undefined) {
    const { format } = plain[header.source]
    const start = shown(new RecordBytes(run, header.source).at(0, header.bytes))
    yield headerOf(format).length === 0 ? start : withFields(format, start, names, names, '')
  }
  for (let source = from; source < plain.length; source++) {
    const { format, path } = plain[source]
    checkNew(headerOf(format), names, path)
    for (const { record, at, cells } of writtenRecords(run, { isKept, added }, source))
      yield withFields(format, shown(record), names, cells, at)
  }
}

const headerOf = (format: SourceFormat): readonly string[] => ('header' in format ? format.header : [])

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
