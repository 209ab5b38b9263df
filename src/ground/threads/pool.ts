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
import { noteStarts } from './kernel-flags.ts'
import { type Reply, startedId } from './protocol.ts'
import { fixOf, startWorker } from './start-worker.ts'

/** `urgent` tasks go before waiting ones; `beside` ones run beside the others and mostly wait for the disk. */
export type Urgency = 'urgent' | 'usual' | 'beside'

interface PoolSettings<Task, Result> {
  readonly threads: number
  /** Number of threads started at once, including the calling one. Default: all. */
  readonly atOnce?: number
  /** Entry module of a thread; it answers messages as in `protocol.ts`. */
  readonly entry: URL
  /** Sent to every thread before its tasks. */
  readonly workerData: unknown
  /** Threads that earlier pools with this entry left; this one leaves its own there. Default: it ends them. */
  readonly idle?: Worker[] | undefined
  /** The same work in the calling thread. */
  readonly runHere: (task: Task) => Result | Promise<Result>
}

interface QueuedTask<Task, Result> {
  readonly task: Task
  readonly isBeside: boolean
  resolve(result: Result): void
  reject(error: unknown): void
}

/** Another thread, and its unanswered tasks. */
interface Remote<Task, Result> {
  readonly worker: Worker
  readonly tasks: Map<number, QueuedTask<Task, Result>>
}

const queuedPerThread = 2
/** More, because the calling thread may be slow to read the replies. */
const besidePerThread = 8
/** Number of waiting tasks at which the other threads start: far more than a small run has. */
const pile = 32

/** Must be closed. */
export class Pool<Task, Result> {
  readonly #settings: PoolSettings<Task, Result>
  readonly #waiting: QueuedTask<Task, Result>[] = []
  readonly #beside: QueuedTask<Task, Result>[] = []
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
      noteStarts(0)
    } catch (error) {
      void this.close()
      throw error
    }
  }

  #startUpTo(threads: number): void {
    while (this.#remote.length + 1 < threads) this.#start(this.#settings)
  }

  #start({ entry, workerData, idle }: PoolSettings<Task, Result>): void {
    noteStarts(1)
    const worker = idle?.pop() ?? startWorker(entry, {}, 'pass 1 as `threads`, or ')
    worker.postMessage({ id: startedId, task: workerData })
    const thread: Remote<Task, Result> = { worker, tasks: new Map() }
    worker.on('message', (reply: Reply) => {
      if (reply.id === startedId) return noteStarts(-1)
      const queued = thread.tasks.get(reply.id)
      thread.tasks.delete(reply.id)
      this.#count(queued)
      if ('error' in reply) queued?.reject(unpackError(reply.error))
      else queued?.resolve(reply.result as Result)
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
    const tasks = [...this.#waiting.splice(0), ...this.#beside.splice(0)]
    for (const thread of this.#remote) {
      tasks.push(...thread.tasks.values())
      thread.tasks.clear()
    }
    for (const queued of tasks) queued.reject(this.#failure)
  }

  /** @throws the error of the task; NearsameError WORKER_DIED once a thread was lost */
  run(task: Task, urgency: Urgency = 'usual'): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined || this.#closed) return reject(this.#failure)
      const isBeside = urgency === 'beside'
      const queued = { task, isBeside, resolve, reject }
      if (!isBeside) this.#unanswered++
      if (urgency === 'urgent') this.#waiting.unshift(queued)
      else if (isBeside) this.#beside.push(queued)
      else this.#waiting.push(queued)
      if (this.#waiting.length > pile) this.#startUpTo(this.#settings.threads)
      this.#dispatch()
    })
  }

  #count(queued: QueuedTask<Task, Result> | undefined): void {
    if (queued?.isBeside === false) this.#unanswered--
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
  #share(queue: QueuedTask<Task, Result>[], most: number): void {
    for (let depth = 0; depth < most; depth++) {
      for (const { worker, tasks } of this.#remote) {
        const [queued] = queue
        if (queued === undefined) return
        if (countAlike(tasks.values(), queued) > depth) continue
        queue.shift()
        const id = ++this.#lastId
        tasks.set(id, queued)
        worker.postMessage({ id, task: queued.task })
      }
    }
  }

  async #workHere(): Promise<void> {
    // Tasks with waiting callers go first.
    const queued = this.#waiting.shift() ?? (this.#unanswered === 0 ? this.#beside.shift() : undefined)
    if (queued !== undefined) {
      try {
        queued.resolve(await this.#settings.runHere(queued.task))
      } catch (error) {
        queued.reject(error)
      }
      this.#count(queued)
    }
    this.#busyHere = false
    if (queued !== undefined) this.#dispatch()
  }

  /** Drops the waiting tasks, and waits for the one running here, so that its files can be closed. */
  async close(): Promise<void> {
    this.#closed = true
    this.#waiting.length = 0
    this.#beside.length = 0
    await Promise.all([this.#here, ...this.#remote.map(thread => this.#leave(thread))])
  }

  /** Leaves a thread to the next pool, or ends it: also one that is lost or still at work. */
  async #leave({ worker, tasks }: Remote<Task, Result>): Promise<void> {
    const { idle } = this.#settings
    if (idle === undefined || this.#failure !== undefined || tasks.size > 0)
      return void (await worker.terminate())
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
    idle.push(worker)
  }
}

/** Number of tasks that are `beside` exactly if the given one is. */
function countAlike(
  tasks: Iterable<{ readonly isBeside: boolean }>,
  { isBeside }: { readonly isBeside: boolean },
) {
  let count = 0
  for (const queued of tasks) count += +(queued.isBeside === isBeside)
  return count
}
