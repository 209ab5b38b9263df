/**
 * Names that are not UTF-8. Node replaces their bytes by U+FFFD; no file has the resulting name, and writing would
 * create a file under a wrong one. Linux shows the bytes of the command line, which distinguish such a name from one
 * that really contains U+FFFD.
 */
import { readFileSync } from 'node:fs'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { ErrorCode } from '../../ground/errors/registry.ts'

/** Whether a path is such a name, or contains U+FFFD itself. */
export function mayBeUnreadable(path: string): boolean {
  return path.includes('\ufffd')
}

/** The same for a path given by the caller: false if the command line contains it byte for byte. */
export function isUnreadable(path: string): boolean {
  return mayBeUnreadable(path) && !commandLine().includes(path)
}

/** Empty if the system does not show it. */
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
 * Refuses distinct names of one directory that Node shows as the same name: only one of the files could be opened.
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
