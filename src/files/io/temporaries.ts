/**
 * Temporaries: everything to remove when the run is interrupted, and the check for room on the disk.
 *
 * The creator of a temporary file or directory registers it first and unregisters it once it is renamed or
 * removed. The command's handler of Ctrl-C calls `removeAllSync`, which may run at any moment and therefore
 * neither waits nor throws. One list per thread.
 */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { access, constants, mkdtemp, opendir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { isTooManyOpen, moreOpenFiles } from '../../ground/errors/open-files.ts'
import { ownerOfTemporaries, removeLeftDirectories, temporaryPrefix } from './leftovers.ts'
import { isObjectUrl } from './objects/object-name.ts'

const temporaries = new Set<string>()

const writable = 'an existing, writable directory'
const existingDirectory = `name with \`temp\` ${writable}`

export function registerTemporary(path: string): void {
  temporaries.add(resolve(path))
}

export function unregisterTemporary(path: string): void {
  temporaries.delete(resolve(path))
}

/**
 * A name beside `path`, unique to this run, and not too long unless `path` is.
 *
 * @param path of an output; that of an object has no place beside it
 * @param temp directory for files that become objects. Default: the system's directory for temporary files
 */
export function temporaryName(path: string, temp = ''): string {
  const random = randomBytes(4).toString('hex')
  const directory = isObjectUrl(path) ? temp || tmpdir() : dirname(path)
  return join(directory, `${temporaryPrefix(path)}${ownerOfTemporaries()}-${random}`)
}

/** The registered paths, in order of registration. */
export function listTemporaries(): string[] {
  return [...temporaries]
}

/** Removes everything registered. Never throws: returns the paths that could not be removed. */
export function removeAllSync(): string[] {
  const left: string[] = []
  for (const path of temporaries) {
    try {
      rmSync(path, { recursive: true, force: true })
      temporaries.delete(path)
    } catch {
      left.push(path)
    }
  }
  return left
}

/**
 * Whether temporary files may go there: most runs need some late, if at all.
 *
 * @param temp '' for none given
 * @throws NearsameError OUTPUT_DIRECTORY, OUTPUT_FAILED
 */
export async function checkTemporaryDirectory(temp: string): Promise<void> {
  if (temp === '') return
  try {
    await (await opendir(temp)).close() // fails for a file
    await access(temp, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw fileError(cause, temp, existingDirectory)
  }
}

/**
 * A private directory (mode 0700) for the files of one run, registered.
 *
 * @param given parent directory. Default: the system's directory for temporary files
 * @throws NearsameError OUTPUT_DIRECTORY, DISK_FULL, OUTPUT_FAILED.
 */
export async function openRunDirectory(given?: string): Promise<string> {
  const parent = given ?? tmpdir()
  try {
    removeLeftDirectories(parent)
    const path = await mkdtemp(join(parent, `${temporaryPrefix()}${ownerOfTemporaries()}-`))
    registerTemporary(path)
    return path
  } catch (cause) {
    // Not every command has the option.
    const variable = process.platform === 'win32' ? 'TEMP' : 'TMPDIR'
    throw fileError(
      cause,
      parent,
      given === undefined ? `set ${variable} to ${writable}` : existingDirectory,
    )
  }
}

/** Removes a file or directory; if it cannot be removed, it stays registered. */
export async function removeTemporary(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  unregisterTemporary(path)
}

/** Reasons for no room, by the code of the system. */
const limitsOfRoom = new Map([
  ['ENOSPC', 'a full disk'],
  ['EDQUOT', 'an exhausted quota'],
  ['EFBIG', 'a limit on the size of files'],
])

const moreRoom = 'free some space, or write to another disk'

/**
 * An error of writing: DISK_FULL, OUTPUT_DIRECTORY (the directory is missing), OUTPUT_CLOSED (a pipe without
 * a reader), else OUTPUT_FAILED.
 *
 * @param fixOfFull how to fix a full disk
 */
export function fileError(
  cause: unknown,
  path: string,
  fix = 'check the path and its permissions',
  fixOfFull = moreRoom,
): NearsameError {
  if (isNearsameError(cause)) return cause
  const code = String((cause as NodeJS.ErrnoException | null)?.code ?? cause)
  const limit = limitsOfRoom.get(code)
  if (limit !== undefined) {
    return new NearsameError('DISK_FULL', {
      expected: 'room on the disk',
      got: limit,
      where: path,
      fix: code === 'EFBIG' ? 'raise the limit, which `ulimit -f` shows' : fixOfFull,
      cause,
    })
  }
  // EEXIST: a file has the name of the directory to make.
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EEXIST') {
    return new NearsameError('OUTPUT_DIRECTORY', {
      expected: 'an existing directory to write in',
      got: code === 'ENOENT' ? 'none' : 'something that is not a directory',
      where: path,
      fix,
      cause,
    })
  }
  if (code === 'EPIPE') {
    return new NearsameError('OUTPUT_CLOSED', {
      expected: 'a reader of the pipe',
      got: 'one that has closed it',
      where: path,
      fix: 'let the reader read to the end, or write to a file',
      cause,
    })
  }
  return new NearsameError('OUTPUT_FAILED', {
    expected: 'a writable file',
    got: code,
    where: path,
    fix: isTooManyOpen(code)
      ? moreOpenFiles
      : isHeld(code)
        ? `close the program that has it open, or ${fix}`
        : fix,
    cause,
  })
}

/** Whether a program, such as a spreadsheet, keeps others from writing or renaming the file. */
function isHeld(code: string): boolean {
  return code === 'EBUSY' || (code === 'EPERM' && process.platform === 'win32')
}

/** An error of writing a temporary file. */
export function temporaryError(cause: unknown, path: string): NearsameError {
  const elsewhere = 'free some space, or put temporary files elsewhere with `temp`'
  return fileError(cause, path, 'name another directory with `temp`', elsewhere)
}

/**
 * Refuses to start without enough room: the free space (for this user) of the disk that holds `directory`
 * must be at least `bytes`. File systems that do not report their free space pass.
 *
 * @throws NearsameError DISK_FULL.
 */
export async function checkSpace(directory: string, bytes: number): Promise<void> {
  const { bavail, bsize, blocks } = await statfs(directory).catch((cause: unknown) => {
    throw fileError(cause, directory)
  })
  const free = bavail * bsize
  if (blocks === 0 || free >= bytes) return
  throw new NearsameError('DISK_FULL', {
    expected: `${bytes} free bytes`,
    got: `${free}`,
    where: directory,
    fix: moreRoom,
  })
}
