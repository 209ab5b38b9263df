/**
 * The main job: exact and near duplicates of the inputs, one survivor of each cluster kept.
 *
 *     scan ─▶ group ─▶ verify ─▶ cluster ─▶ write
 */
import { createHash } from 'node:crypto'
import { kinds, type Outcome } from '../../engine/batch/columns.ts'
import { digestLines } from '../../engine/batch/digest.ts'
import { type Clustered, decideClusters } from '../../engine/decide.ts'
import type { JudgedPair } from '../../engine/decisions/given-decisions.ts'
import type { PairRows } from '../../ground/pair-rows/pair-rows.ts'
import { pairValues } from '../../methods/contract/measures.ts'
import type { FoundTextPairs } from '../../methods/contract/method.ts'
import { limitsOf, measureOf } from '../../methods/options/chosen-method.ts'
import { type Annotations, annotationsOf, checkAnnotations, DecidedValues } from '../outputs/annotations.ts'
import { counting, diametersOf } from '../outputs/cluster-figures.ts'
import { checkKept, openKept } from '../outputs/kept-records.ts'
import { MeasuredPairs } from '../outputs/measured-pairs.ts'
import { writeAnnotated } from '../outputs/write-annotated.ts'
import { checkDeletions, deletionsOf, writeDeletions } from '../outputs/write-deletions.ts'
import { checkGolden, goldenOf, writeGolden } from '../outputs/write-golden.ts'
import type { KeptOutput } from '../outputs/write-kept.ts'
import { clusterLines, pairLines, removedLines, writeLines } from '../outputs/write-tables.ts'
import { checkReplay } from '../report-page/replay.ts'
import type { DedupeReport, DedupeRequest, DeletionCounts, RunEvents } from '../requests.ts'
import { hintsOf } from '../run/hints.ts'
import { runPorts } from '../run/ports.ts'
import { baseReport } from '../run/report.ts'
import type { Run } from '../run/run.ts'
import type { RunState } from '../state/run-state.ts'
import { readDecisions } from './decisions-file.ts'
import { writeDedupePage } from './dedupe-page.ts'
import { checkEvents, checkRequest } from './given-request.ts'
import { runJob } from './job.ts'
import { checkReview, ReviewTable } from './review-file.ts'

/** The fields that name a file; `bad` as in every job. */
export const dedupePaths = [
  'output',
  'removed',
  'clusters',
  'pairs',
  'report',
  'deletesOutput',
  'decisions',
  'reportHtml',
  'annotated',
  'state',
  'golden',
  'review',
] as const

/** Names of the other fields of its own. */
export const dedupeOthers = ['deletes', 'deletesIndex', 'replayFrom', 'annotate', 'goldenRule']

/** @throws NearsameError */
export async function dedupe(request: DedupeRequest, events: RunEvents): Promise<DedupeReport> {
  checkRequest(request, { files: ['bad', ...dedupePaths], others: dedupeOthers })
  checkReview(request)
  checkReplay(request)
  checkEvents(events)
  if (request.state === undefined) return dedupeNow(request, events)
  const { RunState } = await import('../state/run-state.ts')
  const state = await RunState.open(request, request.state)
  let isSaved = false
  try {
    const report = await dedupeNow(state.request, events, state)
    isSaved = true
    return report
  } finally {
    state.close(isSaved)
  }
}

function dedupeNow(request: DedupeRequest, events: RunEvents, state?: RunState): Promise<DedupeReport> {
  const deletions = deletionsOf(request)
  const annotations = annotationsOf(request)
  const golden = goldenOf(request)
  const { output, removed, clusters, pairs, running } = request
  const tables = [golden?.path, request.review]
  return runJob<DedupeReport>(request, events, {
    ...(state && { set: state.set }),
    purpose: {
      always: [removed, clusters, pairs, request.reportHtml, deletions?.path, annotations?.path, ...tables],
      unlessDry: [output],
      kept: output ?? annotations?.path ?? golden?.path,
      alsoReads: [request.decisions, ...(state?.earlierPaths ?? [])],
      measuresPairs: true,
      resumes: true,
      keepsHashes: request.decisions !== undefined || state !== undefined,
    },
    async check({ settings: { set } }) {
      checkDeletions(deletions, set.format)
      checkAnnotations(annotations, set.format, output)
      checkGolden(golden, set.format)
      await checkKept(set, output, running)
      if (annotations?.path !== undefined) await checkKept(set, annotations.path, running)
    },
    plan(base) {
      const counts = { ...base.counts, exact: 0, normalised: 0, near: 0, kept: 0 }
      return { ...base, counts, histogram: new Array(20).fill(0), digest: '' }
    },
    async work(run) {
      run.hints = hintsOf(run)
      await state?.begin(run)
      const written = await clusterAndWrite(run, request, { state, ask: events.ask })
      const figures = resultOf(run, written)
      const report =
        state === undefined
          ? figures
          : { ...figures, state: await state.save(run, { ...written, kept: figures.counts.kept }) }
      if (request.reportHtml !== undefined) await writeDedupePage(run, request, written, report)
      return report
    },
  })
}

interface Beside {
  readonly state: RunState | undefined
  readonly ask: RunEvents['ask']
}

async function clusterAndWrite(run: Run, request: DedupeRequest, { state, ask }: Beside): Promise<Written> {
  const output = request.running.dryRun ? undefined : request.output
  const wantsPairs = request.pairs !== undefined || request.reportHtml !== undefined
  const measured = wantsPairs ? new MeasuredPairs(limitsOf(request.result)) : undefined
  const isPlain = output !== undefined && request.annotate === undefined
  const kept = isPlain ? await openKept(run, run.settings.set, output) : undefined
  try {
    const judged = await readDecisions(run, request.decisions)
    run.decisions = judged?.report
    const review = new ReviewTable(request, judged?.judgements)
    const ports = runPorts(run, { ...review.request, ask }, judged?.judgements)
    const clustered = await decideClusters(state?.ports(run, ports) ?? ports, {
      onPair: measured?.add,
      // Decisions may still change who is kept.
      onSettled: kept && judged === undefined ? settled => kept.settle(settled) : undefined,
    })
    await review.write(run)
    const numberOf = state?.numbersOf(clustered.outcome).numberOf ?? counting()
    const count = state?.count ?? run.documents.count
    const writing = writeOutputs(run, request, { count, kept, clustered, measured, numberOf })
    writing.catch(() => {}) // awaited below; until then this keeps a rejection from counting as unhandled
    const decided = decidedBy(run, clustered, count, state) // while the disk is busy
    const { deleted, rows } = await writing
    return { ...decided, deletions: deleted, outcome: clustered.outcome, rows, judged: judged?.pairs }
  } catch (error) {
    await kept?.abandon()
    throw error
  }
}

/** What is written. */
interface Outputs {
  /** The number of documents of the inputs: the first ones. */
  readonly count: number
  readonly kept: KeptOutput | undefined
  readonly clustered: Clustered
  readonly measured: MeasuredPairs | undefined
  /** The number of a cluster, by its survivor. */
  readonly numberOf: (survivor: number) => number
}

async function writeOutputs(
  run: Run,
  request: DedupeRequest,
  { count, kept, clustered, measured, numberOf }: Outputs,
): Promise<{ readonly deleted: DeletionCounts | undefined; readonly rows: PairRows | undefined }> {
  const { outcome, representative, found } = clustered
  const deletions = deletionsOf(request)
  const annotations = annotationsOf(request)
  const rows = measured && (found ?? measured.rows(outcome, representative))
  let deleted: DeletionCounts | undefined
  const write = async () => {
    if (request.removed !== undefined)
      await writeLines(request.removed, run.publication, removedLines(run, request.removed, outcome))
    if (request.clusters !== undefined) {
      const diameterOf = await diametersOf(run, { outcome, representative })
      await writeLines(
        request.clusters,
        run.publication,
        clusterLines(run, request.clusters, outcome, { numberOf, diameterOf }),
      )
    }
    if (deletions !== undefined) deleted = await writeDeletions(run, outcome, deletions)
    if (request.pairs !== undefined && rows !== undefined) {
      await writeLines(request.pairs, run.publication, pairLines(run, request.pairs, [rows]))
    }
    if (annotations !== undefined) await writeAnnotations(run, request, annotations, clustered)
    const golden = goldenOf(request)
    if (golden !== undefined) await writeGolden(run, golden, outcome, found?.notes?.nullWords)
    const isKept = (document: number) => document < count && outcome.kind[document] === kinds.kept
    return kept === undefined ? 0 : kept.finish(isKept)
  }
  await run.stages.time('write', write, bytes => bytes)
  return { deleted, rows }
}

async function writeAnnotations(
  run: Run,
  { output, running }: DedupeRequest,
  { fields, isForKept, path }: Annotations,
  { outcome, found }: Clustered,
): Promise<void> {
  const values = new DecidedValues(outcome, found)
  const annotated = {
    from: 0,
    names: fields.map(({ field }) => field),
    cellsOf: (document: number) => fields.map(({ value }) => values.of(document, value)),
    nullCells: fields.map(({ value }) => DecidedValues.ofNull(value)),
  }
  if (path !== undefined) await writeAnnotated(run, { ...annotated, path, isWritten: () => true })
  if (!isForKept || output === undefined || running.dryRun) return
  const isWritten = (document: number) => outcome.kind[document] === kinds.kept
  await writeAnnotated(run, { ...annotated, path: output, isWritten })
}

/** The decisions of a run, as figures. */
interface Decided {
  /** Documents of each kind. */
  readonly counts: readonly number[]
  /** Near removals whose similarity is below the minimum of a match. */
  readonly below: number
  readonly histogram: number[]
  readonly digest: string
  /** Lines of the digest, in pieces, for a state; else none. */
  readonly lines: readonly string[]
  readonly notes: FoundTextPairs['notes']
}

/** Decisions, and what was written. */
interface Written extends Decided {
  readonly deletions: DeletionCounts | undefined
  readonly outcome: Outcome
  /** The measured pairs, if they were wanted. */
  readonly rows: PairRows | undefined
  /** What people decided. */
  readonly judged: readonly JudgedPair[] | undefined
}

/** @param count of the documents of the inputs: the first ones */
function decidedBy(run: Run, { outcome, found }: Clustered, count: number, state?: RunState): Decided {
  const { documents } = run
  const counts = [0, 0, 0, 0]
  const histogram: number[] = new Array(20).fill(0)
  const measured = outcome.jaccard ?? outcome.similarity
  // Some methods' values are counts and distances, which do not fit bins of 0.05.
  const { isShare } = pairValues[run.measure]
  const { least } = limitsOf(run.settings.result)
  let below = 0
  for (let document = 0; document < count; document++) {
    const kind = outcome.kind[document]
    counts[kind]++
    if (kind !== kinds.near) continue
    // A pair linked through other documents may have no value.
    if (isShare && measured[document] >= 0) histogram[Math.min(19, Math.floor(measured[document] * 20))]++
    if (measured[document] < least) below++
  }
  const hash = createHash('sha256')
  const recordOf = (document: number) =>
    state?.recordOf(run, document) ?? documents.records.globalNumberOf(document)
  const lines: string[] = []
  for (const some of digestLines(count, outcome, recordOf)) {
    hash.update(some)
    if (state !== undefined) lines.push(some)
  }
  return { counts, below, histogram, digest: hash.digest('hex'), lines, notes: found?.notes }
}

function resultOf(run: Run, { counts, below, histogram, digest, notes, deletions }: Written): DedupeReport {
  const base = baseReport(run)
  const [survivors, exact, normalised, near] = counts
  const kept = survivors + run.documents.nulls.keptCount(run.documents.sources.length)
  return {
    ...base,
    counts: { ...base.counts, exact, normalised, near, kept },
    ...(mayBeBelow(run) && { belowThreshold: below }),
    ...(notes && { notes }),
    ...(deletions && { deletions }),
    histogram,
    digest,
  }
}

/**
 * Whether a near removal may be less similar to its survivor than a match must be: an equal signature decided, or
 * other documents or the decision of a person link the two. A method that measures only the pairs it chooses has no
 * value to count for the others.
 */
function mayBeBelow({ decision, decisions, settings }: Run): boolean {
  if (decisions !== undefined && pairValues[measureOf(settings.result)].isShare) return true
  if (decision === 'signature') return true
  return settings.result.cluster === 'components' && (decision === 'measure' || decision === 'trials')
}
