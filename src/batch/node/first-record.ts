/**
 * First record: what has to be known before a source can be cut into records: byte-order mark, CSV
 * header, and which field holds the text.
 */
import { closeSync, openSync, readSync } from 'node:fs'
import { NearsameError } from '../../errors/nearsame-error.ts'
import { csvFields } from '../../io/csv-format.ts'
import { csvRecordEnd } from '../../io/cut-csv.ts'
import { chooseTextField, type FormatSpec, recordFormat, separatorOf, txtFormat } from '../../io/formats.ts'
import type { InputFormat } from '../../io/inputs.ts'
import { jsonFields } from '../../io/jsonl-format.ts'
import type { InputOptions } from '../../options/input-options.ts'

export interface SourceHead {
  readonly format: FormatSpec
  /** First byte of the first record. */
  readonly start: number
  /** Length of the byte-order mark: 0 or 3. */
  readonly markBytes: number
}

/** Bytes read to find the first record: grows until one is whole. */
const firstBytes = 64 * 1024

/**
 * @param file a plain file; `size` bytes of it are there
 * @throws NearsameError TEXT_FIELD, CSV_HEADER, and those of a bad first record of CSV
 */
export function readHead(file: string, format: InputFormat, options: InputOptions): SourceHead {
  if (format === 'txt' || format === 'id-text' || format === 'whole') {
    const mark = format === 'whole' ? 0 : markBytes(readStart(file, 3))
    return { format: { name: format }, start: mark, markBytes: mark }
  }
  return format === 'csv' || format === 'tsv' ? csvHead(file, format, options) : jsonlHead(file, options)
}

/** Length of the byte-order mark: 3 or 0. */
function markBytes(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
}

function readStart(file: string, length: number): Buffer {
  const fd = openSync(file, 'r')
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

function csvHead(file: string, name: 'csv' | 'tsv', { text, id }: InputOptions): SourceHead {
  for (let length = firstBytes; ; length *= 2) {
    const bytes = readStart(file, length)
    const from = markBytes(bytes)
    const isWhole = bytes.length < length
    const end = csvRecordEnd(bytes, from, bytes.length, isWhole, separatorOf(name))
    if (end < 0 && !isWhole) continue
    const header = end < 0 ? [] : csvFields(bytes.subarray(from, end), separatorOf(name))
    if (header.length === 0) throw emptyHeader(file)
    const choice = { text: text ?? [csvTextField(header, id)], id }
    return { format: { name, choice, header }, start: end, markBytes: from }
  }
}

/** `text`, or the only column besides the id: CSV knows no types, so every column could hold the text. */
function csvTextField(header: readonly string[], id: string): string {
  return chooseTextField(Object.fromEntries(header.map(column => [column, ''])), id)
}

function emptyHeader(file: string): NearsameError {
  return new NearsameError('CSV_HEADER', {
    expected: 'a first line that names the columns',
    got: 'an empty file',
    where: file,
    fix: 'add a header line',
  })
}

function jsonlHead(file: string, { text, id }: InputOptions): SourceHead {
  const start = markBytes(readStart(file, 3))
  if (text !== undefined)
    return { format: { name: 'jsonl', choice: { text, id } }, start, markBytes: start }
  const first = firstObject(file, start)
  const field = first === undefined ? 'text' : chooseTextField(first, id)
  return { format: { name: 'jsonl', choice: { text: [field], id } }, start, markBytes: start }
}

/** The first record that is a JSON object; undefined when none of the first bytes is. */
function firstObject(file: string, start: number): Record<string, unknown> | undefined {
  const format = recordFormat({ name: 'jsonl', choice: { text: ['text'], id: 'id' } })
  for (let length = firstBytes; ; length *= 4) {
    const bytes = readStart(file, start + length)
    const isWhole = bytes.length < start + length
    for (let at = start; ; ) {
      const end = txtFormat.recordEnd(bytes, at, bytes.length, isWhole)
      if (end < 0) break
      const record = bytes.subarray(at, end)
      at = end
      if (format.isBlank(record)) continue
      try {
        return jsonFields(record)
      } catch {
        // A bad record is counted by the scan; the next one may name its fields.
      }
    }
    if (isWhole) return undefined
  }
}
