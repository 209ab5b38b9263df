/**
 * Run: the settings, sources, documents, threads and clean-up that all jobs on files share.
 *
 * Call order: `start run* close`. `start` needs the format of the sources, so it comes with their first range.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { breather } from '../../ground/breath/breath.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { InputOptions } from '../../ground/options/input-options.ts'
import type { RunningOptions } from '../../ground/options/running-options.ts'
import { type SpeedOptions, threadsFor } from '../../ground/options/speed-options.ts'
import { Pool, type Urgency } from '../../ground/threads/pool.ts'
import { methodNamed } from '../../methods/methods.ts'
import { type Decision, kernelPlanOf, keyShapeOf } from '../../methods/options/decision.ts'
import type { ResultOptions } from '../../methods/options/result-options.ts'
import type { KernelName } from '../../texts/kernels/layout/kernels.ts'
import type { KernelPlan } from '../../texts/kernels/layout/plan-layout.ts'
import { fastestKernels, kernelModule, kernelNames, kernelsNamed } from '../../texts/kernels/select.ts'
import type { AgreeingBands } from '../../texts/lsh/agreeing-bands.ts'
import { stopHashesFor } from '../../texts/text/stop-hashes.ts'
import { type InputSet, isReadInPlace } from '../inputs/resolve/input.ts'
import { type SourceSettings, Sources } from '../inputs/sources.ts'
import type { Records, RecordsTask } from '../io/parquet-records/parquet-records.ts'
import { Publication } from '../io/publication.ts'
import { RunDirectory } from '../io/run-directory.ts'
import type { RunProgress } from '../progress/progress.ts'
import type { RunEvents, RunRequest } from '../requests.ts'
import type { ScanTask } from '../work/scan-range.ts'
import { runTask, type Task, type TaskResult } from '../work/tasks.ts'
import { kernelKeys } from '../work/thread/extract.ts'
import { guardWithin } from '../work/thread/memory-guard.ts'
import type { RowSettings } from '../work/thread/open-chunk.ts'
import { openThread, type PassageShape, type Thread } from '../work/thread/thread.ts'
import { Documents } from './documents/documents.ts'
import { ScannedRarest } from './documents/scanned-rarest.ts'
import type { InputSize } from './input-size.ts'
import { type Budget, budgetFor, hasRoomFor } from './memory-budget.ts'
import { Stages } from './stages.ts'

interface RunSettings
  extends Pick<SourceSettings, 'joinsRows' | 'converts' | 'readsTexts'>,
    Pick<RunRequest, 'idle'> {
  readonly set: InputSet
  /** Of the inputs, estimated. */
  readonly size: InputSize
  readonly result: ResultOptions
  readonly decision: Decision
  readonly input: InputOptions
  readonly speed: SpeedOptions
  readonly running: RunningOptions
  readonly shape: AgreeingBands
  /** Fields whose values are kept: those that options name. */
  readonly fields: readonly string[]
  /** Whether candidates are measured. */
  readonly measuresPairs: boolean
  /** Whether the rows of documents are kept until the end of the scan. */
  readonly keepsRows: boolean
  /** Whether they go to files as they come, so that only the places of documents stay in memory. */
  readonly spills: boolean
  /** Whether documents become those of a state. */
  readonly hasState: boolean
  /** What passages are, if they are looked for. */
  readonly passages: PassageShape | undefined
  /** Whether all bad records are kept with their place, for `--bad`. */
  readonly keepAllBad: boolean
  readonly events: RunEvents
}

/** Interval of yields to the event loop: far shorter than a person notices. */
const restMs = 20
/** Bytes of a typical record, to estimate the number of records. */
const usualRecord = 2048
const smallestRange = 256 * 1024
// Large enough that a task outweighs its message, small enough that the threads finish together.
const largestRange = 4 * 2 ** 20
// Signatures without a kernel take a second for a few megabytes, during which a signal waits.
const largestSlowRange = 256 * 1024

export class Run {
  readonly settings: RunSettings
  readonly directory: RunDirectory
  readonly documents: Documents
  readonly sources: Sources
  readonly stages = new Stages()
  readonly publication: Publication
  readonly totalBytes: number
  /** The same if the inputs are scanned as they are; Infinity if one is unpacked, converted or a stream. */
  readonly plainBytes: number
  /** Maximum number of threads, the calling one included. */
  readonly threads: number
  readonly budget: Budget
  /** What the run has done, on disk; undefined if nothing is written down. */
  progress: RunProgress | undefined
  /** Whether progress stays when the run ends early. */
  keepsProgress = false
  /** Warnings about the machine and earlier runs, one line each; for the report. */
  readonly warnings: string[] = []
  readonly #threadsAtOnce: number
  readonly #plan: KernelPlan
  /** How threads keep rows. */
  readonly rows: RowSettings
  readonly decision: Decision
  /** The keys kept of a document, which is the `bands` of its columns. */
  readonly keys: AgreeingBands
  /** Whether the scan makes fingerprints of all texts or those of the other side, and what takes them. */
  fingerprints: ScanTask['fingerprints']
  onFingerprints: (prints: Uint32Array) => void = () => {}
  /** The rarest shingles of each text, which the scan may give; undefined unless a join in memory follows. */
  readonly scannedRarest: ScannedRarest | undefined
  /** Documents that star has decided so far; undefined for other ways of clustering. */
  decided: number | undefined
  #hasRoom: boolean | undefined
  #pool: Pool<Task, TaskResult> | undefined
  #thread: Thread | undefined
  readonly #breath = breather(restMs, nextTurn)

  constructor(settings: RunSettings) {
    this.settings = settings
    const { set, size, speed, result, decision, input, shape, fields, running, events } = settings
    this.decision = decision
    this.keys = keyShapeOf(decision, shape)
    this.#plan = kernelPlanOf(result, decision, shape, settings.measuresPairs)
    if (decision.isJoined && settings.measuresPairs && !settings.spills)
      this.scannedRarest = new ScannedRarest(result.threshold)
    this.directory = new RunDirectory(speed.temp)
    this.totalBytes = set.inputs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    this.plainBytes = set.inputs.every(isReadInPlace) ? this.totalBytes : Number.POSITIVE_INFINITY
    const { threads, atOnce } = threadsFor(speed, size.bytes)
    this.budget = budgetFor(speed.memory, threads, size, {
      keepsRows: settings.keepsRows,
      spills: settings.spills,
      bands: this.keys.bands,
      isOrdered: result.keep[0].rule !== 'first',
      hasState: settings.hasState,
    })
    this.threads = this.budget.threads
    this.#threadsAtOnce = Math.min(atOnce, this.threads)
    this.publication = new Publication({
      force: running.force,
      signal: events.signal,
      threads: this.threads,
      temp: speed.temp,
    })
    const share = Math.ceil(this.totalBytes / (16 * this.threads))
    const isSlow = decision.kind === 'signature' && decision.kernel === undefined
    this.sources = new Sources({
      set,
      options: input,
      fieldRules: {
        columns: decision.readsColumns,
        offersRecords: settings.measuresPairs && settings.passages === undefined,
      },
      joinsRows: settings.joinsRows,
      readsTexts: settings.readsTexts,
      converts: settings.converts,
      fields: decision.urlField === '' ? fields : [...fields, decision.urlField],
      temporary: this.directory.path,
      takeRecords: task => this.#takeRecords(task),
      rangeBytes: Math.min(
        isSlow ? largestSlowRange : largestRange,
        Math.max(smallestRange, share),
        this.budget.rangeBytes,
      ),
    })
    this.rows = rowsOf(settings, this.budget, this.keys.bands, this.#plan.sketches === true)
    this.documents = new Documents(this.sources.plain, {
      shape: this.rows.shape,
      fields: fields.length,
      allBad: settings.keepAllBad,
      nulls: input.null === 'keep',
    })
    this.documents.isSpilled = settings.spills
  }

  /** Whether documents have room in memory, as without a budget: asked once, when all are there and not yet loaded. */
  get hasRoom(): boolean {
    this.#hasRoom ??= hasRoomFor(this.budget, this.documents.count)
    return this.#hasRoom
  }

  /** Bytes of text read so far. */
  get readBytes(): number {
    return this.sources.readBytes
  }

  /** Starts the threads, once the format of the records is known. */
  async start(): Promise<void> {
    if (this.#pool !== undefined) return
    const { result } = this.settings
    const head = this.sources.head
    const name = await wantedKernels()
    // With `--near off` texts are not measured, but `sign` still needs the signature of the method.
    const isMeasured = methodNamed(result.method).decides.kind === 'measure'
    const threadSettings = {
      kernels: name,
      module: await kernelModule(name),
      plan: this.#plan,
      keys: head === undefined ? [] : kernelKeys(head.format),
      stopHashes: [...(await stopHashesFor(result.shingle.unit, () => kernelsNamed(name)))],
      html: this.settings.input.html,
      nullTexts: this.settings.input.nullText,
      urlField: this.decision.urlField,
      cacheBytes: this.budget.cacheBytes,
      signing: isMeasured ? undefined : { method: result.method, params: result.params },
      guard: guardWithin(this.budget.bytes),
      rows: this.rows,
      passages: this.settings.passages,
      rarest: this.scannedRarest?.settings,
    }
    this.#pool = new Pool({
      threads: this.threads,
      atOnce: this.#threadsAtOnce,
      entry: new URL('../work/worker.ts', import.meta.url),
      workerData: threadSettings,
      idle: this.settings.idle,
      runHere: task => runTask(this.thread, task, () => this.rest()),
    })
    this.#thread = await openThread(threadSettings)
  }

  /** The calling thread's own kernels and files. REQUIRES: `start`. */
  get thread(): Thread {
    return this.#thread as Thread
  }

  /** Runs a task in any thread. REQUIRES: `start`. @throws the reason of the signal, at once */
  run<T extends Task>(task: T, urgency?: Urgency): Promise<TaskResult<T>> {
    this.settings.events.signal.throwIfAborted()
    return (this.#pool as Pool<Task, TaskResult>).run(task, urgency) as Promise<TaskResult<T>>
  }

  /** The same for a task that may come before `start`, when only this thread can run it. */
  async #takeRecords(task: RecordsTask): Promise<Records> {
    if (this.#pool !== undefined) return this.run(task)
    return (await import('../io/parquet-records/parquet-records.ts')).takeRecords(task)
  }

  /** Yields to the event loop now and then, so that long synchronous work sees signals and messages. */
  async rest(): Promise<void> {
    await this.#breath()
    this.settings.events.signal.throwIfAborted()
  }

  async close(): Promise<void> {
    this.publication.discard()
    await this.#pool?.close()
    await this.sources.close()
    this.#thread?.files.close()
    this.progress?.close(this.keepsProgress)
    await this.directory.remove()
  }
}

/** How threads keep the rows of documents: in chunks that stay, or that are used once. */
function rowsOf(
  { keepsRows, spills, size, result }: RunSettings,
  budget: Budget,
  bands: number,
  sketches: boolean,
): RowSettings {
  const isPassing = !keepsRows || spills
  const { threads } = budget
  const shape = {
    bands,
    sketches,
    bits: isPassing
      ? Math.max(6, Math.min(12, Math.ceil(Math.log2(budget.rangeBytes / usualRecord)))) // those of a range, about
      : chunkBits(size.bytes, threads),
    places: true,
    textBytes: result.keep.some(({ rule }) => rule === 'longest' || rule === 'shortest'),
    isShared: threads > 1 && !isPassing,
  }
  return { shape, next: new Int32Array(new SharedArrayBuffer(4)), isPassing }
}

/** log2 of the rows of a chunk: a thread fills some, so that those it leaves unfinished are few. */
function chunkBits(bytes: number, threads: number): number {
  const rows = bytes / usualRecord / (4 * threads)
  return Math.max(6, Math.min(bytes === Number.POSITIVE_INFINITY ? 14 : 18, Math.floor(Math.log2(rows))))
}

/** The kernels named by the environment, for tests and debugging; else the fastest. */
async function wantedKernels(): Promise<KernelName> {
  const given = process.env.NEARSAME_KERNELS
  if (given === undefined || given === '') return fastestKernels()
  const named = kernelNames.find(name => name === given)
  if (named !== undefined) return named
  throw new NearsameError('OPTION_VALUE', {
    expected: `NEARSAME_KERNELS to be one of ${kernelNames.join(', ')}`,
    got: JSON.stringify(given),
    fix: 'leave it unset for the fastest',
  })
}
