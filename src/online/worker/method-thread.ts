/**
 * Method thread: one thread for the heavy work of indexes, so that the calling thread stays responsive.
 *
 * The first call starts it. When it dies, the running calls fail, and the next call starts another.
 */
import type { Worker } from 'node:worker_threads'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { unpackError } from '../../ground/errors/packed-error.ts'
import type { Reply } from '../../ground/threads/protocol.ts'
import { fixOf, startWorker } from '../../ground/threads/start-worker.ts'
import type { HeavyAnswer, HeavyWork } from '../index/matching/heavy-work.ts'

export interface MethodThread {
  readonly work: HeavyWork
  close(): Promise<void>
}

interface Call {
  resolve(answer: HeavyAnswer): void
  reject(error: unknown): void
}

/** Must be closed. Closing fails the running calls; a later call starts another thread. */
export function methodThread(): MethodThread {
  const calls = new Map<number, Call>()
  let worker: Worker | undefined
  let last = 0
  const lost = (died: Worker, cause: unknown) => {
    if (worker !== died) return
    worker = undefined
    for (const { reject } of calls.values()) reject(threadDied(cause))
    calls.clear()
  }
  const start = () => {
    const started = startWorker(new URL('./method-worker.ts', import.meta.url))
    started.on('message', (reply: Reply) => {
      const call = calls.get(reply.id)
      calls.delete(reply.id)
      if ('error' in reply) call?.reject(unpackError(reply.error))
      else call?.resolve(reply.result as HeavyAnswer)
      if (calls.size === 0) started.unref()
    })
    started.on('error', error => lost(started, error))
    started.on('exit', () => lost(started, undefined))
    // Lets an idle program end. After the listeners, because adding one refs the worker again.
    started.unref()
    return started
  }
  return {
    work: (header, call) =>
      new Promise((resolve, reject) => {
        worker ??= start()
        const id = ++last
        worker.postMessage({ id, task: { header, call } })
        // Keeps the program alive while a call runs.
        calls.set(id, { resolve, reject })
        worker.ref()
      }),
    async close() {
      const ending = worker
      if (ending === undefined) return
      lost(ending, new Error('it was closed'))
      await ending.terminate()
    },
  }
}

function threadDied(cause: unknown): NearsameError {
  return new NearsameError('WORKER_DIED', {
    expected: 'the thread for long texts to stay alive',
    got: cause instanceof Error ? `a thread that ended with: ${cause.message}` : 'a thread that ended',
    fix: fixOf(
      cause,
      'try again, and close the thread only after all answers; if memory is short, limit the length of texts',
    ),
    cause,
  })
}
