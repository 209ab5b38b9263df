/** Checks outputs before they are opened: whether each file may be written at its path. */
import { statSync } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { isUnwritten } from './file-name.ts'
import { removeLeftovers } from './leftovers.ts'
import { isObjectUrl } from './objects/object-name.ts'
import { checkFreeObject } from './objects/object-outputs.ts'
import { placeOfOutput } from './output-place.ts'
import { fileError } from './temporaries.ts'

interface RunOutputs {
  /** Whether existing files may be replaced. */
  readonly force?: boolean
  /** The output that becomes a directory. */
  readonly directory?: string | undefined
  /** Outputs not written this time: existing files are allowed. */
  readonly untouched?: readonly string[]
}

/**
 * Checks every output of a run before anything is read.
 *
 * @param inputPaths all files that are read, `-` allowed; undefined if not given
 * @throws NearsameError OUTPUT_FORMAT, OUTPUT_TWICE, OUTPUT_DIRECTORY, OUTPUT_IS_INPUT, OUTPUT_EXISTS.
 */
export async function checkOutputs(
  paths: readonly string[],
  inputPaths: readonly (string | undefined)[],
  { force = false, directory, untouched = [] }: RunOutputs = {},
): Promise<void> {
  for (const path of paths) checkWritten(path, path === directory)
  const seen = new Seen()
  let known: Map<string, string> | undefined
  for (const path of paths) {
    await checkParent(path)
    await seen.add(path)
    const found = await stat(path, { bigint: true }).catch(() => undefined)
    // Inputs may be many, and a file that does not exist is none of them.
    if (found !== undefined || isObjectUrl(path)) known ??= namesOfFiles(inputPaths)
    const input = known?.get(found === undefined ? path : `${found.dev}:${found.ino}`)
    if (input !== undefined) {
      throw new NearsameError('OUTPUT_IS_INPUT', {
        expected: 'an output that is not an input',
        got: path === input ? path : `${path}, the same file as ${input}`,
        fix: 'write to another file',
      })
    }
    if (path === directory && known !== undefined) await checkHoldsNone(path, [...known.values()])
    const place = await placeOfOutput(path)
    if (!(place.isStream || place.isObject)) removeLeftovers(place.path)
    if (!untouched.includes(path)) await checkFree(path, { force, isDirectory: path === directory })
  }
}

/** The paths of files by their device and inode, those of objects by their URL. */
function namesOfFiles(paths: readonly (string | undefined)[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const path of paths) {
    if (path === undefined || path === '-') continue
    const found = isObjectUrl(path) ? undefined : foundBySystem(path)
    if (isObjectUrl(path)) names.set(path, path)
    else if (found?.isFile()) names.set(`${found.dev}:${found.ino}`, path)
  }
  return names
}

function foundBySystem(path: string) {
  try {
    return statSync(path, { bigint: true })
  } catch {
    return undefined
  }
}

/** @throws NearsameError OUTPUT_IS_INPUT if inputs are in the directory that will be written */
async function checkHoldsNone(path: string, inputs: readonly string[]): Promise<void> {
  const root = await nameOf(path).catch(() => undefined)
  if (root === undefined) return
  for (const input of inputs) {
    if (!(await nameOf(input)).startsWith(root.endsWith(sep) ? root : root + sep)) continue
    throw new NearsameError('OUTPUT_IS_INPUT', {
      expected: 'an output that holds no input',
      got: `${path}, which holds ${input}`,
      fix: 'write to another directory',
    })
  }
}

/** The full name of a file, or the URL of an object. */
async function nameOf(path: string): Promise<string> {
  return isObjectUrl(path) ? path.replace(/\/$/, '') : realpath(path)
}

/** @throws NearsameError OUTPUT_FORMAT for a name that would hide what the file holds, and for one of a directory */
function checkWritten(path: string, isDirectory: boolean): void {
  if (!isDirectory && /[/\\]$/.test(path)) {
    throw new NearsameError('OUTPUT_FORMAT', {
      expected: 'the name of a file',
      got: `${path}, the name of a directory`,
      fix: 'name a file in it',
    })
  }
  if (!isUnwritten(path)) return
  throw new NearsameError('OUTPUT_FORMAT', {
    expected: 'a name for a file that is plain, .gz or .zst',
    got: path,
    fix: 'use one of these, and compress the file afterwards',
  })
}

/** Outputs so far, by full name and by the file there; several streams may share one. */
class Seen {
  readonly #names = new Set<string>()
  readonly #streams = new Set<string>()
  readonly #files = new Set<string>()

  /** @throws NearsameError OUTPUT_TWICE */
  async add(path: string): Promise<void> {
    const place = await placeOfOutput(path)
    const name = await fullName(place.path)
    const found = await stat(path, { bigint: true }).catch(() => undefined)
    const inode = found && `${found.dev}:${found.ino}`
    const isOneStream =
      inode !== undefined && (this.#streams.has(inode) || (place.isStream && this.#files.has(inode)))
    if (isOneStream || this.#names.has(name)) {
      throw new NearsameError('OUTPUT_TWICE', {
        expected: 'a different file for each output',
        got: `${path} twice`,
        fix: 'name another file',
      })
    }
    this.#names.add(name)
    if (inode !== undefined) (place.isStream ? this.#streams : this.#files).add(inode)
  }
}

/** One name for all spellings of a path; for a missing file, within the full name of its directory. */
async function fullName(path: string): Promise<string> {
  const parent = await realpath(dirname(path)).catch(() => dirname(path))
  return join(parent, basename(path))
}

/** @throws NearsameError OUTPUT_DIRECTORY; OUTPUT_FAILED for a name that is too long */
export async function checkParent(path: string): Promise<void> {
  if (isObjectUrl(path)) return // a bucket is missed by `checkFree`
  const place = await placeOfOutput(path)
  const parent = dirname(place.isStream ? path : place.path) // links followed: the temporary is created there
  const found = await stat(parent).catch((cause: unknown) => {
    const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(path)
    throw fileError(
      cause,
      parent,
      isUrl ? 'write to a file, or to s3://BUCKET/KEY' : 'create the directory first',
    )
  })
  if (!found.isDirectory()) {
    throw fileError(Object.assign(new Error('not a directory'), { code: 'ENOTDIR' }), parent)
  }
  await lstat(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENAMETOOLONG') throw fileError(cause, path, 'choose a shorter name')
  })
}

/** @throws NearsameError OUTPUT_EXISTS; OUTPUT_FORMAT for a stream instead of a directory */
export async function checkFree(
  path: string,
  { force, isDirectory = false }: { readonly force: boolean; readonly isDirectory?: boolean },
): Promise<void> {
  if (isObjectUrl(path)) return checkFreeObject(path, { force, isDirectory })
  const found = await stat(isDirectory ? resolve(path) : path).catch(() => undefined) // without a slash at its end
  if (found === undefined) return
  if (isDirectory) {
    if (found.isDirectory() && (await readdir(path)).length === 0) return
    if ((await placeOfOutput(path)).isStream) {
      throw new NearsameError('OUTPUT_FORMAT', {
        expected: 'a directory, where each kept document is a file of its own',
        got: path,
        fix: 'name a directory',
      })
    }
    throw new NearsameError('OUTPUT_EXISTS', {
      expected: 'a new directory, or an empty one',
      got: `${path}, which ${found.isDirectory() ? 'is not empty' : 'exists'}`,
      fix: 'write elsewhere, or empty the directory',
    })
  }
  if ((force && found.isFile()) || (await placeOfOutput(path)).isStream) return
  throw outputExists(path, found.isDirectory())
}

export function outputExists(path: string, isDirectory = false): NearsameError {
  return new NearsameError('OUTPUT_EXISTS', {
    expected: 'a new file',
    got: `${path}, which ${isDirectory ? 'is a directory' : 'exists'}`,
    fix: isDirectory ? 'name a file' : 'write elsewhere, or overwrite with `force`',
  })
}
