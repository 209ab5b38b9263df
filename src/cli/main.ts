/**
 * Entry of the command line: this process's arguments, streams and signals, handed to `runCommandLine`.
 *
 * The first interrupt, a closed terminal among them, asks the command to stop and tidy up; a second one, or a second of
 * waiting, unless the command has asked for more, removes what is registered as temporary and ends the process.
 *
 * `process.exit` waits for the system calls of other threads, and those on a pipe whose other end does nothing never
 * return. Where some stay under way the process ends by the signal of an interrupt, for which shells tell the same 130.
 */

import { removeAllSync } from '../files/io/temporaries.ts'
import { NearsameError } from '../ground/errors/nearsame-error.ts'
import { printFailure, printInterrupted } from './failure.ts'
import { runCommandLine } from './program.ts'
import { type Context, processTerminal } from './terminal/terminal.ts'

let patienceMs = 1000

/** How long a system call may take before it is one that never returns. */
const systemCallMs = 300

/** Requests to the threads that make system calls: files, names of hosts. */
const isSystemCall = /^(FSReq|Get\w+ReqWrap$)/

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) {
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

/** Files answer in milliseconds, and the process has its own status then. */
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
  // A write may fail when the command is done, or long before.
  terminal: processTerminal(error => {
    process.exitCode = printFailure(error, context)
  }),
  signal: stop.signal,
  beforeEnd: ms => {
    patienceMs = ms
  },
}

let isOver = false
// Without this a command that waits for what never comes would end as if all were well. One that is over ends here:
// Node's own end takes the handlers of signals away first, and an interrupt would be told after all work was done.
process.once('beforeExit', () => {
  if (isOver) process.exit()
  const error = new NearsameError('BUG', {
    expected: 'the command to come to an end',
    got: 'one that waits for what never comes',
    fix: 'please report this',
  })
  process.exitCode = printFailure(error, context)
})

/**
 * Ends with the command. This module itself ends before it: those of a command may be in one file with it, and would
 * wait for it.
 */
export const ended = runCommandLine(process.argv.slice(2), context)
  .then(status => {
    process.exitCode ||= status
  })
  .finally(() => {
    isOver = true
  })
