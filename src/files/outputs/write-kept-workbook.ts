/** Writes rows of a workbook as a workbook: those that are kept, with columns behind their own where some are added. */
import type { SheetPlan } from '../formats/xlsx/keep-rows.ts'
import { openInput } from '../inputs/resolve/open-input.ts'
import { decompressed } from '../io/archives/decompress.ts'
import { finishOutput } from '../io/output.ts'
import type { Run } from '../run/run.ts'
import { type AddedFields, checkNew, twinNames } from './added-fields.ts'
import { checkUnchanged } from './check-inputs.ts'
import type { Cell } from './table-lines.ts'
import type { IsKept } from './write-kept.ts'
import { keptRows } from './write-kept-files.ts'

interface KeptOfWorkbook extends WrittenWorkbook {
  readonly isKept: IsKept
  readonly added?: AddedFields
}

/** REQUIRES: an input that is a workbook and can be read again. @returns bytes written */
export function writeKeptWorkbook(
  run: Run,
  { isKept, added, ...written }: KeptOfWorkbook,
): Promise<number> {
  const { source } = written
  const { records } = run.documents
  const rows = keptRows(run, source, isKept, added?.nullCells !== undefined || added === undefined)
  return writeWorkbook(run, written, columns => {
    const plan = { isKept: (record: number) => rows[record] === 1 }
    if (added === undefined) return plan
    const { names, twinOf } = added
    checkNew(columns, names, run.settings.set.inputs[source].name)
    const documentOf = documentsByRecord(run, source)
    return {
      ...plan,
      added: { names, cellsOf: cellsByRecord(documentOf, added) },
      ...(twinOf && {
        twins: {
          names: twinNames(columns, names),
          of: (record: number) => records.numberOf(twinOf(documentOf[record])) - 1,
        },
      }),
    }
  })
}

interface WrittenWorkbook {
  readonly path: string
  /** The number of the input. */
  readonly source: number
}

/** @param planOf gets the names of all columns @returns bytes written */
export async function writeWorkbook(
  run: Run,
  { path, source }: WrittenWorkbook,
  planOf: (columns: readonly string[]) => SheetPlan,
): Promise<number> {
  const input = run.settings.set.inputs[source]
  const [{ plannedWorkbook, sheetShape }, { readWorkbook }] = await Promise.all([
    import('../formats/xlsx/keep-rows.ts'),
    import('../formats/xlsx/xlsx-lines.ts'),
  ])
  const { name, compression } = input
  const book = await readWorkbook(decompressed(openInput(input), compression, name), {
    name,
    sheet: run.settings.input.sheet,
  })
  const shape = sheetShape(book)
  const plan = planOf(shape.columns)
  return finishOutput(path, run.publication, async output => {
    const bytes = plannedWorkbook(book, shape, plan)
    await output.write(bytes)
    checkUnchanged(run.settings.set.inputs)
    return bytes.length
  })
}

/** The document of each record of a source, from 0; -1 for none. */
function documentsByRecord({ documents: { records } }: Run, source: number): Int32Array {
  const documents = new Int32Array(records.countOf(source)).fill(-1)
  const end = records.firstDocument(source + 1)
  for (let document = records.firstDocument(source); document < end; document++)
    documents[records.numberOf(document) - 1] = document
  return documents
}

function cellsByRecord(
  documentOf: Int32Array,
  { cellsOf, nullCells = [] }: AddedFields,
): (record: number) => readonly Cell[] {
  return record => (documentOf[record] < 0 ? nullCells : cellsOf(documentOf[record]))
}
