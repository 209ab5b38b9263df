/** Makes directories, also where the file system has none to give. */
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { isObjectUrl } from './objects/object-name.ts'

/**
 * Makes a directory and its parents, if they are missing, for their owner only. Node's own way never ends where a file
 * system has none to give, such as /proc, and calls one that is read-only missing.
 *
 * @throws NearsameError OUTPUT_DIRECTORY for the URL of an object; else errors of the system
 */
export function makeDirectory(directory: string, mode = 0o700): void {
  checkLocal(directory)
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

/** @throws NearsameError OUTPUT_DIRECTORY for the URL of an object */
export function checkLocal(directory: string): void {
  if (!isObjectUrl(directory)) return
  throw new NearsameError('OUTPUT_DIRECTORY', {
    expected: 'a directory of this machine',
    got: 'the URL of an object store',
    where: directory,
    fix: 'name a directory',
  })
}
