/** First record: everything needed before a source is cut: byte-order mark, CSV header; and what its start shows. */
import { closeSync, openSync, readSync } from 'node:fs'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { inPlace } from '../../ground/errors/place.ts'
import { withoutStacks } from '../../ground/errors/without-stacks.ts'
import type { InputOptions } from '../../ground/options/input-options.ts'
import { markBytesOf } from '../formats/byte-order-mark.ts'
import { dialectBytes, dialectName, findDialect, sameDialect } from '../formats/csv-dialect.ts'
import { csvFields } from '../formats/csv-format.ts'
import type { Dialect } from '../formats/cut-csv.ts'
import { recordEndOf, rowCut } from '../formats/cuts.ts'
import { decodedBytes } from '../formats/encodings.ts'
import { type FormatSpec, isConverted, recordFormat } from '../formats/formats.ts'
import { jsonFields } from '../formats/jsonl-format.ts'
import type { FormatName } from '../formats/record-format.ts'
import { inputError } from '../io/input-errors.ts'
import { bareReturns } from '../io/mistaken.ts'
import { type ColumnMap, checkMapped } from './column-map.ts'
import type { ShownFields } from './shown-fields.ts'
import { enoughBytes, startLines } from './start-lines.ts'

export interface SourceHead {
  readonly format: FormatSpec
  /** First byte of the first record. */
  readonly start: number
  /** Whether more bytes of the file could change this result. */
  readonly isOpen?: boolean
  /** Whether the source has no byte, so that it shows no columns either. */
  readonly isEmpty?: boolean
}

/** How to read the start of a source. */
export interface HeadOptions extends Omit<InputOptions, 'text'> {
  /** That of the file. */
  readonly encoding: string
  readonly text: readonly string[]
  /** Its names for columns of the other side; they must be there. */
  readonly map: ColumnMap
  /** Whether fields are columns, so that numbers count as texts. */
  readonly columns: boolean
}

/** Bytes of the first read for the header; doubled until it is complete. */
const firstBytes = 64 * 1024

/** A file to look at: its path, its name in messages, and whether it is still being written. */
interface NamedFile {
  readonly path: string
  readonly name: string
  readonly isGrowing?: boolean
}

/**
 * @param first the format that rows must have, with its columns and dialect
 * @throws NearsameError TEXT_FIELD for a header without a text field, CSV_HEADER, CSV_HEADERS_DIFFER, INPUT_MISSING,
 *   INPUT_UNREADABLE
 */
export function readHead(
  file: NamedFile,
  format: FormatName,
  options: HeadOptions,
  first?: FormatSpec,
): SourceHead {
  try {
    const head = headOf(file, format, options, first)
    const { encoding } = options
    return encoding === 'utf-8' || isConverted(format)
      ? head
      : { ...head, format: { ...head.format, encoding } }
  } catch (cause) {
    throw inputError(cause, file.name)
  }
}

function headOf(
  file: NamedFile,
  format: FormatName,
  options: HeadOptions,
  first: FormatSpec | undefined,
): SourceHead {
  switch (format) {
    case 'csv':
    case 'tsv':
      return csvHead(file, format, options, first)
    case 'jsonl':
    case 'json':
      return jsonlHead(file, format, options)
    case 'warc':
      return {
        format: { name: 'warc', choice: { text: options.text, id: options.id } },
        start: 0,
      }
    case 'txt':
    case 'id-text':
    case 'whole':
      return { format: { name: format }, start: afterMark(file) }
  }
}

/** The start of a source without a header. */
function afterMark({ path }: NamedFile): number {
  return markBytesOf(readStart(path, 3))
}

function readStart(path: string, length: number): Buffer {
  const fd = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(length)
    let got = 0
    for (let bytes = -1; bytes !== 0 && got < length; got += bytes) {
      bytes = readSync(fd, buffer, got, length - got, got)
    }
    return buffer.subarray(0, got)
  } finally {
    closeSync(fd)
  }
}

function csvHead(
  file: NamedFile,
  name: 'csv' | 'tsv',
  options: HeadOptions,
  first: FormatSpec | undefined,
): SourceHead {
  const { id, text } = options
  const row = firstRow(file, name, options)
  const { start, dialect } = row
  const header = headerIn(row, file.name, options.encoding)
  if (header === undefined) {
    const format = { name, choice: { text: [], id }, header: [], dialect }
    return { format, start: start ?? 0, isOpen: start === undefined, isEmpty: true }
  }
  const isLater = first !== undefined && 'header' in first
  if (isLater) checkDialect(dialect, file.name, first.dialect)
  checkCsvHeader(header, file.name, isLater ? first.header : header)
  checkMapped(options.map, header, file.name)
  const format = { name, choice: { text, id }, header, dialect }
  inPlace(file.name, () => recordFormat(format)) // refuses text fields that the header lacks
  return { format, start: start ?? 0 }
}

/** The columns that a row names; undefined if there is none, or its end has not been written yet. */
function headerIn(
  { bytes, start, dialect }: FirstRow,
  where: string,
  encoding: string,
): string[] | undefined {
  if (start === undefined || bytes.length === 0) return undefined
  return inPlace(where, () => csvFields(decodedBytes(bytes, encoding), dialect))
}

/** The dialect of a file of rows. @throws NearsameError CSV_HEADER */
export function dialectOf(file: NamedFile, format: 'csv' | 'tsv', options: InputOptions): Dialect {
  try {
    return firstRow(file, format, options).dialect
  } catch (cause) {
    throw inputError(cause, file.name)
  }
}

/** A row at the start of a file: its bytes, and where the next one starts. */
interface FirstRow {
  readonly bytes: Uint8Array
  /** Undefined until the end of the row has been written. */
  readonly start: number | undefined
  readonly dialect: Dialect
}

/** @throws NearsameError CSV_HEADER if the row is longer than `maxRecord`, as with a quote that never closes */
function firstRow(
  { path, name, isGrowing = false }: NamedFile,
  format: 'csv' | 'tsv',
  options: InputOptions,
): FirstRow {
  const longest = Math.max(options.maxRecord, enoughBytes)
  for (let length = firstBytes; ; length *= 2) {
    const bytes = readStart(path, length)
    const markBytes = markBytesOf(bytes)
    const isAll = bytes.length < length
    const shown = bytes.subarray(markBytes, markBytes + dialectBytes)
    const { dialect, preamble } = findDialect(shown, format, options, name)
    const from = markBytes + preamble
    const end = recordEndOf(rowCut(dialect))(bytes, from, bytes.length, isAll && !isGrowing)
    if ((end < 0 ? bytes.length : end) - from > longest) throw headerTooLong(name, longest)
    if (end >= 0) return { bytes: bytes.subarray(from, end), start: end, dialect }
    if (isAll) return { bytes: bytes.subarray(from), start: isGrowing ? undefined : from, dialect }
  }
}

/** How to keep rows of different files. */
const asDirectory = 'write a directory (a name with / at its end), where each file keeps its own'

/** Rows of two dialects cannot be in one file of kept records. @throws NearsameError CSV_HEADERS_DIFFER */
function checkDialect(dialect: Dialect, where: string, first: Dialect): void {
  if (sameDialect(dialect, first)) return
  throw new NearsameError('CSV_HEADERS_DIFFER', {
    expected: `the dialect of the first input: ${dialectName(first)}`,
    got: dialectName(dialect),
    where,
    fix: `use files of one dialect, or ${asDirectory}`,
  })
}

function headerTooLong(where: string, longest: number): NearsameError {
  return new NearsameError('CSV_HEADER', {
    expected: `a first line of at most ${longest} bytes`,
    got: 'a longer one',
    where,
    fix: 'close the open quote in it, or add a header line',
  })
}

/**
 * @param first the header of the first input
 * @throws NearsameError CSV_HEADER, CSV_HEADERS_DIFFER
 */
export function checkCsvHeader(header: readonly string[], where: string, first = header): void {
  if (header.some(column => /\r(?!\n)/.test(column))) throw bareReturns(where)
  const seen = new Set<string>()
  const twice = header.find(column => seen.size === seen.add(column).size)
  const isEmpty = header.length === 0 || (header.length === 1 && header[0] === '')
  if (isEmpty || twice !== undefined) {
    throw new NearsameError('CSV_HEADER', {
      expected: 'a first line with distinct column names',
      got: isEmpty ? 'an empty one' : `${JSON.stringify(twice)} twice`,
      where,
      fix: isEmpty ? 'add a header line' : 'rename one of the columns',
    })
  }
  // All columns: `listed` shows only some, and the files may differ in the others.
  const [got, wanted] = [header, first].map(columns => columns.map(name => JSON.stringify(name)).join(', '))
  if (got === wanted) return
  throw new NearsameError('CSV_HEADERS_DIFFER', {
    expected: `the columns of the first input: ${wanted}`,
    got,
    where,
    fix: `use files with the same columns in the same order, or ${asDirectory}`,
  })
}

/** The fields of JSON lines are those of the side, which the start of every input has shown. */
function jsonlHead(
  file: NamedFile,
  name: 'jsonl' | 'json',
  { text, id, columns }: HeadOptions,
): SourceHead {
  const choice = { text, id, ...(text.length > 1 && columns && { anyScalar: true }) }
  return { format: { name, choice }, start: afterMark(file) }
}

/**
 * Adds what the start of a file shows of its fields. Columns of CSV have no types, so each could hold the text.
 *
 * @param most bytes to look at, unless the first record is longer
 * @throws NearsameError CSV_HEADER, INPUT_MISSING, INPUT_UNREADABLE
 */
export function showFields(
  file: NamedFile,
  format: FormatName,
  options: InputOptions,
  { shown, most }: { readonly shown: ShownFields; readonly most: number },
): void {
  const { encoding } = options
  try {
    if (format === 'csv' || format === 'tsv') {
      const header = headerIn(firstRow(file, format, options), file.name, encoding) ?? []
      shown.addHeader(header.map(column => [column, '']))
    } else if (format === 'jsonl' || format === 'json') {
      for (const line of startLines(file.path, afterMark(file), { longest: options.maxRecord, most })) {
        shown.addRecord(objectOf(line, encoding) ?? {})
        if (shown.isEnough) return
      }
    }
  } catch (cause) {
    throw inputError(cause, file.name)
  }
}

/** The object of a line; most lines without one are seen by their first byte, without the cost of an error. */
function objectOf(line: Uint8Array, encoding: string): Record<string, unknown> | undefined {
  if (line[line.findIndex(byte => byte > 32)] !== 0x7b) return undefined
  try {
    return withoutStacks(() => jsonFields(decodedBytes(line, encoding)))
  } catch {
    return undefined // the scan counts bad records
  }
}
