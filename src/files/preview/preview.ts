/**
 * Preview: what a file is taken for, before a run: its format, separator and encoding, its columns with their kinds,
 * its first rows, and the options that a run of `dedupe` gets if no option is given.
 *
 * Reads as a run reads (`read-fields.ts`) and judges columns as the method records does (`column-values.ts`), from the
 * first records only.
 */
import { stat } from 'node:fs/promises'
import { atOnce } from '../../ground/breath/steps.ts'
import { renamed } from '../../ground/errors/place.ts'
import { columnText } from '../../ground/json/column-fields.ts'
import { toJson } from '../../ground/json/exact-json.ts'
import { fieldOf } from '../../ground/json/field.ts'
import {
  type GivenInputOptions,
  type InputOptions,
  resolveInputOptions,
} from '../../ground/options/input-options.ts'
import { type Column, readColumn } from '../../methods/records/values/column-values.ts'
import { quoteName } from '../formats/cut-csv.ts'
import { formats } from '../formats/formats.ts'
import { fileInput } from '../inputs/resolve/file-input.ts'
import type { Input } from '../inputs/resolve/input.ts'
import { openInput } from '../inputs/resolve/open-input.ts'
import { decompressed } from '../io/archives/decompress.ts'
import { readFields, readRowHeader } from '../jobs/read-fields.ts'
import { columnPaths } from './column-paths.ts'
import { guessedEncoding } from './guessed-encoding.ts'
import { type Proposal, proposalOf, type UnreadableRecords } from './proposal.ts'

interface PreviewColumn {
  readonly name: string
  /** A kind of column of the method records. */
  readonly kind: Column['kind']
  /** Whether the proposal compares it. */
  readonly isUsed: boolean
  readonly why: string
}

interface Preview {
  readonly name: string
  readonly format: Input['format']
  readonly encoding: string
  readonly delimiter?: string
  readonly quote?: string
  readonly hasHeader?: boolean
  /** Of a workbook: the names of its sheets, and which of them was read. */
  readonly sheets?: readonly string[]
  readonly sheet?: string
  /** Records that were looked at. */
  readonly records: number
  /** Whether these are all. */
  readonly isAll: boolean
  readonly columns: readonly PreviewColumn[]
  /** The first ones: a cell for each column, null where it has no value. */
  readonly rows: readonly (readonly (string | null)[])[]
  /** The column that names the records. */
  readonly id: string | null
  readonly proposed: Proposal
}

const mostRecords = 1000
const mostRows = 20

/** @param name by which errors call the file @throws NearsameError those of reading */
export async function previewFile(path: string, name: string, given: GivenInputOptions): Promise<Preview> {
  try {
    return await previewOf(path, name, given)
  } catch (error) {
    throw renamed(error, words => words.replaceAll(path, name))
  }
}

async function previewOf(path: string, name: string, given: GivenInputOptions): Promise<Preview> {
  const encoding = given.encoding || guessedEncoding(path)
  const said = { ...given, ...(encoding !== undefined && { encoding }) }
  const found = await stat(path)
  const first = fileInput(path, name, found, resolveInputOptions(said))
  // A file whose name shows no format would be one document.
  const asked = first.format === 'whole' ? ({ ...said, inputFormat: 'txt' } as const) : said
  const options = resolveInputOptions(asked)
  const input = asked === said ? first : fileInput(path, name, found, options)
  const { fields, bad, isAll } = await firstRecords(input, options)
  const names = columnPaths(fields)
  const columns = names.map(column =>
    atOnce(
      readColumn(
        column,
        fields.map(record => columnText(fieldOf(record, column))),
      ),
    ),
  )
  const { id, used, ...proposed } = proposalOf(columns, {
    ...{ asked, bad, records: fields.length },
    hasPaths: names.some(column => fields.every(record => !Object.hasOwn(record, column))),
  })
  const dialect = await dialectIn(input, options)
  // People open the outputs in a spreadsheet, which must run nothing of them. An apostrophe must not be a quote.
  const safe = dialect.quote === "'" ? {} : { spreadsheetSafe: true }
  return {
    name,
    format: input.format,
    encoding: input.encoding ?? 'utf-8',
    ...dialect,
    ...(await sheetsIn(input, options)),
    records: fields.length,
    isAll,
    columns: columns.map(column => ({
      name: column.name,
      kind: column.kind,
      ...used(column),
    })),
    rows: fields.slice(0, mostRows).map(record => names.map(column => cellOf(fieldOf(record, column)))),
    id,
    proposed: { ...proposed, options: { ...proposed.options, ...safe } },
  }
}

/** A text is a record of one field. */
async function firstRecords(input: Input, options: InputOptions) {
  const fields: Record<string, unknown>[] = []
  let bad: UnreadableRecords = { count: 0 }
  const set = { inputs: [input], format: input.format, ignoredFiles: [] }
  for await (const record of readFields(set, options, new AbortController().signal)) {
    if (fields.length + bad.count === mostRecords) return { fields, bad, isAll: false }
    if (record.error === undefined) fields.push(record.fields ?? { text: record.text })
    else bad = { count: bad.count + 1, first: bad.first ?? record.error }
  }
  return { fields, bad, isAll: true }
}

async function dialectIn(
  input: Input,
  options: InputOptions,
): Promise<Pick<Preview, 'delimiter' | 'quote' | 'hasHeader'>> {
  if (formats[input.format].dialect === undefined) return {}
  const found = await readRowHeader(input, options, new AbortController().signal)
  if (found === undefined) return {}
  const { separator, quote } = found.dialect
  return { delimiter: String.fromCharCode(separator), quote: quoteName(quote), hasHeader: true }
}

async function sheetsIn(input: Input, { sheet }: InputOptions): Promise<Pick<Preview, 'sheets' | 'sheet'>> {
  const { name, format, compression } = input
  if (format !== 'xlsx') return {}
  const { readWorkbook } = await import('../formats/xlsx/xlsx-lines.ts')
  const book = await readWorkbook(decompressed(openInput(input), compression, name), { name, sheet })
  return { sheets: book.sheets, sheet: book.sheet }
}

function cellOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? toJson(value) : String(value)
}
