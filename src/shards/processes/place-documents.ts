/**
 * Place documents: those of a run at the places that their keys give, instead of a scan of the inputs.
 *
 * Cost: a read of three columns of the keys.
 */
import { type InputSet, isReadInPlace } from '../../files/inputs/resolve/input.ts'
import type { RunRequest } from '../../files/requests.ts'
import type { Run } from '../../files/run/run.ts'
import { OpenChunk, type RowRun } from '../../files/work/thread/open-chunk.ts'
import { recordsOfShard } from '../tables/columns.ts'
import { checkSigned } from '../tables/facts.ts'
import { factsIn, type Table } from '../tables/read-table.ts'

/**
 * Whether keys tell all that is written of the inputs: not their bad records, nor those without a text.
 *
 * @param keys the table of each input
 */
export function hasPlaces({ inputs }: InputSet, { bad }: RunRequest, keys: readonly Table[]): boolean {
  const lacksNulls = (table: Table) => !factsIn(table, 'keys').report?.counts.nulls
  return bad === undefined && inputs.every(isReadInPlace) && keys.every(lacksNulls)
}

/**
 * @param first the shard of the first input
 * @throws NearsameError SHARD_INPUT if an input is not the one that was signed; SHARD_TABLE, PARQUET_INVALID
 */
export async function placeDocuments(run: Run, keys: readonly Table[], first: number): Promise<void> {
  await run.sources.open()
  await run.start()
  const open = new OpenChunk({ ...run.rows, isPassing: false })
  for (const [source, table] of keys.entries()) {
    checkSigned([run.settings.set.inputs[source]], factsIn(table, 'keys').inputs, first + source)
    const runs: RowRun[] = []
    const numbers: number[] = []
    for await (const rows of table.groups(['document', 'record_offset', 'record_length'])) {
      const {
        document,
        record_offset: offset,
        record_length: length,
      } = rows as Readonly<Record<string, Float64Array>>
      for (let row = 0; row < document.length; ) {
        const taken = open.take(document.length - row)
        taken.chunk.offset.set(offset.subarray(row, row + taken.count), taken.row)
        taken.chunk.length.set(length.subarray(row, row + taken.count), taken.row)
        runs.push(taken)
        row += taken.count
      }
      for (const one of document) numbers.push(one % recordsOfShard)
      await run.rest()
    }
    run.documents.appendEarlier(runs, source, numbers)
  }
}
