/**
 * The inputs of a directory, by what its visible files are:
 *
 *     files of records   all shards, at any depth; `beside-records.ts` says which other files are ignored
 *     texts              each file is one document; binary files are ignored
 *     both               refused, unless `inputFormat` decides
 *
 * Names that begin with a dot are ignored, and so is everything that is not a file: pipes, devices, dangling links.
 * `.txt` is a text here; `.json` with JSON lines is one beside other texts. A description of a dataset is read only if
 * `inputFormat` is whole.
 */
import type { Stats } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import type { InputFormat } from '../../../ground/options/input-options.ts'
import { encodingOf } from '../../formats/encodings.ts'
import { formats } from '../../formats/formats.ts'
import { contentOf, isBinary, isReadable } from '../file-kind.ts'
import { type Compression, formatOfName, isHadoopPart, isJson, isWat } from '../file-name.ts'
import { inputError } from '../input-errors.ts'
import { checkDistinct } from '../unreadable-name.ts'
import { isBeside, isDescription, onlyDescription } from './beside-records.ts'
import {
  asGiven,
  compressionOf,
  fileInput,
  recordsFormat,
  refuseList,
  statFound,
  unknownPart,
} from './file-input.ts'
import type { ArgumentOptions, FoundInputs, IgnoredFile, Input } from './input.ts'

/** A file of a directory, and what it is. */
interface FoundFile {
  /** Relative to the directory, with `/`. */
  readonly path: string
  readonly found: Stats
  readonly compression: Compression
  /** The format of its records; undefined if it holds none. */
  readonly format: InputFormat | undefined
  readonly isBinary: boolean
  /** Whether it only describes a dataset. */
  readonly isDescription: boolean
  /** Whether it is data in a form that is not read, and could hold records. */
  readonly isRefused: boolean
  readonly encoding: string
}

/**
 * @param isOnly whether there is no other argument: then the ids of documents are their paths in the directory
 * @throws NearsameError INPUT_FORMATS_MIXED, INPUT_FORMAT_UNKNOWN, INPUT_UNREADABLE
 */
export async function directoryInputs(
  root: string,
  options: ArgumentOptions,
  isOnly: boolean,
): Promise<FoundInputs> {
  const files: FoundFile[] = []
  for (const path of (await filesBelow(root)).sort()) {
    const found = await statFound(join(root, path))
    // Undefined if it was removed since it was listed.
    if (found !== undefined) files.push(lookAt(root, path, found, options.encoding ?? ''))
  }
  const { inputFormat } = options
  const format = inputFormat ?? directoryFormat(root, files)
  const ignoredFiles: IgnoredFile[] = []
  const inputs: Input[] = []
  const isNamed = files.some(file => file.format === format)
  for (const file of files) {
    const name = asGiven(join(root, file.path))
    const own =
      inputFormat === undefined && isMixable(file.format) && isMixable(format) ? file.format : format
    const reason =
      file.isDescription && inputFormat !== 'whole' ? 'other' : reasonToIgnore(file, own, isNamed)
    if (inputFormat === undefined && options.text === undefined && file.format === own)
      refuseList(join(root, file.path), name, own)
    if (reason !== undefined) ignoredFiles.push({ path: name, reason })
    else if (format === 'whole')
      inputs.push({ ...document(root, file, name), ...(isOnly && { id: file.path }) })
    else inputs.push(fileInput(join(root, file.path), name, file.found, { ...options, inputFormat: own }))
  }
  if (inputFormat === undefined ? inputs.every(({ path }) => isBeside(path)) : inputs.length === 0)
    refuseAll(root, files, options)
  return { inputs, ignoredFiles }
}

/** The error of a file that is refused says more than that there is nothing to read. @throws NearsameError */
function refuseAll(root: string, files: readonly FoundFile[], options: ArgumentOptions): void {
  const refused = files.find(({ isRefused, path }) => isRefused || isWat(path))
  if (refused === undefined) {
    const description = files.find(file => file.isDescription)
    if (description === undefined) return
    throw onlyDescription(asGiven(join(root, description.path)))
  }
  const path = join(root, refused.path)
  fileInput(path, asGiven(path), refused.found, options)
}

function document(root: string, { path, found, compression, encoding }: FoundFile, name: string): Input {
  const { size: sizeBytes, mtimeMs: modified } = found
  return { path: join(root, path), name, format: 'whole', compression, encoding, root, sizeBytes, modified }
}

function lookAt(root: string, path: string, found: Stats, given: string): FoundFile {
  const full = join(root, path)
  const content = found.size > 0 ? contentOf(full) : undefined
  const describes = isDescription(full)
  const named = describes ? undefined : recordsFormat(full, content)
  return {
    path,
    found,
    compression: compressionOf(path, content),
    format: named === 'txt' ? undefined : named,
    isBinary: content !== undefined && isBinary(content),
    isDescription: describes,
    isRefused: content !== undefined && !isReadable(content, given),
    encoding: encodingOf(content?.start ?? Buffer.alloc(0), given),
  }
}

/** The format of a directory without `inputFormat`. @throws NearsameError INPUT_FORMATS_MIXED, INPUT_FORMAT_UNKNOWN */
function directoryFormat(root: string, files: readonly FoundFile[]): InputFormat {
  const isSure = ({ path, format }: FoundFile) => format !== undefined && !isJson(path)
  const isText = ({ path, found, format, isBinary, isDescription }: FoundFile) =>
    format === undefined &&
    !(isBinary || isDescription || isBeside(path)) &&
    !(isJson(path) && found.size === 0)
  const records =
    files.find(isSure) ?? (files.some(isText) ? undefined : files.find(({ format }) => format))
  if (records?.format === undefined) {
    const part = files.find(file => isHadoopPart(file.path) && file.found.size > 0 && isText(file))
    if (part !== undefined) throw unknownPart(asGiven(join(root, part.path)))
    return 'whole'
  }
  const isAlike = (format: InputFormat) =>
    format === records.format || (isMixable(format) && isMixable(records.format))
  const other = files.find(file => isText(file) || !isAlike(file.format ?? (records.format as InputFormat)))
  if (other === undefined) return records.format
  const [one, two] = [records, other].map(
    ({ path, format }) => `${asGiven(join(root, path))} (${format ?? 'text'})`,
  )
  throw new NearsameError('INPUT_FORMATS_MIXED', {
    expected: 'a directory of records with fields, of records in one format, or of texts',
    got: `${one} and ${two}`,
    fix: `add \`inputFormat\` ${records.format} to read these records, or whole for one document per file`,
  })
}

/** Whether records of this format may be read beside those of others. */
function isMixable(format: InputFormat | undefined): format is InputFormat {
  return format !== undefined && formats[format].hasFields
}

/** Why a file is not read; undefined if it is. @param isNamed whether other files show the format */
function reasonToIgnore(
  file: FoundFile,
  format: InputFormat,
  isNamed: boolean,
): IgnoredFile['reason'] | undefined {
  if (format === 'whole') return file.isBinary && file.format === undefined ? 'binary' : undefined
  if (file.format === format || (isNamed && file.isRefused)) return undefined // the latter ends the run
  if (isNamed && isJson(file.path) && file.found.size === 0) return 'empty'
  if (isNamed) return file.isBinary ? 'binary' : 'other'
  if (isBeside(file.path) && formatOfName(file.path).format === 'whole') return 'other'
  return undefined
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
