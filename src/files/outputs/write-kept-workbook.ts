/** Writes the kept rows of a workbook as a workbook, with columns of their own where some are added. */
import { decompressed } from '../io/archives/decompress.ts'
import { formatOfName } from '../io/file-name.ts'
import type { InputSet } from '../io/inputs/input.ts'
import { openInput } from '../io/inputs/open-input.ts'
import { finishOutput } from '../io/output.ts'
import type { Run } from '../run/run.ts'
import { type AddedFields, checkNew } from './added-fields.ts'
import { checkUnchanged } from './check-inputs.ts'
import type { Cell } from './table-lines.ts'
import type { IsKept } from './write-kept.ts'
import { keptRows } from './write-kept-files.ts'

/** Whether rows of these inputs stay those of a workbook in an output of this name. */
export function isWorkbook({ format, inputs }: Pick<InputSet, 'format' | 'inputs'>, path: string): boolean {
  const named = formatOfName(path)
  const isNamed = format === 'xlsx' && named.format === 'xlsx' && named.compression === 'none'
  return isNamed && inputs.length === 1 && !inputs[0].isStream
}

interface KeptOfWorkbook {
  readonly path: string
  /** The number of the input. */
  readonly source: number
  readonly isKept: IsKept
  readonly added?: AddedFields
}

/** REQUIRES: an input that is a workbook and can be read again. @returns bytes written */
export async function writeKeptWorkbook(
  run: Run,
  { path, source, isKept, added }: KeptOfWorkbook,
): Promise<number> {
  const input = run.settings.set.inputs[source]
  const [{ keepRows }, { sheetRows }, { readWorkbook }] = await Promise.all([
    import('../formats/xlsx/keep-rows.ts'),
    import('../formats/xlsx/sheet-rows.ts'),
    import('../formats/xlsx/xlsx-lines.ts'),
  ])
  const { name, compression } = input
  const book = await readWorkbook(decompressed(openInput(input), compression, name), {
    name,
    sheet: run.settings.input.sheet,
  })
  const rows = keptRows(run, source, isKept)
  if (added !== undefined) {
    const [{ cells } = { cells: [] }] = sheetRows(book)
    const header = cells.map(cell => cell ?? '')
    checkNew(header, added.names, name)
  }
  const columns = added && { names: added.names, cellsOf: cellsByRecord(run, source, added) }
  return finishOutput(path, run.publication, async output => {
    const bytes = keepRows(book, record => rows[record] === 1, columns)
    await output.write(bytes)
    checkUnchanged(run.settings.set.inputs)
    return bytes.length
  })
}

/** The added cells of each record, from 0. */
function cellsByRecord(
  { documents: { records } }: Run,
  source: number,
  { cellsOf, nullCells }: AddedFields,
): (record: number) => readonly Cell[] {
  const documents = new Int32Array(records.countOf(source)).fill(-1)
  const end = records.firstDocument(source + 1)
  for (let document = records.firstDocument(source); document < end; document++)
    documents[records.numberOf(document) - 1] = document
  return record => (documents[record] < 0 ? nullCells : cellsOf(documents[record]))
}
