/** Starts threads, for which a process may lack permission. */
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { NearsameError } from '../errors/nearsame-error.ts'
import { isTooManyOpen, moreOpenFiles } from '../errors/open-files.ts'

/** How to fix a thread that ended or did not start: `usual`, unless too many files were open. */
export function fixOf(cause: unknown, usual: string): string {
  return cause instanceof Error && isTooManyOpen(cause.message) ? moreOpenFiles : usual
}

/**
 * Starts a thread without the flags of the process.
 *
 * @param fix another fix for the caller
 * @throws NearsameError WORKER_DIED
 */
export function startWorker(entry: URL, options: WorkerOptions = {}, fix = ''): Worker {
  try {
    return new Worker(entry, { ...options, execArgv: [], env: environment() })
  } catch (cause) {
    const { code, message } = cause as Error & { readonly code?: string }
    const isDenied = code === 'ERR_ACCESS_DENIED'
    throw new NearsameError('WORKER_DIED', {
      expected: isDenied ? 'permission to start a thread' : 'a new thread to start',
      got: isDenied ? `a refusal (${code})` : message,
      fix: fixOf(cause, `${fix}${isDenied ? 'start Node with --allow-worker' : 'try again'}`),
      cause,
    })
  }
}

/** The environment of the process; if it has a compile cache (`bin/nearsame.js`), the thread uses the same one. */
function environment(): NodeJS.ProcessEnv {
  // The cache is in a subfolder for this version of Node; the variable names the folder above it.
  const kept = getCompileCacheDir()
  return kept === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(kept) }
}
