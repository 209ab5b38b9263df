/** Writes a table by the name of its file: Parquet with typed columns, CSV, else JSON lines. */
import type { DocumentId } from '../../engine/library/document.ts'
import { formatOfName } from '../io/file-name.ts'
import { finishOutput } from '../io/output.ts'
import type { Run } from '../run/run.ts'
import { GatheredType } from './gathered-types.ts'
import { type TableRow, writeParquetTable } from './parquet-table.ts'
import { type Cell, tableLines } from './table-lines.ts'
import { writeLines } from './write-tables.ts'

interface Table {
  readonly names: readonly string[]
  readonly rows: Iterable<readonly Cell[]>
  /** All ids of the rows, in any order: whole numbers or texts, they have one type in Parquet. */
  readonly ids: Iterable<DocumentId>
}

/** Columns that are no text. */
const numbers = { similarity: 'double', jaccard: 'double', diameter: 'double', cluster: 'int' } as const
const idNames = ['id', 'survivor', 'id1', 'id2']

export function isParquetName(path: string): boolean {
  return formatOfName(path).format === 'parquet'
}

export async function writeFlatTable(run: Run, path: string, { names, rows, ids }: Table): Promise<void> {
  if (!isParquetName(path)) return writeLines(path, run.publication, tableLines(run, path, names, rows))
  const idKind = kindOfIds(ids)
  const kindOf = (name: string) =>
    Object.hasOwn(numbers, name)
      ? numbers[name as keyof typeof numbers]
      : idNames.includes(name)
        ? idKind
        : 'string'
  const types = new Map(names.map(name => [name, new GatheredType([name], kindOf(name))]))
  await finishOutput(path, run.publication, async output => {
    await writeParquetTable(output, types, sized(rows), () => run.rest())
  })
}

function* sized(rows: Iterable<readonly Cell[]>): Generator<TableRow> {
  for (const values of rows) yield { values, size: 8 * values.length }
}

/** Whole numbers of 64 bits, or texts: ids of several types, and other numbers, are their text. */
function kindOfIds(ids: Iterable<DocumentId>): 'int' | 'string' {
  for (const id of ids) {
    if (typeof id === 'string' || (typeof id === 'number' && !Number.isSafeInteger(id))) return 'string'
    if (typeof id === 'bigint' && BigInt.asIntN(64, id) !== id) return 'string'
  }
  return 'int'
}
