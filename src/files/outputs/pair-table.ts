/** Pair table: the measured matches, as CSV unless the name of the file says otherwise. */
import type { DocumentId } from '../../engine/library/document.ts'
import type { PairRows } from '../../ground/pair-rows/pair-rows.ts'
import { formatOfName } from '../io/file-name.ts'
import { idOfDocument } from '../run/identities.ts'
import type { Run } from '../run/run.ts'
import type { Cell } from './table-lines.ts'
import { writeFlatTable } from './write-table.ts'

/**
 * Writes rows, with the Jaccard where signatures decided.
 *
 * @param listed the same rows, whose ids are read first for Parquet, since a column has one type
 */
export async function writePairTable(
  run: Run,
  path: string,
  batches: Iterable<PairRows> | AsyncIterable<PairRows>,
  listed: Iterable<PairRows>,
): Promise<void> {
  const beside = run.decision.kind === 'signature' ? ['jaccard'] : []
  const names = ['id1', 'id2', 'measure', 'similarity', ...beside]
  const table = { names, parts: partsOf(run, batches), ids: idsOf(run, listed) }
  await writeFlatTable(run, path, table, formatOfName(path).format !== 'jsonl')
}

async function* partsOf(
  run: Run,
  batches: Iterable<PairRows> | AsyncIterable<PairRows>,
): AsyncGenerator<Iterable<Cell[]>> {
  for await (const batch of batches) yield cellsOf(run, batch)
}

function* cellsOf(run: Run, { left, right, similarity, jaccard }: PairRows): Generator<Cell[]> {
  for (let row = 0; row < left.length; row++) {
    const pair = [
      idOfDocument(run, left[row]),
      idOfDocument(run, right[row]),
      run.decision.measure,
      similarity[row],
    ]
    yield jaccard === undefined ? pair : [...pair, jaccard[row]]
  }
}

function* idsOf(run: Run, listed: Iterable<PairRows>): Generator<DocumentId> {
  for (const { left, right } of listed)
    for (const documents of [left, right])
      for (const document of documents) yield idOfDocument(run, document)
}
