/** Starting a thread, which a process may not be permitted. */
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { NearsameError } from '../errors/nearsame-error.ts'
import { isTooManyOpen, moreOpenFiles } from '../errors/open-files.ts'

/** What to do where a thread ended, or did not come up: `usual`, unless it could open no file. */
export function fixOf(cause: unknown, usual: string): string {
  return cause instanceof Error && isTooManyOpen(cause.message) ? moreOpenFiles : usual
}

/**
 * A thread without the flags of the process.
 *
 * @param fix what else the caller may do
 * @throws NearsameError WORKER_DIED
 */
export function startWorker(entry: URL, options: WorkerOptions = {}, fix = ''): Worker {
  try {
    return new Worker(entry, { ...options, execArgv: [], env: environment() })
  } catch (cause) {
    const { code, message } = cause as Error & { readonly code?: string }
    const isDenied = code === 'ERR_ACCESS_DENIED'
    throw new NearsameError('WORKER_DIED', {
      expected: 'to start a thread',
      got: isDenied ? `what this process is not permitted (${code})` : message,
      fix: fixOf(cause, `${fix}${isDenied ? 'start Node with --allow-worker' : 'try again'}`),
      cause,
    })
  }
}

/** That of the process; where it keeps what it compiled (`bin/nearsame.js`) the thread takes it from there. */
function environment(): NodeJS.ProcessEnv {
  // The folder for this version of Node stands in the one that was asked for.
  const kept = getCompileCacheDir()
  return kept === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(kept) }
}
