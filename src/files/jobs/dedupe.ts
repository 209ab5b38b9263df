/**
 * The main job: exact and near duplicates of the inputs, one survivor of each cluster kept.
 *
 *     scan ─▶ group ─▶ verify ─▶ cluster ─▶ write
 */
import { createHash } from 'node:crypto'
import { kinds, type Settled } from '../../engine/batch/columns.ts'
import { digestLines } from '../../engine/batch/digest.ts'
import { type Clustered, decideClusters } from '../../engine/decide.ts'
import { readOptions } from '../../ground/options/resolve.ts'
import { pairValues } from '../../methods/contract/measures.ts'
import type { FoundTextPairs } from '../../methods/contract/method.ts'
import {
  type DedupeRequest,
  dedupeFileOptions,
  dedupeOutputOptions,
} from '../dedupe-outputs/dedupe-request.ts'
import { MeasuredPairs } from '../dedupe-outputs/measured-pairs.ts'
import type { DecidedRun, RequestedOutput } from '../dedupe-outputs/output.ts'
import { dedupeOutputs } from '../dedupe-outputs/outputs.ts'
import { formatOfName } from '../io/file-name.ts'
import { filesOfDedupe, namedFiles } from '../job-files.ts'
import type { KeptOutput } from '../outputs/write-kept.ts'
import type { DecisionsReport, DedupeReport, RunEvents } from '../requests.ts'
import { hintsOf } from '../run/hints/hints.ts'
import { showVerified } from '../run/pair-tasks.ts'
import { runPorts } from '../run/ports.ts'
import { baseReport } from '../run/report.ts'
import type { Run } from '../run/run.ts'
import type { RunState } from '../state/run-state.ts'
import { readDecisions } from './decisions-file.ts'
import { checkEvents, checkRequest } from './given-request.ts'
import { runJob } from './job.ts'

/** @throws NearsameError */
export async function dedupe(request: DedupeRequest, events: RunEvents): Promise<DedupeReport> {
  checkRequest(request, {
    files: ['bad', ...Object.keys(filesOfDedupe)],
    others: Object.keys(dedupeOutputOptions),
  })
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
  const values = readOptions(dedupeOutputOptions, request)
  // Those without a file included.
  const outputs = dedupeOutputs.flatMap<RequestedOutput>(output => output.requested(values, request) ?? [])
  const named = namedFiles(dedupeFileOptions, request)
  const ofRecords = outputs.filter(({ recordsAs, path }) => recordsAs !== undefined && path !== undefined)
  return runJob<DedupeReport>(request, events, {
    ...(state && { set: state.set }),
    files: dedupeFileOptions,
    purpose: {
      kept: ofRecords[0]?.path,
      conversions: set => ofRecords.map(({ recordsAs }) => recordsAs?.(set)),
      readsTexts: state === undefined && ofRecords.every(isCopied),
      alsoReads: [...named.alsoReads, ...(state?.earlierPaths ?? [])],
      measuresPairs: true,
      resumable: { command: 'dedupe', output: ofRecords[0]?.path },
      keepsHashes: request.decisions !== undefined || state !== undefined,
      hasState: state !== undefined,
    },
    async check(run) {
      for (const output of outputs) await output.check?.(run)
      state?.prepare(run)
    },
    plan(base) {
      const counts = { ...base.counts, exact: 0, normalised: 0, near: 0, kept: 0 }
      return { ...base, counts, histogram: new Array(20).fill(0), digest: '' }
    },
    async work(run) {
      const hints = hintsOf(run)
      await state?.begin(run)
      const skipped = request.running.dryRun ? named.unlessDry : []
      const written = outputs.filter(hasPath).filter(({ path }) => !skipped.includes(path))
      const { decided, figures } = await decideAndWrite(run, request, {
        outputs: written,
        state,
        ask: events.ask,
      })
      const counted = resultOf(run, figures, hints)
      const report =
        state === undefined
          ? counted
          : {
              ...counted,
              state: await state.save(run, {
                ...figures,
                outcome: decided.outcome,
                kept: counted.counts.kept,
              }),
            }
      for (const { path, writeReported } of written) await writeReported?.(decided, path, report)
      return report
    },
  })
}

/** Whether an output has the rows of Arrow as the files have them, whatever the run reads of them. */
function isCopied({ path, open }: RequestedOutput): boolean {
  return open !== undefined && path !== undefined && formatOfName(path).format === 'arrow'
}

/** An output that goes somewhere. */
type PlacedOutput = RequestedOutput & { readonly path: string }

function hasPath(output: RequestedOutput): output is PlacedOutput {
  return output.path !== undefined
}

interface DedupeWork {
  readonly outputs: readonly PlacedOutput[]
  readonly state: RunState | undefined
  readonly ask: RunEvents['ask']
}

async function decideAndWrite(
  run: Run,
  request: DedupeRequest,
  { outputs, state, ask }: DedupeWork,
): Promise<{ readonly decided: DecidedRun; readonly figures: Figures }> {
  const listsPairs = outputs.some(output => output.listsPairs)
  const measured = listsPairs ? new MeasuredPairs(run.decision) : undefined
  const opened: KeptOutput[] = []
  try {
    for (const { path, open } of outputs) if (open !== undefined) opened.push(await open(run, path))
    const judged = await readDecisions(run, request.decisions)
    const sought = outputs.map(output => output.seek?.(judged?.judgements))
    const ports = runPorts(run, Object.assign({ ask }, ...sought), judged?.judgements)
    const settle = (settled: Settled) => {
      for (const file of opened) file.settle(settled)
    }
    const clustered = await decideClusters(state?.ports(ports) ?? ports, {
      onPair: measured?.add,
      // Decisions may still change who is kept.
      onSettled: opened.length > 0 && judged === undefined ? settle : undefined,
      onVisited: documents => {
        run.decided = documents
        showVerified(run)
      },
    })
    const { outcome, representative, found } = clustered
    const count = state?.count ?? run.documents.count
    const decided = {
      ...{ run, outcome, representative, found, judged: judged?.pairs },
      rows: measured && (found ?? measured.rows(outcome, representative)),
      numberOf: state?.numbersOf(outcome).numberOf,
      isKept: (document: number) => document < count && outcome.kind[document] === kinds.kept,
    }
    const writing = writeOutputs(decided, outputs, opened)
    writing.catch(() => {}) // awaited below; until then this keeps a rejection from counting as unhandled
    const counted = figuresOf(run, clustered, count, state) // while the disk is busy
    return { decided, figures: { ...counted, decisions: judged?.report, ofOutputs: await writing } }
  } catch (error) {
    for (const file of opened) await file.abandon()
    let told = error
    for (const output of outputs) told = (await output.publishRefused?.(run, told)) ?? told
    throw told
  }
}

/** @returns figures for the report */
async function writeOutputs(
  decided: DecidedRun,
  outputs: readonly PlacedOutput[],
  opened: readonly KeptOutput[],
): Promise<Partial<DedupeReport>> {
  const { isKept, run } = decided
  const write = async () => {
    for (const output of outputs) await output.write?.(decided, output.path)
    let bytes = 0
    for (const file of opened) bytes += await file.finish(isKept)
    return bytes
  }
  await run.stages.time('write', write, bytes => bytes)
  return Object.assign({}, ...outputs.map(output => output.figures?.()))
}

/** The decisions of a run, as figures. */
interface Figures {
  /** Documents of each kind. */
  readonly counts: readonly number[]
  /** Near removals whose similarity is below the minimum of a match. */
  readonly below: number
  readonly histogram: number[]
  readonly digest: string
  /** Lines of the digest, in pieces, for a state; else none. */
  readonly lines: readonly string[]
  readonly notes: FoundTextPairs['notes']
  /** What people decided. */
  readonly decisions: DecisionsReport | undefined
  /** What outputs add to the report. */
  readonly ofOutputs: Partial<DedupeReport>
}

/** @param count of the documents of the inputs: the first ones */
function figuresOf(
  run: Run,
  { outcome, found }: Clustered,
  count: number,
  state?: RunState,
): Omit<Figures, 'decisions' | 'ofOutputs'> {
  const { documents } = run
  const counts = [0, 0, 0, 0]
  const histogram: number[] = new Array(20).fill(0)
  const measured = outcome.jaccard ?? outcome.similarity
  // Some methods' values are counts and distances, which do not fit bins of 0.05.
  const { isShare } = pairValues[run.decision.measure]
  const { least } = run.decision
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

function resultOf(run: Run, figures: Figures, hints: readonly string[]): DedupeReport {
  const { counts, below, decisions, histogram, digest, notes, ofOutputs } = figures
  const base = baseReport(run, { hints, decisions })
  const [survivors, exact, normalised, near] = counts
  const kept = survivors + run.documents.nulls.keptCount(run.documents.sources.length)
  return {
    ...base,
    counts: { ...base.counts, exact, normalised, near, kept },
    ...(mayFallBelow(run, decisions) && { belowThreshold: below }),
    ...(notes && { notes }),
    ...ofOutputs,
    histogram,
    digest,
  }
}

/**
 * Whether a near removal may be less similar to its survivor than a match must be: an equal signature decided, or
 * other documents or the decision of a person link the two. A method that measures only the pairs it chooses has no
 * value to count for the others.
 */
function mayFallBelow({ decision, settings }: Run, decisions: DecisionsReport | undefined): boolean {
  if (decisions !== undefined && pairValues[decision.measure].isShare) return true
  if (decision.kind === 'signature') return true
  return settings.result.cluster === 'components' && decision.isByCandidates
}
