/** Writes a table by the name of its file: Parquet with typed columns, a workbook, CSV, else JSON lines. */
import type { DocumentId } from '../../engine/library/document.ts'
import type { NewWorkbook } from '../formats/xlsx/new-workbook.ts'
import { formatOfName } from '../io/file-name.ts'
import { finishOutput } from '../io/output.ts'
import type { Run } from '../run/run.ts'
import { type FlatKind, GatheredType } from './gathered-types.ts'
import { type TableRow, writeParquetTable } from './parquet-table.ts'
import { type Cell, isCsvName, tableWriter } from './table-lines.ts'
import { inLargerPieces, writeLines } from './write-lines.ts'

type Rows = Iterable<readonly Cell[]>

interface Table {
  readonly names: readonly string[]
  /** The rows, in parts as they come. */
  readonly parts: Iterable<Rows> | AsyncIterable<Rows>
  /** All ids of the rows, in any order: whole numbers or texts, they have one type in Parquet. */
  readonly ids: Iterable<DocumentId>
}

/** Columns that are no text. */
const numbers = { similarity: 'double', jaccard: 'double', diameter: 'double', cluster: 'int' } as const
const idNames = ['id', 'survivor', 'id1', 'id2']

/** Whether a table of this name has rows and columns: JSON lines may have lists in them. */
export function isRowsName(path: string): boolean {
  return ['csv', 'parquet', 'xlsx'].includes(formatOfName(path).format)
}

/** @param isCsv whether a table that is not Parquet is CSV. Default: by the name */
export async function writeFlatTable(
  run: Run,
  path: string,
  { names, parts, ids }: Table,
  isCsv = isCsvName(path),
): Promise<void> {
  const { format } = formatOfName(path)
  if (format === 'xlsx') {
    await writeNewWorkbook(run, path, async book => {
      book.add(names)
      for await (const rows of parts) for (const row of rows) book.add(row)
    })
    return
  }
  if (format !== 'parquet') return writeLines(path, run.publication, tableLines(run, names, parts, isCsv))
  const idKind = kindOfIds(ids)
  const kindOf = (name: string) =>
    Object.hasOwn(numbers, name)
      ? numbers[name as keyof typeof numbers]
      : idNames.includes(name)
        ? idKind
        : 'string'
  const types = new Map(names.map(name => [name, new GatheredType([name], kindOf(name))]))
  await finishOutput(path, run.publication, async output => {
    await writeParquetTable(output, types, sized(parts), () => run.rest())
  })
}

/** @param fill adds the rows @returns bytes written */
export async function writeNewWorkbook(
  run: Run,
  path: string,
  fill: (book: NewWorkbook) => Promise<void> | void,
): Promise<number> {
  const { NewWorkbook } = await import('../formats/xlsx/new-workbook.ts')
  return finishOutput(path, run.publication, async output => {
    const book = new NewWorkbook()
    await fill(book)
    const bytes = book.packed()
    await output.write(bytes)
    return bytes.length
  })
}

async function* tableLines(
  run: Run,
  names: readonly string[],
  parts: Table['parts'],
  isCsv: boolean,
): AsyncGenerator<string> {
  const { header, lineOf } = tableWriter(run, names, isCsv)
  yield header
  for await (const rows of parts) yield* inLargerPieces(mapped(rows, lineOf))
}

async function* sized(parts: Table['parts']): AsyncGenerator<Iterable<TableRow>> {
  for await (const rows of parts) yield mapped(rows, values => ({ values, size: sizeOf(values) }))
}

function* mapped<To>(rows: Rows, one: (row: readonly Cell[]) => To): Generator<To> {
  for (const row of rows) yield one(row)
}

function sizeOf(values: readonly Cell[]): number {
  return values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)
}

/** Whole numbers of 64 bits, or texts: ids of several types, and other numbers, are their text. */
export function kindOfIds(ids: Iterable<DocumentId>): FlatKind {
  for (const id of ids) {
    if (typeof id === 'string' || (typeof id === 'number' && !Number.isSafeInteger(id))) return 'string'
    if (typeof id === 'bigint' && BigInt.asIntN(64, id) !== id) return 'string'
  }
  return 'int'
}
