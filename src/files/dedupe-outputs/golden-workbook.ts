/** Merged rows of a workbook: each cell is that of the row whose value wins, with its type and format. */
import type { Outcome } from '../../engine/batch/columns.ts'
import { keptRows } from '../outputs/write-kept-files.ts'
import { writeWorkbook } from '../outputs/write-kept-workbook.ts'
import type { Fields } from '../run/record-fields.ts'
import type { Run } from '../run/run.ts'

export interface MergedCluster {
  /** Its first member. */
  readonly first: number
  /** The kept one, then the others. */
  readonly members: readonly number[]
  /** The fields of each. */
  readonly records: readonly Fields[]
  /** By the name of a field the one of these whose value wins. */
  readonly chosen: ReadonlyMap<string, Fields>
}

/** REQUIRES: the rows of one workbook, which `path` names, too */
export async function writeGoldenWorkbook(
  run: Run,
  path: string,
  { survivor }: Outcome,
  clusters: Iterable<MergedCluster>,
): Promise<void> {
  const isLater = new Uint8Array(survivor.length)
  const recordOf = (document: number) => run.documents.records.numberOf(document) - 1
  await writeWorkbook(run, { path, source: 0 }, columns => {
    const merged = new Map<number, readonly number[]>()
    for (const { first, members, records, chosen } of clusters) {
      for (const member of members) if (member !== first) isLater[member] = 1
      merged.set(
        recordOf(first),
        columns.map(name => {
          const at = records.indexOf(chosen.get(name) ?? records[0])
          return recordOf(members[at])
        }),
      )
    }
    const rows = keptRows(run, 0, document => isLater[document] === 0)
    return { isKept: record => rows[record] === 1, merged: record => merged.get(record) }
  })
}
