/**
 * Run state: what past runs decided, for a run over new files, and what it decides, for later ones.
 *
 *     open ─▶ begin: earlier survivors become documents ─▶ decide ─▶ save, published with outputs ─▶ close
 *
 * Nothing changes before the publication: a run that fails or is killed leaves the state as it was.
 */
import { createHash } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inputOrder, kinds, type Outcome } from '../../engine/batch/columns.ts'
import type { Ports } from '../../engine/decide/measuring.ts'
import type { DedupeRequest } from '../dedupe-outputs/dedupe-request.ts'
import type { InputSet } from '../inputs/resolve/input.ts'
import { resolveInputs } from '../inputs/resolve/resolve-inputs.ts'
import { checkLocal } from '../io/make-directory.ts'
import { registerTemporary, temporaryName } from '../io/temporaries.ts'
import type { DirectoryLock } from '../progress/directory-lock.ts'
import { jsonOptions } from '../progress/job-identity.ts'
import { checkBudget } from '../run/memory-budget.ts'
import { rareTasks } from '../run/rare-tasks.ts'
import type { Run } from '../run/run.ts'
import type { StateReport } from '../state-report.ts'
import { type ClusterNumbers, clusterNumbers } from './cluster-numbers.ts'
import { addEarlier, type EarlierDocuments, earlierPorts } from './earlier-documents.ts'
import { writeKeyBlocks } from './key-blocks.ts'
import { logNames, logPath, type Manifest, readManifest, writeManifest } from './manifest.ts'
import { ShingleLists } from './shingle-lists.ts'
import { knownInputs, type NewInputs, newInputs, sameInputs } from './state-inputs.ts'
import { lockState } from './state-lock.ts'
import { framesOf, framesOfRun, writeLogs } from './state-logs.ts'
import { checkStateOptions, checkStateRequest } from './state-request.ts'
import { copiedColumns, writeSurvivors } from './survivor-blocks.ts'

/** What a run decided. */
interface Decided {
  readonly outcome: Outcome
  /** Documents that the run keeps, those without a text included. */
  readonly kept: number
  /** Lines of the digest. */
  readonly lines: readonly string[]
}

interface Opened {
  readonly request: DedupeRequest
  readonly directory: string
  readonly lock: DirectoryLock | undefined
  readonly state: Manifest
  readonly inputs: NewInputs
}

export class RunState {
  /** The request, with the text fields that earlier records showed. */
  readonly request: DedupeRequest
  readonly #directory: string
  readonly #lock: DirectoryLock | undefined
  readonly #state: Manifest
  readonly #inputs: NewInputs
  #described: ReturnType<typeof copiedColumns> = []
  #earlier: EarlierDocuments = { from: 0, ordinals: [], records: [] }
  /** Present if sets are joined: the lists of all documents, and the order of shingles that they have. */
  #lists: ShingleLists | undefined
  #classes: Uint8Array | undefined
  #numbers: ClusterNumbers | undefined
  #written: string[] = []

  private constructor({ request, directory, lock, state, inputs }: Opened) {
    this.request = { ...request, input: { ...request.input, text: request.input.text ?? state.text } }
    this.#directory = directory
    this.#lock = lock
    this.#state = state
    this.#inputs = inputs
  }

  /**
   * Opens the state of a request, or a new one, and checks the inputs of earlier runs. A plan and a dry run,
   * which write nothing, take no lock.
   *
   * @throws NearsameError OPTION_VALUE, STATE_REFUSED, STATE_CORRUPT, INPUT_MISSING, INPUT_CHANGED
   */
  static async open(request: DedupeRequest, given: string): Promise<RunState> {
    checkStateRequest(request)
    checkLocal(given)
    const found = await resolveInputs(request.inputs, request.input)
    const directory = resolve(given)
    const { plan, dryRun } = request.running
    const lock = plan || dryRun ? undefined : lockState(directory)
    try {
      const options = jsonOptions(request.result, request.input)
      const read = readManifest(directory)
      const known = read?.runs.length === 0 ? undefined : read
      if (known !== undefined) checkStateOptions(known, options, found.format)
      const before = known ?? { ...nothing, options, format: found.format, directory }
      const earlier = await sameInputs(before, directory, found)
      const state = { ...before, directory, inputs: earlier }
      return new RunState({ request, directory, lock, state, inputs: newInputs(found, earlier) })
    } catch (error) {
      lock?.release()
      throw error
    }
  }

  /** The inputs that no earlier run has read. */
  get set(): InputSet {
    return this.#inputs.set
  }

  /** Inputs of earlier runs, which outputs must not replace. */
  get earlierPaths(): readonly string[] {
    return this.#state.inputs.map(({ path }) => path)
  }

  /**
   * Gives a join the order of shingles that earlier runs had. REQUIRES: nothing is scanned.
   *
   * @throws NearsameError STATE_CORRUPT
   */
  prepare({ scannedRarest }: Run): void {
    if (scannedRarest === undefined || this.#state.runs.length === 0) return
    const [classes] = framesOfRun(this.#directory, 'rarity', 0, this.#state.runs[0])
    scannedRarest.settings.classes.set(classes)
    scannedRarest.hasClasses = true
  }

  /**
   * Adds the earlier survivors that new documents may match. REQUIRES: the run is scanned, and nothing is
   * grouped.
   */
  async begin(run: Run): Promise<void> {
    run.warnings.push(...this.#inputs.warnings)
    this.#described = copiedColumns(run.documents)
    if (run.decision.isJoined) {
      const all = inputOrder(run.documents.count)
      const { sets, classes } = await rareTasks(run).readOrdered(all, run.decision.least)
      this.#lists = new ShingleLists(sets)
      this.#classes = classes
    }
    this.#earlier = await addEarlier(run, this.#state, { directory: this.#directory, lists: this.#lists })
    checkBudget(run.budget, { documents: run.documents.count, memberships: 0, groups: 0 })
  }

  /** The number of new documents: those before all earlier ones. */
  get count(): number {
    return this.#earlier.from
  }

  ports(ports: Ports): Ports {
    const lists = this.#lists
    const rare = lists && { ...ports.rare, read: async (some: Int32Array) => lists.setsOf(some) }
    return earlierPorts({ ...ports, ...(rare && { rare }) }, this.#earlier)
  }

  /** The number of a record among those of all runs, from 1. */
  recordOf(run: Run, document: number): number {
    const { from, records } = this.#earlier
    if (document >= from) return records[document - from]
    return this.#state.records + run.documents.records.globalNumberOf(document)
  }

  /** The numbers of clusters. REQUIRES: `begin` */
  numbersOf(outcome: Outcome): ClusterNumbers {
    this.#numbers ??= clusterNumbers(this.#state, this.#directory, this.#earlier, outcome)
    return this.#numbers
  }

  /** Adds what was decided to the state, which is published with the outputs; a dry run writes nothing. */
  async save(run: Run, decided: Decided): Promise<StateReport> {
    const { runs, records: before } = this.#state
    const hash = createHash('sha256')
    for (const frame of framesOf(this.#directory, 'removed', runs)) hash.update(frame)
    for (const some of decided.lines) hash.update(some)
    const digest = hash.digest('hex')
    const records = before + run.documents.records.countBefore(this.set.inputs.length)
    if (this.#lock !== undefined) await this.#write(run, decided, { records, digest })
    const kept = runs.reduce((sum, each) => sum + each.kept, decided.kept)
    return { runs: runs.length + 1, records, kept, digest }
  }

  async #write(
    run: Run,
    { outcome, kept, lines }: Decided,
    figures: Pick<Manifest, 'records' | 'digest'>,
  ): Promise<void> {
    const state = this.#state
    const survivors = keptOf(outcome, this.count)
    const { added } = this.numbersOf(outcome)
    this.#written = logNames.map(name => logPath(this.#directory, name, state.runs.length))
    if (state.runs.length === 0) this.#written.push(this.#begin())
    const { documents } = run
    const described = this.#described
    const firstInput = state.inputs.length
    const bytes = writeLogs(this.#directory, state.runs.length, {
      keys: log => writeKeyBlocks(log, survivors, documents, described),
      survivors: log => writeSurvivors(log, survivors, { documents, described, firstInput }),
      clusters: log => {
        if (added.length > 0) log.append(new Uint8Array(added.buffer))
      },
      removed: log => {
        for (const some of lines) if (some !== '') log.append(Buffer.from(some))
      },
      rarity: log => {
        if (this.#classes !== undefined && state.runs.length === 0) log.append(this.#classes)
      },
      shingles: log => this.#lists?.write(log, survivors),
    })
    const format = run.sources.head?.format
    const text = format !== undefined && 'choice' in format ? format.choice.text : state.text
    const next: Manifest = {
      ...state,
      ...figures,
      ...(text !== undefined && { text }),
      inputs: [...state.inputs, ...(await knownInputs(run, this.#inputs, state))],
      runs: [...state.runs, { survivors: survivors.length, bytes, kept }],
      clusters: state.clusters + added.length,
    }
    const temporary = temporaryName(join(this.#directory, 'state.json'))
    registerTemporary(temporary)
    run.publication.add(temporary, writeManifest(next, this.#directory, temporary), true)
  }

  /** Logs without a manifest are damage; so a first run that is killed leaves one without runs, as of no state. */
  #begin(): string {
    const temporary = temporaryName(join(this.#directory, 'state.json'))
    const path = writeManifest({ ...this.#state, inputs: [] }, this.#directory, temporary)
    renameSync(temporary, path)
    return path
  }

  /** @param isSaved whether the publication took place */
  close(isSaved: boolean): void {
    if (!isSaved) for (const path of this.#written) rmSync(path, { force: true })
    this.#lock?.release()
  }
}

/** A state before its first run. */
const nothing = { inputs: [], runs: [], records: 0, clusters: 0, digest: '' }

/** The new documents that are kept, ascending. */
function keptOf({ kind }: Outcome, count: number): Int32Array {
  const kept = new Int32Array(count)
  let next = 0
  for (let document = 0; document < count; document++)
    if (kind[document] === kinds.kept) kept[next++] = document
  return kept.subarray(0, next)
}
