/**
 * The inputs of one argument: a file, the files below a directory, or those of a glob.
 *
 * In a directory, each file is one document, whatever its name; a glob such as `DIR/*.jsonl` names record files.
 * Names that begin with a dot are ignored, and so is everything that is not a file: pipes, devices, dangling links.
 * The files of a directory or glob are sorted by the code units of their paths, as `sort` does.
 */
import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { glob, readdir, stat } from 'node:fs/promises'
import { join, normalize, resolve, sep } from 'node:path'
import { isNearsameError, NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { inputFormats } from '../../../ground/options/input-options.ts'
import { formatOfName, isForeign } from '../file-name.ts'
import { inputError } from '../input-errors.ts'
import { isOfRuntime } from '../own-descriptors.ts'
import { checkDistinct, mayBeUnreadable } from '../unreadable-name.ts'
import type { ArgumentOptions, Input } from './input.ts'

/**
 * @param isOnly whether there is no other argument: then the ids of documents in a directory are their paths in it
 * @throws NearsameError INPUT_MISSING, INPUT_UNREADABLE, INPUT_FORMAT_UNKNOWN
 */
export async function argumentInputs(
  arg: string,
  options: ArgumentOptions,
  isOnly: boolean,
): Promise<Input[]> {
  if (arg === '-') return [standardInput(options)]
  try {
    const found = await stat(arg)
    if (found.isDirectory()) return directoryInputs(arg, options, isOnly)
    return [fileInput(arg, asGiven(arg), found, options)]
  } catch (cause) {
    if (isNearsameError(cause) || !/[*?[\]{}]/.test(arg)) throw inputError(cause, arg)
  }
  const paths: string[] = []
  for await (const path of glob(arg)) paths.push(path)
  const inputs: Input[] = []
  for (const path of paths.sort()) {
    const found = await statFound(path)
    if (found?.isFile()) inputs.push(fileInput(path, asGiven(path), found, options))
  }
  if (inputs.length === 0) throw missing(arg)
  return inputs
}

function missing(path: string): NearsameError {
  return inputError(Object.assign(new Error('nothing of that name'), { code: 'ENOENT' }), path)
}

function standardInput({ inputFormat }: ArgumentOptions): Input {
  if (inputFormat === undefined || inputFormat === 'parquet') {
    const read = inputFormats.filter(format => format !== 'parquet')
    throw new NearsameError('INPUT_FORMAT_UNKNOWN', {
      expected: '`inputFormat` of standard input (Parquet needs a file)',
      got: inputFormat ?? 'none',
      fix: `add \`inputFormat\` ${read.slice(0, -1).join(', ')} or ${read.at(-1)}`,
    })
  }
  if (fstatSync(0).isDirectory()) throw inputError(Object.assign(new Error(), { code: 'EISDIR' }), '-')
  return { path: '-', name: '-', format: inputFormat, compression: 'none', sizeBytes: 0, isStream: true }
}

/** Stats of a name found in a directory; undefined for a dangling or circular link. */
function statFound(path: string): Promise<Stats | undefined> {
  return stat(path).catch((cause: NodeJS.ErrnoException) => {
    const isGone = ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(cause.code ?? '')
    if (isGone && !mayBeUnreadable(path)) return undefined
    throw inputError(cause, path)
  })
}

async function directoryInputs(
  root: string,
  { inputFormat }: ArgumentOptions,
  isOnly: boolean,
): Promise<Input[]> {
  const paths = (await filesBelow(root)).sort()
  const format = inputFormat ?? 'whole'
  const inputs: Input[] = []
  for (const path of paths) {
    const full = join(root, path)
    const name = isOnly && format === 'whole' ? path : asGiven(full)
    const found = await statFound(full)
    if (found === undefined) continue // removed since it was listed
    const { compression } = formatOfName(path)
    const { size: sizeBytes, mtimeMs: modified } = found
    inputs.push({ path: full, name, format, compression, root, sizeBytes, modified })
  }
  return inputs
}

/** Paths relative to `root`, with `/`, of all files below it; only links to files are followed. */
async function filesBelow(root: string, below = '', paths: string[] = []): Promise<string[]> {
  const entries = await readdir(join(root, below), { withFileTypes: true }).catch((cause: unknown) => {
    throw inputError(cause, join(root, below))
  })
  checkDistinct(join(root, below), entries)
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) await filesBelow(root, path, paths)
    else if (entry.isFile()) paths.push(path)
    else if (entry.isSymbolicLink() && (await statFound(join(root, path)))?.isFile()) paths.push(path)
  }
  return paths
}

function fileInput(path: string, name: string, found: Stats, { inputFormat }: ArgumentOptions): Input {
  const { format: named, compression } = formatOfName(path)
  const format = inputFormat ?? named
  const isRefused = inputFormat === undefined && isForeign(path)
  if (isRefused || (format === 'parquet' && compression !== 'none')) {
    throw new NearsameError('INPUT_FORMAT_UNKNOWN', {
      expected: 'JSON lines, CSV, TSV, text (each also .gz or .zst) or plain Parquet',
      got: JSON.stringify(name),
      fix: isRefused ? 'convert it, or name its format with `inputFormat`' : 'decompress the Parquet file',
    })
  }
  const input = { path, name, format, compression }
  if (found.isFile() && !(found.size === 0 && hasBytes(path)))
    return { ...input, sizeBytes: found.size, modified: found.mtimeMs }
  if (isOfRuntime(resolve(path))) throw missing(path)
  if (format !== 'parquet') return { ...input, sizeBytes: 0, isStream: true }
  throw new NearsameError('INPUT_UNREADABLE', {
    expected: 'a Parquet file, which is read from its end',
    got: 'a pipe or a device',
    where: name,
    fix: 'write it to a file first',
  })
}

/** Whether there is something to read; files of /proc, for example, claim to be empty. */
function hasBytes(path: string): boolean {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, 'r')
    return readSync(descriptor, new Uint8Array(1)) === 1
  } catch {
    return false // the reader will report why
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** A path without `./`, with `/`. */
function asGiven(path: string): string {
  return normalize(path).replaceAll(sep, '/')
}
