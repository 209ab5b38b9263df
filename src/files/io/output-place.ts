/**
 * Output place: resolves the name of an output. A link stays a link, and its target is written; devices, pipes and
 * streams such as /dev/stdout are written to directly, whatever is behind them.
 *
 * A stream of this process that goes to a file or a socket is written by its number: opening the file again by name
 * would truncate it, and other output to the same file would be overwritten; a socket cannot be opened again.
 */
import { statSync } from 'node:fs'
import { lstat, readlink, realpath, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { isObjectUrl } from './objects/object-name.ts'
import { descriptorNamed, isOfRuntime, isReadOnly } from './own-descriptors.ts'
import { fileError } from './temporaries.ts'
import { isUnreadable, unreadableName } from './unreadable-name.ts'

export interface OutputPlace {
  /** With all links followed, unless it is a stream. */
  readonly path: string
  /** Whether it is written to directly, not under a temporary name. */
  readonly isStream: boolean
  /** Whether it is an object in an S3 store, whose URL is `path`: written to a file, which is sent when complete. */
  readonly isObject?: true
  /** The descriptor of a stream that goes to a file or a socket. */
  readonly descriptor?: number | undefined
  /** Permission bits for a temporary that will replace a file: private until it gets that file's permissions. */
  readonly mode?: number | undefined
}

/** Whether a name is one of a directory: one that exists, or a name with a slash at its end. */
export function namesDirectory(path: string): boolean {
  if (/[/\\]$/.test(path)) return true
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

const [standardOutput, standardError] = ['/dev/stdout', '/dev/stderr']
const openFiles = /^\/(dev\/(stdout|stderr|fd\/\d+)|proc\/(self|\d+)\/fd\/\d+)$/

/** More links in a row than systems follow. */
const mostLinks = 40

/** @throws NearsameError OUTPUT_FAILED for a name that is not UTF-8, a circular link, or a number that is not open */
export async function placeOfOutput(path: string): Promise<OutputPlace> {
  if (isObjectUrl(path)) return { path, isStream: false, isObject: true }
  if (isUnreadable(path)) throw unreadableName('OUTPUT_FAILED', path, 'choose another name')
  if (process.platform === 'win32' && (path === standardOutput || path === standardError))
    return { path, isStream: true, descriptor: descriptorNamed(path) } // it has no such files
  const found = await stat(path).catch(() => undefined)
  const name = resolve(path)
  const isMissing = found === undefined && descriptorNamed(name) !== undefined
  if (isMissing || isOfRuntime(name) || isReadOnly(name)) throw notOpened(path)
  if (found === undefined) return { path: await behindLinks(path), isStream: false }
  const isOrdinary = found.isFile() || found.isDirectory()
  if (!isOrdinary || openFiles.test(name)) {
    const isHeld = found.isFile() || found.isSocket() // a socket cannot be opened by name
    return { path, isStream: true, descriptor: isHeld ? descriptorNamed(name) : undefined }
  }
  return { path: await realpath(path), isStream: false, mode: found.isDirectory() ? 0o700 : 0o600 }
}

function notOpened(path: string): NearsameError {
  return new NearsameError('OUTPUT_FAILED', {
    expected: 'a file that is open for writing',
    got: 'a descriptor that the caller did not open',
    where: path,
    fix: 'open it, as in `7>FILE`, or name a file',
  })
}

/** The target of links to a file that does not exist yet. @throws NearsameError OUTPUT_FAILED for a circle of links */
async function behindLinks(path: string): Promise<string> {
  let name = path
  for (let links = 0; links < mostLinks; links++) {
    const link = (await lstat(name).catch(() => undefined))?.isSymbolicLink() && (await readlink(name))
    if (!link) return name
    name = resolve(await realpath(dirname(name)), link) // `..` in it leads up from where the link really is
  }
  const cause = Object.assign(new Error('links without an end'), { code: 'ELOOP' })
  throw fileError(cause, path, 'choose another name: this link leads back to itself')
}
