/**
 * Starts `dedupe` in a process of its own: the names of inputs and outputs are those in its directory, its memory is
 * not that of the caller, and when it dies the caller goes on.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { type PackedError, unpackError } from '../../ground/errors/packed-error.ts'
import type { DedupeFilesOptions } from '../jobs/of-files.ts'
import type { DedupeReport, Progress } from '../requests.ts'

export type DedupeMessage =
  | { readonly progress: Progress }
  | { readonly report: DedupeReport }
  | { readonly error: PackedError }

export interface DedupeProcess {
  /** @throws NearsameError that of the run; WORKER_DIED if the process ends without a word */
  readonly ended: Promise<DedupeReport>
  /** Stops it, and resolves when it has ended. With `resume` another run goes on where it was. */
  stop(): Promise<void>
}

/** Time for a stopped process to end by itself. */
const stopMs = 5_000

/** @param directory in which relative paths of the options are */
export function startDedupe(
  directory: string,
  options: DedupeFilesOptions,
  onProgress: (progress: Progress) => void,
): DedupeProcess {
  const entry = new URL('./dedupe-child.ts', import.meta.url)
  const child = fork(fileURLToPath(entry), {
    cwd: directory,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const { promise: ended, resolve, reject } = Promise.withResolvers<DedupeReport>()
  const exited = new Promise<void>(done => {
    child.once('exit', (_, signal) => {
      reject(died(signal === null ? 'one that ended' : `one that ended by ${signal}`))
      done()
    })
    child.once('error', cause => {
      reject(died(`an error: ${cause.message}`))
      done()
    })
  })
  ended.catch(() => {}) // the caller may stop it without waiting for its end
  child.on('message', given => {
    const message = given as DedupeMessage
    if ('progress' in message) onProgress(message.progress)
    else if ('report' in message) resolve(message.report)
    else reject(unpackError(message.error))
  })
  child.send(options)
  return {
    ended,
    async stop() {
      if (child.connected) child.disconnect()
      const late = setTimeout(() => child.kill('SIGKILL'), stopMs)
      await exited
      clearTimeout(late)
    },
  }
}

function died(got: string): NearsameError {
  return new NearsameError('WORKER_DIED', {
    expected: 'the process of the run to reach its end',
    got,
    fix: 'start it again; if memory is short, give it less to do at a time',
  })
}
