/**
 * Pool: tasks run by `threads` threads, of which the calling one is the first.
 *
 * Some threads start at once, the others when tasks pile up, because starting one costs about 60 ms of processor time.
 * A thread gets its next task before it has finished the previous one, because the calling thread may be busy with
 * its own task when a reply arrives. Results go to their callers; a caller that needs an order keeps it itself.
 */
import type { Worker } from 'node:worker_threads'
import { NearsameError } from '../errors/nearsame-error.ts'
import { unpackError } from '../errors/packed-error.ts'
import type { Reply } from './protocol.ts'
import { fixOf, startWorker } from './start-worker.ts'

/** `urgent` tasks go before waiting ones; `beside` ones run beside the others and mostly wait for the disk. */
export type Urgency = 'urgent' | 'usual' | 'beside'

interface PoolSettings<Task, Result> {
  readonly threads: number
  /** Number of threads started at once, including the calling one. Default: all. */
  readonly atOnce?: number
  /** Entry module of a thread; it answers messages as in `protocol.ts`. */
  readonly entry: URL
  /** Sent to every thread when it starts. */
  readonly workerData: unknown
  /** The same work in the calling thread. */
  readonly runHere: (task: Task) => Result | Promise<Result>
}

interface Job<Task, Result> {
  readonly task: Task
  readonly isBeside: boolean
  resolve(result: Result): void
  reject(error: unknown): void
}

/** Another thread, and its unanswered tasks. */
interface Remote<Task, Result> {
  readonly worker: Worker
  readonly jobs: Map<number, Job<Task, Result>>
}

const queuedPerThread = 2
/** More, because the calling thread may be slow to read the replies. */
const besidePerThread = 8
/** Number of waiting tasks at which the other threads start: far more than a small job has. */
const pile = 32

/** Must be closed. */
export class Pool<Task, Result> {
  readonly #settings: PoolSettings<Task, Result>
  readonly #waiting: Job<Task, Result>[] = []
  readonly #beside: Job<Task, Result>[] = []
  /** Unanswered tasks that are not `beside`. */
  #unanswered = 0
  readonly #remote: Remote<Task, Result>[] = []
  #busyHere = false
  /** Settled when the calling thread has finished its task. */
  #here: Promise<void> = Promise.resolve()
  #closed = false
  #failure: unknown
  #lastId = 0

  /** @throws NearsameError WORKER_DIED if a thread cannot be started */
  constructor(settings: PoolSettings<Task, Result>) {
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
    const thread: Remote<Task, Result> = { worker, jobs: new Map() }
    worker.on('message', (reply: Reply) => {
      const job = thread.jobs.get(reply.id)
      thread.jobs.delete(reply.id)
      this.#count(job)
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

  /** A lost thread loses its tasks, so everything fails at once; no file gets its final name. */
  #fail(cause: unknown): void {
    this.#failure ??= new NearsameError('WORKER_DIED', {
      expected: 'every worker thread to stay alive',
      got: cause instanceof Error ? `a thread that ended with: ${cause.message}` : 'a thread that ended',
      fix: fixOf(cause, 'run again, with fewer `threads` if memory is short'),
      cause,
    })
    const jobs = [...this.#waiting.splice(0), ...this.#beside.splice(0)]
    for (const thread of this.#remote) {
      jobs.push(...thread.jobs.values())
      thread.jobs.clear()
    }
    for (const job of jobs) job.reject(this.#failure)
  }

  /** @throws the error of the task; NearsameError WORKER_DIED once a thread was lost */
  run(task: Task, urgency: Urgency = 'usual'): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined || this.#closed) return reject(this.#failure)
      const isBeside = urgency === 'beside'
      const job = { task, isBeside, resolve, reject }
      if (!isBeside) this.#unanswered++
      if (urgency === 'urgent') this.#waiting.unshift(job)
      else if (isBeside) this.#beside.push(job)
      else this.#waiting.push(job)
      if (this.#waiting.length > pile) this.#startUpTo(this.#settings.threads)
      this.#dispatch()
    })
  }

  #count(job: Job<Task, Result> | undefined): void {
    if (job?.isBeside === false) this.#unanswered--
  }

  #dispatch(): void {
    this.#share(this.#waiting, queuedPerThread)
    this.#share(this.#beside, besidePerThread)
    if (this.#busyHere || this.#waiting.length + this.#beside.length === 0) return
    this.#busyHere = true
    setImmediate(() => {
      this.#here = this.#workHere()
    })
  }

  /** Deals the tasks of a queue to the other threads in turn, until each has `most` of their kind. */
  #share(queue: Job<Task, Result>[], most: number): void {
    for (let depth = 0; depth < most; depth++) {
      for (const { worker, jobs } of this.#remote) {
        const [job] = queue
        if (job === undefined) return
        if (countAlike(jobs.values(), job) > depth) continue
        queue.shift()
        const id = ++this.#lastId
        jobs.set(id, job)
        worker.postMessage({ id, task: job.task })
      }
    }
  }

  async #workHere(): Promise<void> {
    // Tasks with waiting callers go first.
    const job = this.#waiting.shift() ?? (this.#unanswered === 0 ? this.#beside.shift() : undefined)
    if (job !== undefined) {
      try {
        job.resolve(await this.#settings.runHere(job.task))
      } catch (error) {
        job.reject(error)
      }
      this.#count(job)
    }
    this.#busyHere = false
    if (job !== undefined) this.#dispatch()
  }

  /** Drops the waiting tasks, and waits for the one running here, so that its files can be closed. */
  async close(): Promise<void> {
    this.#closed = true
    this.#waiting.length = 0
    this.#beside.length = 0
    await Promise.all([this.#here, ...this.#remote.map(({ worker }) => worker.terminate())])
  }
}

/** Number of jobs that are `beside` exactly if the given one is. */
function countAlike(
  jobs: Iterable<{ readonly isBeside: boolean }>,
  { isBeside }: { readonly isBeside: boolean },
) {
  let count = 0
  for (const job of jobs) count += +(job.isBeside === isBeside)
  return count
}
