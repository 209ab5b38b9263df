/** Makes directories, also where the file system has none to give. */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a directory and its parents, if they are missing, for their owner only. Node's own way never ends where a file
 * system has none to give, such as /proc, and calls one that is read-only missing.
 */
export function makeDirectory(directory: string, mode = 0o700): void {
  if (existsSync(directory)) {
    if (statSync(directory).isDirectory()) return
    throw Object.assign(new Error('a file'), { code: 'ENOTDIR' })
  }
  const parent = dirname(directory)
  if (parent !== directory) makeDirectory(parent, mode)
  try {
    mkdirSync(directory, { mode })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause // another run was faster
  }
}
