/** Reads decisions, in one file or in the files that an engine wrote into a directory. */
import { statSync } from 'node:fs'
import type { kinds } from '../../engine/batch/columns.ts'
import { inputError } from '../../files/io/input-errors.ts'
import { isObjectUrl } from '../../files/io/objects/object-name.ts'
import { openEach, type Table, tablesIn } from './read-table.ts'

/** The Parquet files of a table: itself, or those in the directory, by name. @throws NearsameError INPUT_MISSING */
function filesOfTable(path: string): string[] {
  if (isObjectUrl(path)) return [path]
  try {
    return statSync(path).isDirectory() ? tablesIn(path) : [path]
  } catch (cause) {
    throw inputError(cause, path)
  }
}

interface DecisionColumns {
  readonly document: Float64Array
  readonly survivor: Float64Array
  readonly representative: Float64Array
  readonly kind: readonly Exclude<keyof typeof kinds, 'kept'>[]
  readonly similarity: Float64Array
  readonly survivor_id: readonly string[]
  readonly survivor_at: readonly string[]
}

/** Tables of decisions, opened. @throws NearsameError as `openTable` does */
export function openDecisions(path: string): Promise<Table[]> {
  return openEach(filesOfTable(path), 'decisions')
}

/** Columns of the decisions about documents in [from, to), and perhaps of others, in groups. Default: of all. */
export async function* decisionRows<Name extends keyof DecisionColumns>(
  tables: readonly Table[],
  columns: readonly Name[],
  from = 0,
  to = Number.POSITIVE_INFINITY,
): AsyncGenerator<Pick<DecisionColumns, Name | 'document'>> {
  const names = ['document', ...columns]
  for (const table of tables) {
    const groups = table.groups(names, (least, most) => most >= from && least < to)
    for await (const rows of groups) yield rows as unknown as Pick<DecisionColumns, Name | 'document'>
  }
}
