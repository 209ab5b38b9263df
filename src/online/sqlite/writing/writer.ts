/**
 * SQLite writer: the calling thread's handle of the thread that writes to a collection.
 *
 * A commit waits for the disk, a few milliseconds each time, and compressing bodies takes as long again; so a thread
 * does both. The first request starts it, and it answers requests in order. When it dies, the running requests fail,
 * and the next request starts another. After a while without requests it ends, and the next request starts another:
 *
 *     none ──request──▶ running ──close, or idle──▶ ending ──▶ none
 *
 * A request waits for an ending thread to end, so there is never more than one.
 */
import { Worker } from 'node:worker_threads'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { type PackedError, unpackError } from '../../../ground/errors/packed-error.ts'
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
  readonly id: number
  readonly kind: K
  readonly task: WriterTasks[K]['task']
}

export type WriterReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: PackedError }

/** `folder` holds the database and its snapshot files. */
export interface WriterSettings {
  readonly role: 'writer' | 'checker'
  readonly folder: string
}

/** A thread costs a few megabytes and open files, and takes up to a fifth of a second to start. */
const idleMs = 60_000

interface Pending {
  resolve(result: never): void
  reject(error: unknown): void
}

export class SqliteWriter {
  readonly #folder: string
  #worker: Worker | undefined
  /** Resolves when the ending thread has ended. */
  #ending: Promise<void> | undefined
  #idle: NodeJS.Timeout | undefined
  readonly #pending = new Map<number, Pending>()
  #lastId = 0
  /** Time without requests after which the thread ends; shorter in tests. */
  idleMs = idleMs

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The thread, for tests that kill it. */
  get worker(): Worker | undefined {
    return this.#worker
  }

  /** @throws NearsameError WORKER_DIED, and what the task throws */
  async request<K extends keyof WriterTasks>(
    kind: K,
    task: WriterTasks[K]['task'],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<WriterTasks[K]['result']> {
    while (this.#ending !== undefined) await this.#ending
    this.#worker ??= this.#start()
    return this.#ask(this.#worker, kind, task, transfer)
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
    const worker = this.#worker
    if (worker === undefined) return
    // A thread that dies meanwhile is closed as well.
    await this.#ask(worker, 'close', undefined).catch(() => {})
    this.#worker = undefined
    await worker.terminate()
  }

  #ask<K extends keyof WriterTasks>(
    worker: Worker,
    kind: K,
    task: WriterTasks[K]['task'],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<WriterTasks[K]['result']> {
    return new Promise((resolve, reject) => {
      clearTimeout(this.#idle)
      const id = ++this.#lastId
      worker.postMessage({ id, kind, task } satisfies WriterRequest<K>, [...transfer])
      this.#pending.set(id, { resolve, reject })
      worker.ref()
    })
  }

  #start(): Worker {
    const worker = startThread({ role: 'writer', folder: this.#folder })
    worker.on('message', (reply: WriterReply) => {
      const pending = this.#pending.get(reply.id)
      this.#pending.delete(reply.id)
      if (this.#pending.size === 0) this.#rest(worker)
      if ('error' in reply) pending?.reject(unpackError(reply.error))
      else pending?.resolve(reply.result as never)
    })
    worker.on('error', error => this.#fail(worker, error))
    worker.on('exit', () => this.#fail(worker, undefined))
    return worker
  }

  #rest(worker: Worker): void {
    // An open collection does not keep the program alive.
    worker.unref()
    if (this.#ending === undefined) this.#idle = setTimeout(() => this.close(), this.idleMs).unref()
  }

  #fail(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return
    clearTimeout(this.#idle)
    this.#worker = undefined
    const pending = [...this.#pending.values()]
    this.#pending.clear()
    for (const { reject } of pending) reject(threadDied(cause))
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
