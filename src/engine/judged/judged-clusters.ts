/**
 * Judged clusters: the outcome of a clustering, changed as people decided (`judged-regions.ts`).
 *
 * Ours: all of it. Cost: the documents whose survivor changes are measured. Error: none.
 */
import { type Columns, kinds, type Outcome, visiting } from '../batch/columns.ts'
import { measureBeside, pairKind } from '../batch/equal-signatures.ts'
import type { Verifier } from '../cluster/candidates.ts'
import type { Judgements } from '../decisions/judgements.ts'
import { judgedSurvivors } from './judged-regions.ts'

interface JudgedClusters {
  readonly judgements: Judgements
  readonly columns: Columns
  readonly order: Int32Array | undefined
  /** Measures any two documents, NaN if the method has no value for them. */
  readonly verifier: Verifier
  /** Measures the exact Jaccard, where it is reported beside. */
  readonly beside: Verifier
  /** Whether a value is that of a match. */
  readonly isMatch: (value: number) => boolean
  /** Whether a smaller value is nearer. */
  readonly isDistance: boolean
  /** Whether one link is enough for a cluster. */
  readonly linksClusters: boolean
}

/** The changed outcome. @throws NearsameError DECISIONS_CONFLICT for a cluster with two named survivors */
export async function judgedOutcome(before: Outcome, work: JudgedClusters): Promise<Outcome> {
  const { columns, order, verifier } = work
  const { rank } = visiting(columns.count, order)
  const asking = judgedSurvivors(before.survivor, { ...work, rank })
  let step = asking.next()
  while (!step.done) step = asking.next(await verifier.measure(step.value.left, step.value.right))
  const { survivor, judged } = step.value
  return measuredOutcome({ ...before, survivor }, judged, work)
}

/** The outcome with kinds and similarities of the documents whose survivor changed. */
async function measuredOutcome(
  { survivor, ...before }: Outcome,
  judged: Uint8Array,
  { columns, verifier, beside }: JudgedClusters,
): Promise<Outcome> {
  const [kind, similarity] = [before.kind.slice(), before.similarity.slice()]
  const jaccard = before.jaccard?.slice()
  const documents = Int32Array.from(judged.keys()).filter(document => judged[document] === 1)
  const survivors = documents.map(document => survivor[document])
  const values = await verifier.measure(documents.slice(), survivors.slice())
  const jaccards = jaccard && (await measureBeside(columns, documents, survivors, beside))
  documents.forEach((document, i) => {
    kind[document] = pairKind(columns, document, survivors[i])
    similarity[document] = values[i]
    if (jaccard !== undefined && jaccards !== undefined) jaccard[document] = jaccards[i]
    if (kind[document] === kinds.kept) judged[document] = 0
  })
  return { survivor, kind, similarity, ...(jaccard && { jaccard }), judged }
}
