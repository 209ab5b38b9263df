/**
 * Pool: tasks run by `threads` threads of which the calling one is the first.
 *
 * Some are started at once, the others when tasks pile up, for starting one costs some 60 ms of a processor.
 * A thread is given its next task before it has finished the one before, because the calling thread may be
 * busy with a task of its own when a reply arrives. Results go to their callers; who needs order keeps it.
 */
import type { Worker } from 'node:worker_threads'
import { NearsameError } from '../errors/nearsame-error.ts'
import { unpackError } from '../errors/packed-error.ts'
import type { Reply } from './protocol.ts'
import { startWorker } from './start-worker.ts'

/** Runs tasks somewhere and gives their results; what the batch stages know of threads. */
export interface Executor<Task, Result> {
  readonly threads: number
  /** @param isUrgent puts the task before those that wait */
  run(task: Task, isUrgent?: boolean): Promise<Result>
  close(): Promise<void>
}

export interface PoolSettings<Task, Result> {
  readonly threads: number
  /** Those started at once, the calling one included; all unless given. */
  readonly atOnce?: number
  /** Module that a thread starts with; it answers messages as `protocol.ts` says. */
  readonly entry: URL
  /** Sent to every thread when it starts. */
  readonly workerData: unknown
  /** The same work in the calling thread. */
  readonly runHere: (task: Task) => Result | Promise<Result>
}

interface Job<Task, Result> {
  readonly task: Task
  resolve(result: Result): void
  reject(error: unknown): void
}

const queuedPerThread = 2
/** Tasks waiting for which the other threads are started: many times what comes with little work. */
const pile = 32

/** @throws NearsameError WORKER_DIED where no thread can be started */
export function openPool<Task, Result>(settings: PoolSettings<Task, Result>): Executor<Task, Result> {
  return new Pool(settings)
}

class Pool<Task, Result> implements Executor<Task, Result> {
  readonly threads: number
  readonly #settings: PoolSettings<Task, Result>
  readonly #waiting: Job<Task, Result>[] = []
  readonly #remote: { worker: Worker; jobs: Map<number, Job<Task, Result>> }[] = []
  #busyHere = false
  #closed = false
  #failure: unknown
  #lastId = 0

  constructor(settings: PoolSettings<Task, Result>) {
    this.threads = settings.threads
    this.#settings = settings
    try {
      this.#startUpTo(settings.atOnce ?? settings.threads)
    } catch (error) {
      void this.close()
      throw error
    }
  }

  #startUpTo(threads: number): void {
    while (this.#remote.length + 1 < threads) this.#start(this.#settings)
  }

  #start({ entry, workerData }: PoolSettings<Task, Result>): void {
    const worker = startWorker(entry, { workerData }, 'pass 1 as `threads`, or ')
    const thread = { worker, jobs: new Map<number, Job<Task, Result>>() }
    worker.on('message', (reply: Reply) => {
      const job = thread.jobs.get(reply.id)
      thread.jobs.delete(reply.id)
      if ('error' in reply) job?.reject(unpackError(reply.error))
      else job?.resolve(reply.result as Result)
      this.#dispatch()
    })
    worker.on('error', error => this.#fail(error))
    worker.on('exit', () => {
      if (!this.#closed) this.#fail(undefined)
    })
    this.#remote.push(thread)
  }

  /** A lost thread loses its tasks: everything fails at once, nothing is written under its final name. */
  #fail(cause: unknown): void {
    this.#failure ??= new NearsameError('WORKER_DIED', {
      expected: 'every thread to answer until the end of the run',
      got: cause instanceof Error ? `a thread that ended with: ${cause.message}` : 'a thread that ended',
      fix: 'run again, with fewer `threads` if memory is short',
      cause,
    })
    const jobs = this.#waiting.splice(0)
    for (const thread of this.#remote) {
      jobs.push(...thread.jobs.values())
      thread.jobs.clear()
    }
    for (const job of jobs) job.reject(this.#failure)
  }

  run(task: Task, isUrgent = false): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined || this.#closed) return reject(this.#failure)
      if (isUrgent) this.#waiting.unshift({ task, resolve, reject })
      else this.#waiting.push({ task, resolve, reject })
      if (this.#waiting.length > pile) this.#startUpTo(this.threads)
      this.#dispatch()
    })
  }

  #dispatch(): void {
    for (let depth = 0; depth < queuedPerThread; depth++) {
      for (const { worker, jobs } of this.#remote) {
        if (jobs.size > depth) continue
        const job = this.#waiting.shift()
        if (job === undefined) return
        const id = ++this.#lastId
        jobs.set(id, job)
        worker.postMessage({ id, task: job.task })
      }
    }
    if (this.#busyHere || this.#waiting.length === 0) return
    this.#busyHere = true
    setImmediate(() => this.#workHere())
  }

  async #workHere(): Promise<void> {
    const job = this.#waiting.shift()
    if (job !== undefined) {
      try {
        job.resolve(await this.#settings.runHere(job.task))
      } catch (error) {
        job.reject(error)
      }
    }
    this.#busyHere = false
    this.#dispatch()
  }

  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#remote.map(({ worker }) => worker.terminate()))
  }
}
