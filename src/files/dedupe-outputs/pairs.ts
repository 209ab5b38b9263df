/** The measured matches. */
import { options, outputPath, type Resolved } from '../../ground/options/declare.ts'
import { pairLines, writeLines } from '../outputs/write-tables.ts'
import type { DedupeOutput } from './output.ts'

const declared = options({
  pairs: outputPath({ holds: 'table', doc: 'the measured matches (CSV, or JSONL if it ends in .jsonl)' }),
})

export const pairsOutput = {
  options: declared,
  requested({ pairs }) {
    if (pairs === undefined) return undefined
    return {
      path: pairs,
      listsPairs: true,
      async write({ run, rows }, path) {
        if (rows !== undefined) await writeLines(path, run.publication, pairLines(run, path, [rows]))
      },
    }
  },
} satisfies DedupeOutput<Resolved<typeof declared>>
