/** The measured matches. */
import { options, outputPath, type Resolved } from '../../ground/options/declare.ts'
import { writePairTable } from '../outputs/pair-table.ts'
import type { DedupeOutput } from './output.ts'

const declared = options({
  pairs: outputPath({
    holds: 'columns',
    doc: 'the measured matches (CSV, or JSONL, Parquet or .xlsx by its name)',
  }),
})

export const pairsOutput = {
  options: declared,
  requested: ({ pairs }) => ({
    path: pairs,
    listsPairs: true,
    async write({ run, rows }, path) {
      if (rows !== undefined) await writePairTable(run, path, [rows], [rows])
    },
  }),
} satisfies DedupeOutput<Resolved<typeof declared>>
