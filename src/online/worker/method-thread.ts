/**
 * Method thread: one thread that does the heavy work of indexes, so that the calling one can answer meanwhile.
 *
 * It starts with the first call. When it dies, the calls under way fail, and the next one starts another.
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

/** Must be closed; the calls under way fail then, and another call starts another thread. */
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
    // A program that is done otherwise ends. Behind the listeners: to listen is to wait.
    started.unref()
    return started
  }
  return {
    work: (header, call) =>
      new Promise((resolve, reject) => {
        worker ??= start()
        const id = ++last
        worker.postMessage({ id, task: { header, call } })
        // Only what is on its way is waited for.
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
    expected: 'the thread for long texts to answer',
    got: cause instanceof Error ? `a thread that ended with: ${cause.message}` : 'a thread that ended',
    fix: fixOf(
      cause,
      'try again, and close it when all is answered; if memory is short, allow shorter texts only',
    ),
    cause,
  })
}
