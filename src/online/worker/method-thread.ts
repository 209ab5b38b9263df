/** Method thread: one thread for the heavy work of indexes, so that the calling thread stays responsive. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { fixOf, startWorker } from '../../ground/threads/start-worker.ts'
import { ThreadCalls } from '../../ground/threads/thread-calls.ts'
import type { HeavyWork } from '../index/matching/heavy-work.ts'

export interface MethodThread {
  readonly work: HeavyWork
  close(): Promise<void>
}

/** Must be closed. Closing fails the running calls; a later call starts another thread. */
export function methodThread(): MethodThread {
  const entry = new URL('./method-worker.ts', import.meta.url)
  const calls = new ThreadCalls(() => startWorker(entry), threadDied)
  return {
    work: (header, call) => calls.ask({ header, call }),
    close: () => calls.end(new Error('it was closed')),
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
