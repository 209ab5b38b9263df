/**
 * SQLite writer: the calling thread's handle of the thread that writes to a collection.
 *
 * A commit waits for the disk, a few milliseconds each time, and compressing bodies takes as long again; so a thread
 * does both, and answers requests in order. After a while without requests it ends, and the next request starts
 * another:
 *
 *     none ──request──▶ running ──close, or idle──▶ ending ──▶ none
 *
 * A request waits for an ending thread to end, so there is never more than one.
 */
import { Worker } from 'node:worker_threads'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { ThreadCalls } from '../../../ground/threads/thread-calls.ts'
import type { PackedChanges } from './changes.ts'

/** Rebuilt segments: the words of their file, and why it could not be saved, if it could not. */
export interface Rebuilt {
  readonly words: Uint32Array<ArrayBuffer>
  readonly unsaved: string | undefined
}

/** The requests to the thread and their results. */
interface WriterTasks {
  /** Returns the approximate number of bytes added to the WAL. */
  apply: { task: PackedChanges; result: number }
  /** Rebuilds the segments from a number on, and saves and lists them if there is space. */
  rebuild: { task: number; result: Rebuilt }
  /** Checkpoints the WAL; `true` also truncates it. */
  checkpoint: { task: boolean; result: undefined }
  vacuum: { task: undefined; result: undefined }
  close: { task: undefined; result: undefined }
}

export interface WriterRequest<K extends keyof WriterTasks = keyof WriterTasks> {
  readonly kind: K
  readonly task: WriterTasks[K]['task']
}

/** `folder` holds the database and its snapshot files. */
export interface WriterSettings {
  readonly role: 'writer' | 'checker'
  readonly folder: string
}

/** A thread costs a few megabytes and open files, and takes up to a fifth of a second to start. */
const idleMs = 60_000

export class SqliteWriter {
  readonly #thread: ThreadCalls
  /** Resolves when the ending thread has ended. */
  #ending: Promise<void> | undefined
  #idle: NodeJS.Timeout | undefined
  /** Time without requests after which the thread ends; shorter in tests. */
  idleMs = idleMs

  constructor(folder: string) {
    this.#thread = new ThreadCalls(
      () => startThread({ role: 'writer', folder }),
      threadDied,
      () => this.#rest(),
    )
  }

  /** The thread, for tests that kill it. */
  get worker(): Worker | undefined {
    return this.#thread.worker
  }

  /** @throws NearsameError WORKER_DIED, and what the task throws */
  async request<K extends keyof WriterTasks>(
    kind: K,
    task: WriterTasks[K]['task'],
    transfer?: readonly ArrayBuffer[],
  ): Promise<WriterTasks[K]['result']> {
    while (this.#ending !== undefined) await this.#ending
    clearTimeout(this.#idle)
    return this.#thread.ask({ kind, task } satisfies WriterRequest<K>, transfer)
  }

  /** Ends the thread, after its pending requests. */
  close(): Promise<void> {
    this.#ending ??= this.#end().finally(() => {
      this.#ending = undefined
    })
    return this.#ending
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle)
    if (this.worker === undefined) return
    // A thread that dies meanwhile is closed as well.
    await this.#thread
      .ask({ kind: 'close', task: undefined } satisfies WriterRequest<'close'>)
      .catch(() => {})
    await this.#thread.end()
  }

  #rest(): void {
    if (this.#ending === undefined) this.#idle = setTimeout(() => this.close(), this.idleMs).unref()
  }
}

/** A thread of `writer-thread.ts`. */
export function startThread(settings: WriterSettings): Worker {
  const entry = new URL('../writer-thread.ts', import.meta.url)
  return new Worker(entry, { workerData: settings, execArgv: [] })
}

export function threadDied(cause: unknown): NearsameError {
  return new NearsameError('WORKER_DIED', {
    expected: 'the writer thread of the collection to stay alive',
    got: cause instanceof Error ? `a thread that ended with: ${cause.message}` : 'a thread that ended',
    fix: 'try again: nothing of this was stored',
    cause,
  })
}
