/**
 * Names that are no UTF-8. Node puts U+FFFD in the place of their bytes, and under what comes of it nothing is found,
 * and something of another name than was asked for would be made. Linux shows the bytes of the command line, which tell
 * such a name from one that has U+FFFD itself.
 */
import { readFileSync } from 'node:fs'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { ErrorCode } from '../../ground/errors/registry.ts'

/** Whether a path is such a name, or has U+FFFD itself. */
export function mayBeUnreadable(path: string): boolean {
  return path.includes('\ufffd')
}

/** The same of a path that was asked for: false where the command line has it letter for letter. */
export function isUnreadable(path: string): boolean {
  return mayBeUnreadable(path) && !commandLine().includes(path)
}

/** Nothing where the system does not show it. */
function commandLine(): Buffer {
  try {
    return readFileSync('/proc/self/cmdline')
  } catch {
    return Buffer.alloc(0)
  }
}

export function unreadableName(code: ErrorCode, path: string, fix: string, cause?: unknown): NearsameError {
  return new NearsameError(code, {
    expected: 'a name in UTF-8',
    got: 'other bytes, shown as U+FFFD',
    where: path,
    fix,
    cause,
  })
}

/**
 * Refuses names of one directory that are one name as far as can be seen: under it only one of the files is found.
 *
 * @throws NearsameError INPUT_UNREADABLE
 */
export function checkDistinct(directory: string, entries: readonly { readonly name: string }[]): void {
  const names = entries.map(({ name }) => name).filter(mayBeUnreadable)
  const seen = new Set<string>()
  const twice = names.find(name => seen.size === seen.add(name).size)
  if (twice === undefined) return
  throw unreadableName('INPUT_UNREADABLE', `${directory}/${twice}`, 'rename the file')
}
