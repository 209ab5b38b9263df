/** Reads decisions, in one file or in the files that an engine wrote into a directory. */
import { statSync } from 'node:fs'
import type { kinds } from '../../engine/batch/columns.ts'
import { inputError } from '../../files/io/input-errors.ts'
import { isObjectUrl } from '../../files/io/objects/object-name.ts'
import { decisionsColumns } from './columns.ts'
import { openTable, type ReadRows, type Table, tablesIn } from './read-table.ts'

/** The Parquet files of a table: itself, or those in the directory, by name. @throws NearsameError INPUT_MISSING */
function filesOfTable(path: string): string[] {
  if (isObjectUrl(path)) return [path]
  try {
    return statSync(path).isDirectory() ? tablesIn(path) : [path]
  } catch (cause) {
    throw inputError(cause, path)
  }
}

interface DecisionRows {
  readonly document: Float64Array
  readonly survivor: Float64Array
  readonly representative: Float64Array
  readonly kind: readonly (keyof typeof kinds)[]
  readonly similarity: Float64Array
  readonly survivor_id: readonly string[]
  readonly survivor_at: readonly string[]
}

/** Tables of decisions, opened. */
export async function openDecisions(path: string): Promise<Table[]> {
  const tables: Table[] = []
  for (const file of filesOfTable(path)) tables.push(await openTable(file, 'decisions'))
  return tables
}

/** The decisions about documents in [from, to), in groups; all if no range is given. */
export async function* decisionRows(
  tables: readonly Table[],
  from = 0,
  to = Number.POSITIVE_INFINITY,
): AsyncGenerator<DecisionRows> {
  for (const table of tables) {
    const groups = table.groups(Object.keys(decisionsColumns), (least, most) => most >= from && least < to)
    for await (const rows of groups) yield asDecisions(rows)
  }
}

function asDecisions(rows: ReadRows): DecisionRows {
  return rows as unknown as DecisionRows
}
