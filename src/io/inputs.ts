/**
 * Inputs: from the arguments of a command to a list of files of one format.
 *
 * A name decides (`.jsonl.gz` is compressed JSON lines). `.jsonl .ndjson .csv .tsv .txt .parquet` are files of
 * records; every other text file is one document. A directory is one document a file too, whatever the names in it;
 * its record files are meant by a glob, `DIR/*.jsonl`. Names that begin with a dot are passed over, and so is what is
 * no file: pipes, devices, links that lead nowhere.
 * Order: as given; the files of a directory or glob by the code units of their paths. A file that several arguments
 * name is read once, where it is named first: its records are no duplicates of themselves.
 */
import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { glob, readdir, readFile, stat } from 'node:fs/promises'
import { join, normalize, relative, resolve, sep } from 'node:path'
import { isNearsameError, NearsameError } from '../errors/nearsame-error.ts'
import { type InputFormat, inputFormats } from '../options/input-options.ts'
import { inputError } from './input-errors.ts'
import { mayBeUnreadable } from './unreadable-name.ts'

export type Compression = 'none' | 'gz' | 'zst'

export interface Input {
  /** The path to open; `-` is standard input. */
  readonly path: string
  /**
   * What messages and default ids (`name:record`) call it: the path as given. For a document that is a file,
   * its id: the path relative to the directory, when that is the only argument.
   */
  readonly name: string
  readonly format: InputFormat
  readonly compression: Compression
  /** The directory argument it was found below. */
  readonly root?: string
  /** Bytes on disk; 0 for what has no size. */
  readonly sizeBytes: number
  /** When it was written last, in milliseconds since 1970; of files only. */
  readonly modified?: number
  /** Whether it can be read only once, from its start: standard input, a pipe, a device. */
  readonly isStream?: true
}

export interface InputSet {
  readonly format: InputFormat
  readonly inputs: readonly Input[]
}

export interface InputOptions {
  /** Overrides what the names say. */
  readonly inputFormat?: InputFormat | undefined
  /** Whether a file that is named twice is read twice, as updates are; documents are not. */
  readonly isRepeated?: boolean
}

/** The names of files of each format; files of the others are told from documents by `inputFormat` only. */
const extensionsOf: Readonly<Record<InputFormat, readonly string[]>> = {
  jsonl: ['jsonl', 'ndjson'],
  csv: ['csv'],
  tsv: ['tsv'],
  txt: ['txt'],
  'id-text': [],
  parquet: ['parquet'],
  whole: [],
}

const formatOfExtension = new Map(
  inputFormats.flatMap(format => extensionsOf[format].map(extension => [extension, format] as const)),
)

// Read as one document, such a file would be a mistake nobody sees.
const refusedExtensions = new Set([
  'json',
  'zip',
  'bz2',
  'xz',
  'tar',
  'tgz',
  'arrow',
  'feather',
  'avro',
  'orc',
  'xlsx',
])

/**
 * The files behind the arguments.
 *
 * @throws NearsameError OPTION_VALUE, INPUT_NONE, INPUT_MISSING, INPUT_UNREADABLE, INPUT_FORMAT_UNKNOWN,
 *   INPUT_FORMATS_MIXED.
 */
export async function resolveInputs(
  args: readonly string[],
  options: InputOptions = {},
): Promise<InputSet> {
  checkOneStandardInput(args)
  const inputs: Input[] = []
  for (const arg of args) {
    if (arg === '-') inputs.push(standardInput(options))
    else for (const input of await resolveArgument(arg, options, args.length === 1)) inputs.push(input)
  }
  if (inputs.length === 0) {
    throw new NearsameError('INPUT_NONE', {
      expected: 'at least one input file',
      got: args.length === 0 ? 'no argument' : `no file in ${args.join(', ')}`,
      fix: 'name files, globs or directories, or - with `inputFormat`',
    })
  }
  return { format: oneFormat(inputs), inputs: options.isRepeated ? inputs : eachOnce(inputs) }
}

function eachOnce(inputs: readonly Input[]): Input[] {
  const seen = new Set<string>()
  return inputs.filter(({ path, isStream }) => {
    const place = resolve(path)
    if (isStream || !seen.has(place)) {
      seen.add(place)
      return true
    }
    return false
  })
}

/** The second one would find nothing in it. @throws NearsameError OPTION_VALUE */
function checkOneStandardInput(args: readonly string[]): void {
  const count = args.filter(arg => arg === '-').length
  if (count <= 1) return
  throw new NearsameError('OPTION_VALUE', {
    expected: 'standard input once',
    got: `- ${count} times`,
    fix: 'name it once, or put the others into files',
  })
}

/** What a file name says about its content. */
export function formatOfName(name: string): { format: InputFormat; compression: Compression } {
  const { extension, compression } = splitName(name)
  return { format: formatOfExtension.get(extension) ?? 'whole', compression }
}

function splitName(name: string): { extension: string; compression: Compression } {
  const lower = name.toLowerCase()
  const compression = lower.endsWith('.gz') ? 'gz' : lower.endsWith('.zst') ? 'zst' : 'none'
  const plain = compression === 'none' ? lower : lower.slice(0, lower.lastIndexOf('.'))
  return { extension: /\.([^./\\]+)$/.exec(plain)?.[1] ?? '', compression }
}

function standardInput({ inputFormat }: InputOptions): Input {
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

async function resolveArgument(arg: string, options: InputOptions, isOnly: boolean): Promise<Input[]> {
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
  for (const path of paths.sort(byCodeUnit)) {
    const found = await statFound(path)
    if (found?.isFile()) inputs.push(fileInput(path, asGiven(path), found, options))
  }
  if (inputs.length === 0) throw inputError(Object.assign(new Error('no match'), { code: 'ENOENT' }), arg)
  return inputs
}

/** What a name found in a directory stands for; undefined for a link that leads nowhere, or in a circle. */
function statFound(path: string): Promise<Stats | undefined> {
  return stat(path).catch((cause: NodeJS.ErrnoException) => {
    const isGone = ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(cause.code ?? '')
    if (isGone && !mayBeUnreadable(path)) return undefined
    throw inputError(cause, path)
  })
}

async function directoryInputs(
  root: string,
  { inputFormat }: InputOptions,
  isOnly: boolean,
): Promise<Input[]> {
  const paths = (await filesBelow(root)).sort(byCodeUnit)
  const format = inputFormat ?? 'whole'
  const inputs: Input[] = []
  for (const path of paths) {
    const full = join(root, path)
    const name = isOnly && format === 'whole' ? path : asGiven(full)
    const found = await statFound(full)
    if (found === undefined) continue // removed since it was listed
    const { compression } = splitName(path)
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
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) await filesBelow(root, path, paths)
    else if (entry.isFile()) paths.push(path)
    else if (entry.isSymbolicLink() && (await statFound(join(root, path)))?.isFile()) paths.push(path)
  }
  return paths
}

function fileInput(path: string, name: string, found: Stats, { inputFormat }: InputOptions): Input {
  const { extension, compression } = splitName(path)
  const format = inputFormat ?? formatOfName(path).format
  const isRefused = inputFormat === undefined && refusedExtensions.has(extension)
  if (isRefused || (format === 'parquet' && compression !== 'none')) {
    throw new NearsameError('INPUT_FORMAT_UNKNOWN', {
      expected: 'JSON lines, CSV, TSV, text (each also .gz or .zst) or plain Parquet',
      got: JSON.stringify(name),
      fix: isRefused
        ? 'convert it, or say what it holds with `inputFormat`'
        : 'decompress the Parquet file',
    })
  }
  const input = { path, name, format, compression }
  if (found.isFile() && !(found.size === 0 && hasBytes(path)))
    return { ...input, sizeBytes: found.size, modified: found.mtimeMs }
  if (format !== 'parquet') return { ...input, sizeBytes: 0, isStream: true }
  throw new NearsameError('INPUT_UNREADABLE', {
    expected: 'a Parquet file, which is read from its end',
    got: 'a pipe or a device',
    where: name,
    fix: 'write it to a file first',
  })
}

/** Whether there is something to read, as in files of /proc, which say that they are empty. */
function hasBytes(path: string): boolean {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, 'r')
    return readSync(descriptor, new Uint8Array(1)) === 1
  } catch {
    return false // whoever reads it says why
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

/** A path without `./`, with `/`. */
function asGiven(path: string): string {
  return normalize(path).replaceAll(sep, '/')
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function oneFormat(inputs: readonly Input[]): InputFormat {
  const [first] = inputs
  const other = inputs.find(input => input.format !== first.format)
  if (other === undefined) return first.format
  throw new NearsameError('INPUT_FORMATS_MIXED', {
    expected: 'inputs of one format',
    got: `${first.format} (${first.name}) and ${other.format} (${other.name})`,
    fix: 'run them apart, or say what all of them hold with `inputFormat`',
  })
}

/**
 * Where in the output directory each document that is a file goes: its path relative to the deepest directory
 * that holds all arguments. The paths are distinct and stay below the output directory.
 */
export function pathsInOutput(inputs: readonly Input[]): string[] {
  const full = inputs.map(input => resolve(input.path))
  const roots = inputs.map(({ root }, i) => (root === undefined ? join(full[i], '..') : resolve(root)))
  let root = roots.length === 0 ? '' : roots[0]
  const isBelowRoot = (path: string) =>
    path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
  while (!roots.every(isBelowRoot)) root = join(root, '..')
  return full.map(path => relative(root, path))
}

/** A small file, such as a configuration, as UTF-8. @throws NearsameError INPUT_MISSING, INPUT_UNREADABLE */
export async function readTextFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw inputError(cause, path)
  }
}
