/** Standard output that the command itself writes to, which therefore cannot be an output file of the run. */
import { fstatSync, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isatty } from 'node:tty'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

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

/** Undefined if it has no reader: closed, or a device such as /dev/null. */
function ownOutput(): Stats | undefined {
  try {
    const own = fstatSync(standardOutput)
    return own.isCharacterDevice() && !isatty(standardOutput) ? undefined : own
  } catch {
    return undefined
  }
}
