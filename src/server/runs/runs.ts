/**
 * Runs: `dedupe` of uploads, one at a time, each in a folder that outlives the server.
 *
 *     queued ──▶ running ──▶ done │ failed          decisions ─▶ queued again, with the outputs of before until the end
 *        ▲          │
 *        └── the server was stopped or killed
 *
 *     ID/files/    the inputs, as links to the uploads: the run has them when these are deleted
 *     ID/out/      the outputs, which get their names together
 *     ID/temp/     progress, from which a run that was cut off goes on
 */
import { link, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DedupeProcess, startDedupe } from '../../files/process/start-dedupe.ts'
import type { Progress } from '../../files/requests.ts'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { packFailure } from '../../ground/threads/protocol.ts'
import { sees, type Viewer } from '../guards/viewers.ts'
import type { ServerLogger } from '../state/request-log.ts'
import { EntryFolders, replaceFile } from './entry-folders.ts'
import { decisionLines, expiryOf, type RunDecision, type RunEntry } from './run-entry.ts'
import { inputsFolder, type OutputName, outputsFolder } from './run-outputs.ts'
import { requestOf } from './run-request.ts'

interface RunServices {
  readonly now: () => number
  readonly log: ServerLogger
}

interface Started {
  readonly id: string
  process?: DedupeProcess
  progress?: Progress
  /** Whether its end counts no more: it was deleted, or starts again. */
  isStopped: boolean
}

export interface RunOutput {
  readonly name: OutputName
  readonly path: string
  /** Its name. */
  readonly file: string
  readonly bytes: number
}

/** What a new run needs beside what it says itself. */
export interface NewRun
  extends Pick<RunEntry, 'name' | 'owner' | 'uploads' | 'inputs' | 'format' | 'options' | 'files'> {
  /** The files of the uploads. */
  readonly paths: readonly string[]
  readonly decisions: string | undefined
  readonly decided: number
}

export class Runs {
  readonly #folders: EntryFolders<RunEntry>
  readonly #services: RunServices
  /** In the order in which they will run. */
  #queue: string[]
  /** Those that go on from their progress. */
  readonly #resumed: Set<string>
  #started: Started | undefined
  #isClosed = false

  private constructor(folders: EntryFolders<RunEntry>, services: RunServices) {
    this.#folders = folders
    this.#services = services
    const waiting = folders
      .list()
      .filter(({ state }) => state === 'queued' || state === 'running')
      .sort((a, b) =>
        a.state === b.state ? (a.changed < b.changed ? -1 : 1) : a.state === 'running' ? -1 : 1,
      )
    this.#queue = waiting.map(({ id }) => id)
    this.#resumed = new Set(waiting.filter(({ state }) => state === 'running').map(({ id }) => id))
  }

  /** Opens those of an earlier server; what it left running goes on. */
  static async open(root: string, services: RunServices): Promise<Runs> {
    const runs = new Runs(await EntryFolders.open<RunEntry>(root), services)
    runs.#next()
    return runs
  }

  list(viewer: Viewer): RunEntry[] {
    return this.#folders.list().filter(run => sees(viewer, run))
  }

  /** Bytes of the outputs of all runs, and of inputs that are no upload any more. */
  bytes(isUpload: (id: string) => boolean): number {
    return this.#folders.all().reduce((sum, run) => sum + bytesFreed(run, isUpload), 0)
  }

  hasUpload(id: string): boolean {
    return this.#folders.all().some(({ uploads }) => uploads.includes(id))
  }

  /** @throws NearsameError RUN_NOT_FOUND for one that the viewer does not see, too */
  get(id: string, viewer: Viewer): RunEntry {
    const found = this.#folders.get(id)
    if (found !== undefined && sees(viewer, found)) return found
    throw new NearsameError('RUN_NOT_FOUND', {
      expected: 'the id of a run of this key',
      got: JSON.stringify(id.slice(0, 80)),
      fix: 'list them with GET /v1/runs; runs are deleted 30 days after their end unless they are kept',
    })
  }

  /** How far a running one is. */
  progressOf(id: string): Progress | undefined {
    return this.#started?.id === id ? this.#started.progress : undefined
  }

  async add({ paths, decisions, decided, ...given }: NewRun): Promise<RunEntry> {
    const id = crypto.randomUUID()
    const created = this.#time()
    const added = await this.#folders.add(id, async folder => {
      await mkdir(join(folder, inputsFolder))
      await mkdir(join(folder, outputsFolder))
      for (const [at, path] of paths.entries())
        await link(path, join(folder, inputsFolder, given.inputs[at].name))
      if (decisions !== undefined) await writeFile(decisionsPath(folder, given), decisions, { flush: true })
      const state = { state: 'queued', isKept: false, bytes: 0, decisions: decided } as const
      return { id, ...given, ...state, created, changed: created }
    })
    this.#queue.push(id)
    this.#next()
    return added
  }

  /** Runs it again with other decisions. */
  async decide({ id, ...run }: RunEntry, decisions: readonly RunDecision[], by: string): Promise<void> {
    await this.#stop(id)
    const at = this.#time()
    const path = decisionsPath(this.#folders.path(id), run)
    await replaceFile(path, decisionLines(decisions, by, at))
    this.#resumed.delete(id)
    await this.#folders.change(id, {
      state: 'queued',
      changed: at,
      decisions: decisions.length,
      error: undefined,
    })
    if (!this.#queue.includes(id)) this.#queue.push(id)
    this.#next()
  }

  async keep(id: string, isKept: boolean): Promise<void> {
    await this.#folders.change(id, { isKept })
  }

  /** Stops it, and deletes it with all its files. */
  async drop(id: string): Promise<void> {
    await this.#stop(id)
    this.#queue = this.#queue.filter(queued => queued !== id)
    await this.#folders.drop(id)
    this.#next()
  }

  /** An output that a run has now. */
  async find(run: RunEntry, name: OutputName): Promise<RunOutput | undefined> {
    const file = run.files[name]
    if (file === undefined || (name === 'decisions' && run.decisions === 0)) return undefined
    const path = join(this.#folders.path(run.id), outputsFolder, file)
    const found = await stat(path).catch(() => undefined)
    return found?.isFile() ? { name, path, file, bytes: found.size } : undefined
  }

  /** @throws NearsameError RUN_OUTPUT if the run does not have it, or not yet */
  async output(run: RunEntry, name: OutputName): Promise<RunOutput> {
    const found = await this.find(run, name)
    if (found === undefined) throw noOutput(run, name)
    return found
  }

  /** The text of the decisions of a run; undefined without any. */
  decisionsPath(run: RunEntry): string | undefined {
    return run.decisions > 0 ? decisionsPath(this.#folders.path(run.id), run) : undefined
  }

  /** Deletes those that ended too long ago. */
  async expire(): Promise<void> {
    const now = this.#services.now()
    for (const run of this.#folders.list()) {
      const expiry = expiryOf(run)
      if (expiry !== null && expiry <= now) await this.drop(run.id)
    }
  }

  /** Stops the running one, which goes on when the server starts again. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#started !== undefined) await this.#stop(this.#started.id)
  }

  #time(): string {
    return new Date(this.#services.now()).toISOString()
  }

  async #stop(id: string): Promise<void> {
    const started = this.#started
    if (started?.id !== id) return
    started.isStopped = true
    await started.process?.stop()
    if (this.#started === started) this.#started = undefined
  }

  /** Starts the next one, unless one runs. */
  #next(): void {
    if (this.#isClosed || this.#started !== undefined) return
    const id = this.#queue.shift()
    const run = id === undefined ? undefined : this.#folders.get(id)
    if (run === undefined) return
    this.#run(run).catch((error: unknown) => {
      this.#services.log.error({ err: error, run: run.id }, 'a run could not be kept')
    })
  }

  async #run(run: RunEntry): Promise<void> {
    const { id } = run
    const folder = this.#folders.path(id)
    const request = requestOf(run)
    const goesOn = this.#resumed.delete(id)
    const temp = join(folder, 'temp')
    const started: Started = { id, isStopped: false }
    const start = () => {
      started.process = startDedupe(join(folder, inputsFolder), request, progress => {
        started.progress = progress
      })
      return started.process.ended
    }
    this.#started = started
    try {
      if (!goesOn) await rm(temp, { recursive: true, force: true })
      await mkdir(temp, { recursive: true })
      await this.#folders.change(id, { state: 'running', changed: this.#time() })
      if (started.isStopped) return
      const { counts } = await start().catch(async (error: unknown) => {
        if (started.isStopped || !goesOn || !isRefused(error)) throw error
        // Progress of another version, or of a file that has been touched since.
        await rm(temp, { recursive: true, force: true })
        await mkdir(temp)
        return start()
      })
      if (!started.isStopped) await this.#end(run, { state: 'done', counts, error: undefined })
    } catch (error) {
      if (!started.isStopped) await this.#end(run, { state: 'failed', error: packFailure(error) })
    } finally {
      if (this.#started === started) this.#started = undefined
      this.#next()
    }
  }

  async #end(run: RunEntry, ended: Pick<RunEntry, 'state' | 'counts' | 'error'>): Promise<void> {
    const folder = this.#folders.path(run.id)
    await rm(join(folder, 'temp'), { recursive: true, force: true })
    let bytes = 0
    for (const file of Object.values(run.files))
      bytes += (await stat(join(folder, outputsFolder, file)).catch(() => undefined))?.size ?? 0
    await this.#folders.change(run.id, { ...ended, bytes, changed: this.#time() })
  }
}

function isRefused(error: unknown): boolean {
  return isNearsameError(error) && error.code === 'RESUME_REFUSED'
}

function noOutput({ format, state, files }: RunEntry, name: OutputName): NearsameError {
  const [got, fix] =
    files[name] === undefined
      ? [`one of the format ${format}, which has none`, 'take another output: GET /v1/runs/{id} lists them']
      : name === 'decisions'
        ? ['one without decisions', 'send decisions with PUT /v1/runs/{id}/decisions']
        : [`one that is ${state}`, 'ask again when GET /v1/runs/{id} lists it']
  return new NearsameError('RUN_OUTPUT', { expected: `a run with the output ${name}`, got, fix })
}

/** Decisions are an input and an output. */
function decisionsPath(folder: string, { files }: Pick<RunEntry, 'files'>): string {
  return join(folder, outputsFolder, files.decisions ?? 'decisions.csv')
}

/** Bytes that go when a run is deleted. */
export function bytesFreed(run: RunEntry, isUpload: (id: string) => boolean): number {
  const own = run.inputs.filter((_, at) => !isUpload(run.uploads[at]))
  return run.bytes + own.reduce((sum, { bytes }) => sum + bytes, 0)
}
