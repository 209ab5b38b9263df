/**
 * Failures: turns whatever a command throws into one line on standard error and an exit status.
 *
 * Errors of ours have their status in the registry; errors of the system (disk full, no permission) are
 * status 1 with the system's words; anything else is a bug of ours, and the message asks for a report.
 */
import { errorJson, isNearsameError, NearsameError } from '../ground/errors/nearsame-error.ts'
import { registry } from '../ground/errors/registry.ts'
import { errorInFlags } from './terminal/flag-words.ts'
import { printableLine } from './terminal/printable.ts'
import { clearProgress } from './terminal/progress.ts'
import type { Context } from './terminal/terminal.ts'

const failed = 1
const interrupted = 130

/** Interrupts already reported to the user. */
const told = new WeakSet<AbortSignal>()

/** Prints once that the command was interrupted. @returns the exit status */
export function printInterrupted({ terminal, signal }: Context): number {
  clearProgress(terminal)
  if (!told.has(signal)) terminal.err('nearsame: interrupted\n')
  told.add(signal)
  return interrupted
}

interface FailureStyle {
  /** Names of the options of the command that failed. */
  readonly flags?: readonly string[]
  /** Whether `--json` was given: its reader gets the error where it expects the report. */
  readonly isJson?: boolean
}

/**
 * Writes the failure: a line on standard error, and for `--json` an object on standard output.
 *
 * @returns the exit status
 */
export function printFailure(
  error: unknown,
  context: Context,
  { flags = [], isJson = false }: FailureStyle = {},
): number {
  if (context.signal.aborted) return printInterrupted(context)
  const { terminal } = context
  const printJson = (told: object) => {
    if (isJson) terminal.out(`${JSON.stringify({ error: told })}\n`)
  }
  if (isNearsameError(error)) {
    const told = errorInFlags(error, flags)
    terminal.err(`nearsame: ${printableLine(told.message)}\n`)
    printJson(errorJson(told))
    return registry[error.code]?.exit ?? failed
  }
  if (isSystemError(error)) {
    terminal.err(`nearsame: ${printableLine(error.message)}\n`)
    const fix = 'see what the system says'
    const { code = 'BUG', message } = error
    printJson({ code, message, expected: 'the system to do it', got: message, fix, httpStatus: 500 })
    return failed
  }
  const stack = error instanceof Error ? error.stack : String(error)
  const bug = new NearsameError('BUG', {
    expected: 'the operation to succeed',
    got: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    fix: 'please report this together with the lines below',
  })
  terminal.err(`nearsame: ${bug.message}\n${stack}\n`)
  printJson(errorJson(bug))
  return failed
}

/** Node's errors of system calls: `ENOSPC: no space left on device, write`. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'code' in error
}
