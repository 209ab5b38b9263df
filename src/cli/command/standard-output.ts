/** Standard output, where the command itself writes to it: no place for the files of a run. */
import { fstatSync, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isatty } from 'node:tty'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'

const standardOutput = 1

/** What the command writes there, with the way out. */
interface OwnWords {
  readonly what: string
  readonly fix: string
}

/** The words of `--json`, where a command could say them in another way. */
export const jsonReport: OwnWords = {
  what: 'the report',
  fix: 'name a file, or leave out `json`',
}

/**
 * Refuses files that lead to where the command's own words go: neither could be read apart from the other.
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

/** Undefined where nobody reads it: closed, or a device such as /dev/null. */
function ownOutput(): Stats | undefined {
  try {
    const own = fstatSync(standardOutput)
    return own.isCharacterDevice() && !isatty(standardOutput) ? undefined : own
  } catch {
    return undefined
  }
}
