/**
 * SQLite writer: the calling thread's end of the thread that writes to a collection.
 *
 * A commit waits for the disk, some milliseconds each time, and compressing bodies takes as long again; so
 * both are done elsewhere. The thread is started by the first request and answers requests in their order.
 * When it dies, what was under way fails, and the next request starts another.
 */
import { Worker } from 'node:worker_threads'
import { isError } from '../../errors/is-error.ts'
import { NearsameError } from '../../errors/nearsame-error.ts'
import { type PackedError, unpackError } from '../../errors/packed-error.ts'
import type { PackedChanges } from './changes.ts'

/** Segments made anew: the words of their file, and why there was no room to save it, if there was none. */
export interface Rebuilt {
  readonly words: Uint32Array<ArrayBuffer>
  readonly unsaved: string | undefined
}

/** What the thread is asked, and what it answers. */
export interface WriterTasks {
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

interface Pending {
  resolve(result: never): void
  reject(error: unknown): void
}

export class SqliteWriter {
  readonly #folder: string
  #worker: Worker | undefined
  readonly #pending = new Map<number, Pending>()
  #lastId = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The thread, for tests that end it. */
  get worker(): Worker | undefined {
    return this.#worker
  }

  /** @throws NearsameError WORKER_DIED, and what the task throws */
  request<K extends keyof WriterTasks>(
    kind: K,
    task: WriterTasks[K]['task'],
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<WriterTasks[K]['result']> {
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#start()
      const id = ++this.#lastId
      this.#worker.postMessage({ id, kind, task } satisfies WriterRequest<K>, [...transfer])
      this.#pending.set(id, { resolve, reject })
      this.#worker.ref()
    })
  }

  /** Ends the thread, after what was asked of it. */
  async close(): Promise<void> {
    const worker = this.#worker
    if (worker === undefined) return
    // One that dies meanwhile has nothing more to say.
    await this.request('close', undefined).catch(() => {})
    this.#worker = undefined
    await worker.terminate()
  }

  #start(): Worker {
    const worker = startThread({ role: 'writer', folder: this.#folder })
    worker.on('message', (reply: WriterReply) => {
      const pending = this.#pending.get(reply.id)
      this.#pending.delete(reply.id)
      // A program that has nothing else to do may end although a collection is open.
      if (this.#pending.size === 0) worker.unref()
      if ('error' in reply) pending?.reject(unpackError(reply.error))
      else pending?.resolve(reply.result as never)
    })
    worker.on('error', error => this.#fail(worker, error))
    worker.on('exit', () => this.#fail(worker, undefined))
    return worker
  }

  #fail(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    const pending = [...this.#pending.values()]
    this.#pending.clear()
    for (const { reject } of pending) reject(threadDied(cause))
  }
}

/** A thread of `thread.ts`. */
export function startThread(settings: WriterSettings): Worker {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const entry = new URL(`./thread.${extension}`, import.meta.url)
  return new Worker(entry, { workerData: settings, execArgv: [] })
}

export function threadDied(cause: unknown): NearsameError {
  return new NearsameError('WORKER_DIED', {
    expected: 'the thread of the collection to answer',
    got: isError(cause) ? `a thread that ended with: ${cause.message}` : 'a thread that ended',
    fix: 'try again: nothing of this was taken in',
    cause,
  })
}
