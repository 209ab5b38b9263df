/** The measured matches. */
import type { DocumentId } from '../../engine/library/document.ts'
import { options, outputPath, type Resolved } from '../../ground/options/declare.ts'
import type { PairRows } from '../../ground/pair-rows/pair-rows.ts'
import type { Cell } from '../outputs/table-lines.ts'
import { isParquetName, writeFlatTable } from '../outputs/write-table.ts'
import { pairLines, writeLines } from '../outputs/write-tables.ts'
import { Identities } from '../run/identities.ts'
import type { Run } from '../run/run.ts'
import type { DedupeOutput } from './output.ts'

const declared = options({
  pairs: outputPath({
    holds: 'columns',
    doc: 'the measured matches (CSV, or JSONL or Parquet by its name)',
  }),
})

export const pairsOutput = {
  options: declared,
  requested({ pairs }) {
    if (pairs === undefined) return undefined
    return {
      path: pairs,
      listsPairs: true,
      async write({ run, rows }, path) {
        if (rows === undefined) return
        if (isParquetName(path)) await writeFlatTable(run, path, pairTable(run, rows))
        else await writeLines(path, run.publication, pairLines(run, path, [rows]))
      },
    }
  },
} satisfies DedupeOutput<Resolved<typeof declared>>

/** The columns of the matches, which a file of Parquet has. */
function pairTable(
  run: Run,
  { left, right, similarity, jaccard }: PairRows,
): Parameters<typeof writeFlatTable>[2] {
  const identities = new Identities(run)
  const { measure } = run.decision
  function* ids(): Generator<DocumentId> {
    for (const documents of [left, right]) for (const document of documents) yield identities.id(document)
  }
  function* rows(): Generator<Cell[]> {
    for (let row = 0; row < left.length; row++) {
      const pair = [identities.id(left[row]), identities.id(right[row]), measure, similarity[row]]
      yield jaccard === undefined ? pair : [...pair, jaccard[row]]
    }
  }
  const names = ['id1', 'id2', 'measure', 'similarity', ...(jaccard === undefined ? [] : ['jaccard'])]
  return { names, rows: rows(), ids: ids() }
}
