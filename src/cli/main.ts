/**
 * Entry of the command line: passes this process's arguments, streams and signals to `runCommandLine`.
 *
 * The first interrupt (a closed terminal counts as one) asks the command to stop and clean up. A second interrupt, or
 * one second later unless the command asked for more time, removes all registered temporaries and ends the process.
 *
 * `process.exit` waits for the system calls of other threads, and those on a pipe whose other end does nothing never
 * return. If any are pending, the process kills itself with the signal of an interrupt, which is status 130, too.
 */

import { removeAllSync } from '../files/io/temporaries.ts'
import { NearsameError } from '../ground/errors/nearsame-error.ts'
import { printFailure, printInterrupted } from './failure.ts'
import { runCommandLine } from './program.ts'
import { type Context, processTerminal } from './terminal/terminal.ts'

let patienceMs = 1000

/** A system call that takes longer than this counts as one that never returns. */
const systemCallMs = 300

/** Requests to the thread pool: files, host names. */
const isSystemCall = /^(FSReq|Get\w+ReqWrap$)/

const stop = new AbortController()
// Windows has Ctrl-Break in place of the last two, and sends SIGHUP for a closed window.
for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM', 'SIGQUIT', 'SIGBREAK'] as const) {
  process.on(signal, () => {
    if (stop.signal.aborted) endNow()
    stop.abort()
    setTimeout(endNow, patienceMs).unref()
  })
}

function endNow(): void {
  removeAllSync()
  endWhenIdle(printInterrupted(context), performance.now() + systemCallMs)
}

/** Files answer in milliseconds; the process then ends with its own status. */
function endWhenIdle(status: number, until: number): void {
  const isIdle = !process.getActiveResourcesInfo().some(name => isSystemCall.test(name))
  if (!isIdle && performance.now() < until) {
    setTimeout(endWhenIdle, 10, status, until)
    return
  }
  removeAllSync()
  if (!isIdle) {
    process.removeAllListeners('SIGINT')
    process.kill(process.pid, 'SIGINT')
  }
  process.exit(status)
}

const context: Context = {
  // A write may fail long before the command ends, or after it.
  terminal: processTerminal(error => {
    process.exitCode = printFailure(error, context)
  }),
  signal: stop.signal,
  beforeEnd: ms => {
    patienceMs = ms
  },
}

let isOver = false
// Without this, a command whose promise never settles would end with status 0. A finished command ends here, too:
// Node's own exit removes the signal handlers first, so that an interrupt would be reported after all work was done.
process.once('beforeExit', () => {
  if (isOver) process.exit()
  const error = new NearsameError('BUG', {
    expected: 'the command to finish',
    got: 'a promise that never settles',
    fix: 'please report this',
  })
  process.exitCode = printFailure(error, context)
})

/**
 * Settles when the command ends. This module must not await it: a bundle may put the command's modules in the same
 * file, and they would wait for this one.
 */
export const ended = runCommandLine(process.argv.slice(2), context)
  .then(status => {
    process.exitCode ||= status
  })
  .finally(() => {
    isOver = true
  })
