/** Standard output that the command itself writes to, which therefore cannot be an output file of the run. */
import { fstatSync, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isatty } from 'node:tty'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { ExitStatus } from './exit-status.ts'

const standardOutput = 1

/** What the command writes there, and how to avoid the clash. */
interface OwnWords {
  readonly what: string
  readonly fix: string
}

/** The report of `--json`, for commands that work without it. */
export const jsonReport: OwnWords = {
  what: 'the report',
  fix: 'name a file, or leave out `json`',
}

/**
 * Refuses output files that are the standard output of the command: a reader could not separate the two.
 *
 * @throws NearsameError OUTPUT_TWICE
 */
export async function checkStandardOutput(
  paths: readonly (string | undefined)[],
  words: OwnWords,
): Promise<void> {
  const own = ownOutput()
  if (own === undefined) return
  for (const path of paths) {
    const found = path === undefined ? undefined : await stat(path).catch(() => undefined)
    if (found?.dev !== own.dev || found.ino !== own.ino) continue
    throw new NearsameError('OUTPUT_TWICE', {
      expected: 'standard output for one thing only',
      got: `${path}, where ${words.what} goes, too`,
      fix: words.fix,
    })
  }
}

/**
 * Runs work that writes files. A reader of standard output that has enough, as `head` has, ends it without a failure,
 * unless other files do not appear for that.
 *
 * @param paths of all outputs
 * @throws ExitStatus 0 in that case; what `work` throws
 */
export async function untilClosed<T>(
  paths: readonly (string | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isAlone = paths.every(path => path === undefined || path === '/dev/stdout')
    if (isAlone && isNearsameError(error) && error.code === 'OUTPUT_CLOSED') throw new ExitStatus(0)
    throw error
  }
}

/** Undefined if it has no reader: closed, or a device such as /dev/null. */
function ownOutput(): Stats | undefined {
  try {
    const own = fstatSync(standardOutput)
    return own.isCharacterDevice() && !isatty(standardOutput) ? undefined : own
  } catch {
    return undefined
  }
}
