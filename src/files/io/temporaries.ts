/**
 * Temporaries: everything that must vanish when the run is interrupted, and room for it on the disk.
 *
 * Whoever creates a temporary file or directory registers it first and unregisters it once it is renamed or
 * removed. The command's handler of Ctrl-C calls `removeAllSync`, which may run at any moment and therefore
 * neither waits nor throws. One list per thread.
 */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { isTooManyOpen, moreOpenFiles } from '../../ground/errors/open-files.ts'

/** Bytes of a name of which a temporary one has the start only: systems allow 255. */
const longName = 200

const temporaries = new Set<string>()

export function registerTemporary(path: string): void {
  temporaries.add(resolve(path))
}

export function unregisterTemporary(path: string): void {
  temporaries.delete(resolve(path))
}

/** A name beside `path` that no other run has, and that is not too long where that of `path` is not. */
export function temporaryName(path: string): string {
  const name = basename(path)
  const start = Buffer.byteLength(name) > longName ? name.slice(0, longName / 4) : name
  return join(dirname(path), `.${start}.nearsame-${randomBytes(4).toString('hex')}`)
}

/** What is registered now, in order of registration. */
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
 * A private directory (mode 0700) for the files of one run, registered.
 *
 * @param given where; the system's directory for temporary files unless given
 * @throws NearsameError OUTPUT_DIRECTORY, DISK_FULL, OUTPUT_FAILED.
 */
export async function openRunDirectory(given?: string): Promise<string> {
  const parent = given ?? tmpdir()
  try {
    const path = await mkdtemp(join(parent, '.nearsame-'))
    registerTemporary(path)
    return path
  } catch (cause) {
    // Not every command has the option.
    const fix = given === undefined ? 'set TMPDIR to' : 'name with `temp`'
    throw fileError(cause, parent, `${fix} an existing directory that may be written to`)
  }
}

/** Removes a file or directory; what cannot be removed stays registered. */
export async function removeTemporary(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  unregisterTemporary(path)
}

/** What leaves no room, by the code of the system. */
const limitsOfRoom = new Map([
  ['ENOSPC', 'a full disk'],
  ['EDQUOT', 'an exhausted quota'],
  ['EFBIG', 'a limit on the size of files'],
])

const moreRoom = 'free some space, or write to another disk'

/**
 * An error of writing: DISK_FULL, OUTPUT_DIRECTORY (the directory is missing), else OUTPUT_FAILED.
 *
 * @param fixOfFull what to do where the disk is full
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
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new NearsameError('OUTPUT_DIRECTORY', {
      expected: 'an existing directory to write in',
      got: code === 'ENOENT' ? 'none' : 'something that is not a directory',
      where: path,
      fix,
      cause,
    })
  }
  const isUnread = code === 'EPIPE'
  const otherFix = isUnread ? 'let who reads it go on to the end, or write to a file' : fix
  return new NearsameError('OUTPUT_FAILED', {
    expected: 'to write the file',
    got: isUnread ? 'a pipe that nobody reads any more' : code,
    where: path,
    fix: isTooManyOpen(code) ? moreOpenFiles : otherFix,
    cause,
  })
}

/** An error of writing a temporary file. */
export function temporaryError(cause: unknown, path: string): NearsameError {
  const elsewhere = 'free some space, or put temporary files elsewhere with `temp`'
  return fileError(cause, path, 'name another directory with `temp`', elsewhere)
}

/**
 * Refuses to start what would not fit: the free space of the disk that holds `directory` (for this user)
 * must be at least `bytes`. File systems that do not tell their free space pass.
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
