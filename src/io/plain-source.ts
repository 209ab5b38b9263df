/**
 * Plain sources: from inputs to files that can be read at any offset, and the format of their records.
 *
 * `start` is the offset of the first record: behind the byte-order mark and, for CSV and TSV, behind the
 * header. Compressed files and standard input are spooled first; so is Parquet, as JSON lines.
 */

import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isNearsameError, NearsameError } from '../errors/nearsame-error.ts'
import { csvFields } from './csv-format.ts'
import { csvRecordEnd } from './cut-csv.ts'
import { chooseTextField, type FormatSpec, recordFormat, separatorOf } from './formats.ts'
import { type Input, type InputSet, inputError } from './inputs.ts'
import { jsonFields, listed } from './jsonl-format.ts'
import { openParquet, spoolParquet } from './parquet-read.ts'
import { atRecord, lineEnd } from './record-format.ts'
import { spoolStream } from './spool.ts'

export interface PlainSource {
  /** What messages and default ids call it. */
  readonly name: string
  /** The file to read: the input itself or its spool. */
  readonly path: string
  readonly start: number
  /** End of the file; records are cut from [start, end). */
  readonly end: number
}

export interface SourceOptions {
  /** `--text`; absent: chosen from the first record of the first input. */
  readonly text?: readonly string[] | undefined
  /** `--id`, default `id`. */
  readonly id?: string | undefined
  /** Further fields that keep rules read; only Parquet needs to know them before. */
  readonly fields?: readonly string[] | undefined
  /** Where spools go: a run directory. */
  readonly temp: string
  readonly onBytes?: (input: number, availableBytes: number) => void
}

export interface SourceSet {
  readonly spec: FormatSpec
  readonly sources: readonly PlainSource[]
  /** The header line of CSV and TSV as it was read, line end included; to be written first to KEPT. */
  readonly header: Uint8Array | undefined
}

/**
 * The plain sources of the inputs, spooled where needed, and their common format.
 *
 * @throws NearsameError TEXT_FIELD, CSV_HEADER, CSV_HEADERS_DIFFER, the codes of `spoolStream`, `spoolParquet`
 *   and of reading; the codes of a bad record when the first record must be read to choose the text field.
 */
export async function openSources(set: InputSet, options: SourceOptions): Promise<SourceSet> {
  const id = options.id ?? 'id'
  let text = options.text
  if (set.format === 'parquet') {
    text ??= [await parquetTextField(set.inputs[0], id)]
    await checkTextColumns(set.inputs, text)
  }
  const sources: PlainSource[] = []
  for (const [index, input] of set.inputs.entries()) {
    sources.push(await openSource(input, index, { ...options, text }))
  }
  if (set.format === 'csv' || set.format === 'tsv') return withHeader(set.format, sources, text, id)
  if (set.format === 'txt' || set.format === 'id-text' || set.format === 'whole') {
    return { spec: { name: set.format }, sources, header: undefined }
  }
  text ??= [await jsonlTextField(sources, id)]
  return { spec: { name: 'jsonl', choice: { text, id } }, sources, header: undefined }
}

async function openSource(input: Input, index: number, options: SourceOptions): Promise<PlainSource> {
  const onBytes = (bytes: number) => options.onBytes?.(index, bytes)
  const spool = join(options.temp, `spool-${index}`)
  if (input.format === 'parquet') {
    const columns = [...(options.text ?? []), options.id ?? 'id', ...(options.fields ?? [])]
    const end = await spoolParquet(input.path, columns, spool, onBytes)
    return { name: input.name, path: spool, start: 0, end }
  }
  let path = input.path
  if (path === '-' || input.compression !== 'none' || !(await stat(path)).isFile()) {
    await spoolStream(inputStream(input), input.compression, spool, onBytes, input.name)
    path = spool
  }
  const [start, end] = await plainBounds(path)
  return { name: input.name, path, start, end }
}

function inputStream(input: Input): AsyncIterable<Uint8Array> {
  return input.path === '-' ? process.stdin : createReadStream(input.path, { highWaterMark: 1 << 20 })
}

/** [offset behind a byte-order mark, size of the file]. */
export async function plainBounds(path: string): Promise<[start: number, end: number]> {
  const end = (await stat(path)).size
  const head = await readRange(path, 0, Math.min(3, end))
  return [head.length === 3 && head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0, end]
}

/** The bytes [from, to) of a file. */
export async function readRange(path: string, from: number, to: number): Promise<Buffer> {
  const file = await open(path).catch((cause: unknown) => {
    throw inputError(cause, path)
  })
  try {
    const bytes = Buffer.alloc(to - from)
    let length = 0
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, from + length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return bytes.subarray(0, length)
  } finally {
    await file.close()
  }
}

/** The first record of a source, however long; `undefined` when it has none. */
async function firstRecord(
  source: PlainSource,
  recordEnd: (bytes: Uint8Array, from: number, to: number, final: boolean) => number,
  isBlank: (record: Uint8Array) => boolean,
): Promise<{ record: Buffer; end: number } | undefined> {
  let from = source.start
  for (let window = 1 << 16; ; window *= 4) {
    const to = Math.min(source.end, from + window)
    const bytes = await readRange(source.path, from, to)
    let at = 0
    let end = recordEnd(bytes, at, bytes.length, to === source.end)
    while (end >= 0) {
      const record = bytes.subarray(at, end)
      if (!isBlank(record)) return { record, end: from + end }
      at = end
      end = recordEnd(bytes, at, bytes.length, to === source.end)
    }
    if (to === source.end) return undefined
    from += at
  }
}

async function jsonlTextField(sources: readonly PlainSource[], id: string): Promise<string> {
  const { isBlank } = recordFormat({ name: 'jsonl', choice: { text: [], id } })
  for (const source of sources) {
    const first = await firstRecord(source, lineEnd, isBlank)
    if (first !== undefined) return located(source, () => chooseTextField(jsonFields(first.record), id))
  }
  return 'text'
}

async function parquetTextField(input: Input, id: string): Promise<string> {
  const { columns } = await openParquet(input.path)
  return chooseTextField(
    Object.fromEntries(columns.map(({ name, isString }) => [name, isString ? '' : 0])),
    id,
  )
}

/** Refuses Parquet files in which every row would be a bad record. */
async function checkTextColumns(inputs: readonly Input[], text: readonly string[]): Promise<void> {
  for (const input of inputs) {
    const names = (await openParquet(input.path)).columns.map(column => column.name)
    if (text.some(wanted => names.some(name => wanted === name || wanted.startsWith(`${name}.`)))) continue
    throw new NearsameError('TEXT_FIELD', {
      expected: `a column ${text.map(name => `"${name}"`).join(' or ')}`,
      got: `columns ${listed(names)}`,
      where: input.name,
      fix: 'name the column that holds the text with `--text`',
    })
  }
}

function located<T>(source: PlainSource, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw isNearsameError(error) ? atRecord(error, `${source.name}:1`) : error
  }
}

async function withHeader(
  name: 'csv' | 'tsv',
  found: readonly PlainSource[],
  text: readonly string[] | undefined,
  id: string,
): Promise<SourceSet> {
  const separator = separatorOf(name)
  const sources: PlainSource[] = []
  let header: string[] | undefined
  let bytes: Buffer | undefined
  for (const source of found) {
    const first = await firstRecord(
      source,
      (window, from, to, final) => csvRecordEnd(window, from, to, final, separator),
      record => /^\r?\n?$/.test(Buffer.from(record).toString('latin1')),
    )
    const fields = first && located(source, () => csvFields(first.record, separator))
    if (first === undefined || fields === undefined || new Set(fields).size !== fields.length) {
      throw new NearsameError('CSV_HEADER', {
        expected: 'a first line with distinct column names',
        got: fields === undefined ? 'an empty file' : listed(fields),
        where: source.name,
        fix: 'add a header line',
      })
    }
    header ??= fields
    bytes ??= first.record
    checkSameHeader(header, fields, found[0].name, source.name)
    sources.push({ ...source, start: first.end })
  }
  const columns = header ?? []
  const chosen = text ?? [chooseTextField(Object.fromEntries(columns.map(column => [column, ''])), id)]
  return { spec: { name, choice: { text: chosen, id }, header: columns }, sources, header: bytes }
}

function checkSameHeader(header: string[], fields: string[], firstName: string, name: string): void {
  if (header.length === fields.length && header.every((column, i) => column === fields[i])) return
  throw new NearsameError('CSV_HEADERS_DIFFER', {
    expected: `the columns of ${firstName}: ${listed(header)}`,
    got: listed(fields),
    where: name,
    fix: 'give files with the same columns in the same order',
  })
}
