/**
 * Shard clusters: the decisions about all shards become the clusters of `dedupe --clusters`.
 *
 * A cluster may have members in every shard, and its diameter is measured, so all inputs are open in one process.
 */
import { kinds, type Outcome } from '../../engine/batch/columns.ts'
import { startOutcome } from '../../engine/batch/outcome.ts'
import { writeClusters } from '../../files/dedupe-outputs/clusters.ts'
import type { Run } from '../../files/run/run.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { recordsOfShard } from '../tables/columns.ts'
import { decisionRows } from '../tables/read-decisions.ts'
import type { Table } from '../tables/read-table.ts'

const decidedColumns = ['survivor', 'representative', 'kind', 'similarity'] as const

/**
 * Writes the file.
 *
 * @param placeOf the document of a run with this number in the tables
 * @throws NearsameError SHARD_INPUT if a decision is about a document of no input
 */
export async function writeShardClusters(
  run: Run,
  path: string,
  tables: readonly Table[],
  placeOf: (document: number) => number | undefined,
): Promise<void> {
  const outcome = startOutcome(run.documents.count)
  const representative = outcome.survivor.slice()
  const placed = (document: number) => placeOf(document) ?? unknownMember(document)
  for await (const rows of decisionRows(tables, decidedColumns)) {
    for (const [row, number] of rows.document.entries()) {
      const document = placed(number)
      representative[document] = placed(rows.representative[row])
      decide(outcome, document, placed(rows.survivor[row]), rows.kind[row], rows.similarity[row])
    }
  }
  await writeClusters(run, path, { outcome, representative })
}

function decide(
  { survivor, kind, similarity }: Outcome,
  document: number,
  kept: number,
  why: keyof typeof kinds,
  value: number,
): void {
  survivor[document] = kept
  kind[document] = kinds[why]
  similarity[document] = value
}

function unknownMember(document: number): never {
  const shard = Math.floor(document / recordsOfShard)
  throw new NearsameError('SHARD_INPUT', {
    expected: 'all inputs of the job, in the order of their shards, to write its clusters',
    got: `none with record ${document % recordsOfShard} of shard ${shard}`,
    fix: 'give all inputs, with `shard` 0; kept and removed records can be written for each input by itself',
  })
}
