/**
 * Thread calls: one thread that answers calls by their ids, as in `protocol.ts`.
 *
 * The first call starts it. When it dies, the running calls fail, and the next call starts another. Without a running
 * call it does not keep the program alive.
 */
import type { Worker } from 'node:worker_threads'
import { unpackError } from '../errors/packed-error.ts'
import type { Reply, Request } from './protocol.ts'

interface Call {
  resolve(result: never): void
  reject(error: unknown): void
}

export class ThreadCalls {
  readonly #start: () => Worker
  readonly #died: (cause: unknown) => Error
  readonly #rest: () => void
  readonly #calls = new Map<number, Call>()
  #worker: Worker | undefined
  #last = 0

  /** @param died the error of the calls that die with a thread @param rest called when no call is running any more */
  constructor(start: () => Worker, died: (cause: unknown) => Error, rest = () => {}) {
    this.#start = start
    this.#died = died
    this.#rest = rest
  }

  /** The thread, if there is one. */
  get worker(): Worker | undefined {
    return this.#worker
  }

  /** @throws what the task throws, or that the thread died */
  ask<R>(task: unknown, transfer: readonly ArrayBuffer[] = []): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#worker ??= this.#started()
      const id = ++this.#last
      this.#worker.postMessage({ id, task } satisfies Request, [...transfer])
      this.#calls.set(id, { resolve, reject })
      this.#worker.ref()
    })
  }

  /** Ends the thread, which fails the running calls. */
  async end(cause?: unknown): Promise<void> {
    const ending = this.#worker
    if (ending === undefined) return
    this.#lose(ending, cause)
    await ending.terminate()
  }

  #started(): Worker {
    const worker = this.#start()
    worker.on('message', (reply: Reply) => {
      const call = this.#calls.get(reply.id)
      this.#calls.delete(reply.id)
      if (this.#calls.size === 0) {
        worker.unref()
        this.#rest()
      }
      if ('error' in reply) call?.reject(unpackError(reply.error))
      else call?.resolve(reply.result as never)
    })
    worker.on('error', error => this.#lose(worker, error))
    worker.on('exit', () => this.#lose(worker, undefined))
    // A call that cannot be sent never refs it. After the listeners, because adding one refs the worker again.
    worker.unref()
    return worker
  }

  #lose(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const { reject } of this.#calls.values()) reject(this.#died(cause))
    this.#calls.clear()
  }
}
