/**
 * SQLite writer: the calling thread's end of the thread that writes to a collection.
 *
 * A commit waits for the disk, some milliseconds each time, and compressing bodies takes as long again; so
 * both are done elsewhere. The thread is started by the first request and answers requests in their order.
 * When it dies, what was under way fails, and the next request starts another. When nothing was asked of it
 * for a while it ends, and the next request starts another as well:
 *
 *     none ──request──▶ running ──close, or idle──▶ ending ──▶ none
 *
 * A request waits for the end of a thread that is ending, so there is never more than one of them.
 */
import { Worker } from 'node:worker_threads'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { type PackedError, unpackError } from '../../../ground/errors/packed-error.ts'
import type { PackedChanges } from './changes.ts'

/** Segments made anew: the words of their file, and why there was no room to save it, if there was none. */
export interface Rebuilt {
  readonly words: Uint32Array<ArrayBuffer>
  readonly unsaved: string | undefined
}

/** What the thread is asked, and what it answers. */
interface WriterTasks {
  /** Answers about how many bytes went to the log. */
  apply: { task: PackedChanges; result: number }
  /** Makes the segments from a number on anew, and saves and lists them where there is room. */
  rebuild: { task: number; result: Rebuilt }
  /** Moves the log into the database; `true` cuts it off as well. */
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

/** A thread takes some megabytes and files while it is there, and up to a fifth of a second to start. */
const idleMs = 60_000

interface Pending {
  resolve(result: never): void
  reject(error: unknown): void
}

export class SqliteWriter {
  readonly #folder: string
  #worker: Worker | undefined
  /** Fulfilled when the thread that is ending has ended. */
  #ending: Promise<void> | undefined
  #idle: NodeJS.Timeout | undefined
  readonly #pending = new Map<number, Pending>()
  #lastId = 0
  /** After how long without a request the thread ends; shorter in tests. */
  idleMs = idleMs

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The thread, for tests that end it. */
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

  /** Ends the thread, after what was asked of it. */
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
    // One that dies meanwhile has nothing more to say.
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
    // A program that has nothing else to do may end although a collection is open.
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
    expected: 'the thread of the collection to answer',
    got: cause instanceof Error ? `a thread that ended with: ${cause.message}` : 'a thread that ended',
    fix: 'try again: nothing of this was taken in',
    cause,
  })
}
