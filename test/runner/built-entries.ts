/**
 * Threads and processes that the sources start begin in `dist`, as the children of tests do: their sources take twice as
 * long to start. To be imported before the sources, in a process that knows that `dist` is up to date.
 */
import childProcess, { type ForkOptions } from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import threads, { Worker, type WorkerOptions } from 'node:worker_threads'

const root = resolve(import.meta.dirname, '../..')

/** `src/files/work/worker.ts` is built as `dist/threads/worker.js`. */
function builtEntry(path: string): string {
  if (!path.startsWith(join(root, 'src/'))) return path
  return join(root, 'dist/threads', basename(path).replace(/\.ts$/, '.js'))
}

threads.Worker = class extends Worker {
  constructor(entry: string | URL, options?: WorkerOptions) {
    super(
      entry instanceof URL && entry.protocol === 'file:' ? builtEntry(fileURLToPath(entry)) : entry,
      options,
    )
  }
}

const { fork } = childProcess
childProcess.fork = ((path: string, ...rest: [ForkOptions]) =>
  fork(builtEntry(path), ...rest)) as typeof fork
syncBuiltinESMExports()
