/** The removed records, each with its twin. */
import { kinds, type Outcome } from '../../engine/batch/columns.ts'
import { kindNames } from '../../engine/batch/digest.ts'
import { decidingRules } from '../../engine/batch/keep-order.ts'
import type { DocumentId } from '../../engine/library/document.ts'
import { options, outputPath, type Resolved } from '../../ground/options/declare.ts'
import type { Cell } from '../outputs/table-lines.ts'
import { writeFlatTable } from '../outputs/write-table.ts'
import { idOfDocument } from '../run/identities.ts'
import type { Run } from '../run/run.ts'
import type { DedupeOutput } from './output.ts'
import { similarityCells, similarityNames } from './similarity-columns.ts'

const declared = options({
  removed: outputPath({
    holds: 'columns',
    doc: 'each removed record with its twin, measure and reason (JSONL, or CSV, Parquet or .xlsx by its name)',
  }),
})

export const removedOutput = {
  options: declared,
  requested: ({ removed }) => ({
    path: removed,
    write: ({ run, outcome }, path) =>
      writeFlatTable(run, path, {
        names: similarityNames(removedNames, outcome),
        parts: [removedRows(run, outcome)],
        ids: idsOfClusters(run, outcome),
      }),
  }),
} satisfies DedupeOutput<Resolved<typeof declared>>

/** Columns of the removed records; with an exact Jaccard there is one more. */
export const removedNames = ['id', 'at', 'survivor', 'survivorAt', 'kind', 'measure', 'similarity', 'kept']

/** The ids of removed records and their twins. */
export function* idsOfClusters(run: Run, { kind, survivor }: Outcome): Generator<DocumentId> {
  for (let document = 0; document < run.documents.count; document++) {
    if (kind[document] === kinds.kept) continue
    yield idOfDocument(run, document)
    yield idOfDocument(run, survivor[document])
  }
}

function* removedRows(run: Run, outcome: Outcome): Generator<Cell[]> {
  const ruleOf = decidingRules(run.settings.result.keep, run.documents)
  const nameOf = (document: number): Cell[] => [idOfDocument(run, document), run.documents.at(document)]
  for (let document = 0; document < run.documents.count; document++) {
    if (outcome.kind[document] === kinds.kept) continue
    const survivor = outcome.survivor[document]
    const rule = outcome.judged?.[document] === 1 ? 'decision' : ruleOf(survivor, document)
    const kind = kindNames[outcome.kind[document]]
    yield [
      ...nameOf(document),
      ...nameOf(survivor),
      kind,
      run.decision.measure,
      ...similarityCells(outcome, document),
      rule,
    ]
  }
}
