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
import { fixOf, startWorker } from './start-worker.ts'

/** `urgent` goes before those that wait; `beside` is done beside the others, by what mostly waits for a disk. */
export type Urgency = 'urgent' | 'usual' | 'beside'

interface PoolSettings<Task, Result> {
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
  readonly isBeside: boolean
  resolve(result: Result): void
  reject(error: unknown): void
}

/** Another thread, and what it was given and has not answered. */
interface Remote<Task, Result> {
  readonly worker: Worker
  readonly jobs: Map<number, Job<Task, Result>>
}

const queuedPerThread = 2
/** More, for the calling thread may be long in hearing of those that are done. */
const besidePerThread = 8
/** Tasks waiting for which the other threads are started: many times what comes with little work. */
const pile = 32

/** Must be closed. */
export class Pool<Task, Result> {
  readonly #settings: PoolSettings<Task, Result>
  readonly #waiting: Job<Task, Result>[] = []
  readonly #beside: Job<Task, Result>[] = []
  /** Tasks that others may be done beside, and that have no answer yet. */
  #unanswered = 0
  readonly #remote: Remote<Task, Result>[] = []
  #busyHere = false
  /** Settled when the task that the calling thread does is done. */
  #here: Promise<void> = Promise.resolve()
  #closed = false
  #failure: unknown
  #lastId = 0

  /** @throws NearsameError WORKER_DIED where no thread can be started */
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

  /** A lost thread loses its tasks: everything fails at once, nothing is written under its final name. */
  #fail(cause: unknown): void {
    this.#failure ??= new NearsameError('WORKER_DIED', {
      expected: 'every thread to answer until the end of the run',
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

  /** @throws what the task throws; NearsameError WORKER_DIED once a thread was lost */
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

  /** Gives the other threads one after the other what is in a queue, until each has so many of its kind. */
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
    // Who waits for answers is not to be late for them.
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

  /** Forgets the tasks that wait, and waits for the one at work here: its files may then be closed. */
  async close(): Promise<void> {
    this.#closed = true
    this.#waiting.length = 0
    this.#beside.length = 0
    await Promise.all([this.#here, ...this.#remote.map(({ worker }) => worker.terminate())])
  }
}

/** How many of a few jobs are done beside the others, or are not, as one is. */
function countAlike(
  jobs: Iterable<{ readonly isBeside: boolean }>,
  { isBeside }: { readonly isBeside: boolean },
) {
  let count = 0
  for (const job of jobs) count += +(job.isBeside === isBeside)
  return count
}
