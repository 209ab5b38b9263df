/**
 * The removed records, each with its twin behind it.
 *
 *     id,name          id,name,twin,kind,similarity,twin_id,twin_name
 *     1,Ann      ─▶    2,ann,1,normalised,1,1,Ann
 *     2,ann
 */
import { kinds } from '../../engine/batch/columns.ts'
import { kindNames } from '../../engine/batch/digest.ts'
import { options, outputPath, type Resolved } from '../../ground/options/declare.ts'
import { conversionOf } from '../inputs/resolve/kept-format.ts'
import { freeNames } from '../outputs/added-fields.ts'
import { writeAnnotated } from '../outputs/write-annotated.ts'
import { idOfDocument } from '../run/identities.ts'
import { fieldNames } from '../run/record-fields.ts'
import type { Run } from '../run/run.ts'
import { checkAnnotated } from './annotations.ts'
import type { DecidedRun, DedupeOutput } from './output.ts'

const declared = options({
  removedRecords: outputPath({
    doc: 'the removed records with all their fields, each with those of its twin behind them',
  }),
})

const noFieldsFix =
  'leave it out, or name it .jsonl, .csv, .tsv, .parquet or .xlsx, to which records are converted'

export const removedRecordsOutput = {
  options: declared,
  notWithState: { removedRecords: 'which needs documents that earlier runs kept' },
  requested({ removedRecords: path }, { running }) {
    if (path === undefined) return undefined
    return {
      path,
      recordsAs: set => conversionOf(set, path, true),
      check: ({ settings: { set } }) => checkAnnotated(set, path, running, noFieldsFix),
      write: ({ run, outcome }, path) => writeRemoved(run, outcome, path),
    }
  },
} satisfies DedupeOutput<Resolved<typeof declared>>

async function writeRemoved(run: Run, outcome: DecidedRun['outcome'], path: string): Promise<void> {
  const { kind, survivor, similarity } = outcome
  await writeAnnotated(run, {
    ...{ path, from: 0, isKept: document => kind[document] !== kinds.kept },
    names: freeNames(['twin', 'kind', 'similarity'], await fieldNames(run)),
    kinds: ['string', 'string', 'double'],
    cellsOf: document => [
      idOfDocument(run, survivor[document]),
      kindNames[kind[document]],
      similarity[document],
    ],
    twinOf: document => survivor[document],
  })
}
