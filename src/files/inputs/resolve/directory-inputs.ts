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
import { type Dirent, readdirSync, type Stats } from 'node:fs'
import { join, sep } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Breath, breather } from '../../../ground/breath/breath.ts'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import type { InputFormat } from '../../../ground/options/input-options.ts'
import { markBytesOf } from '../../formats/byte-order-mark.ts'
import { encodingOf } from '../../formats/encodings.ts'
import { formats } from '../../formats/formats.ts'
import { type FileContent, isBinary, isReadable, lookInto } from '../../io/file-kind.ts'
import { type Compression, formatOfName, isHadoopPart, isJson, isWat } from '../../io/file-name.ts'
import { inputError } from '../../io/input-errors.ts'
import { checkDistinct } from '../../io/unreadable-name.ts'
import { isBeside, isDescription, onlyDescription } from './beside-records.ts'
import {
  asGiven,
  compressionOf,
  fileInput,
  missing,
  recordsFormat,
  refuseList,
  statFound,
  unknownPart,
} from './file-input.ts'
import type { ArgumentOptions, FoundInputs, IgnoredFile, Input } from './input.ts'

/** Milliseconds between two turns of the event loop: far shorter than a person notices. */
const sliceMs = 20
const filesPerBreath = 32
const noBytes = Buffer.alloc(0)

/** A file of a directory, and what it is. */
interface FoundFile {
  /** The path to open. */
  readonly full: string
  /** Relative to the directory, with `/`. */
  readonly path: string
  readonly sizeBytes: number
  readonly modified: number
  readonly compression: Compression
  /** The format of its records; undefined if it holds none. */
  readonly format: InputFormat | undefined
  readonly isBinary: boolean
  /** Whether it only describes a dataset. */
  readonly isDescription: boolean
  /** Whether it is data in a form that is not read, and could hold records. */
  readonly isRefused: boolean
  readonly encoding: string
  /** Undefined of a file that cannot be opened. */
  readonly markBytes: number | undefined
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
  const breath = breather(sliceMs, nextTurn)
  const start = join(root, 'x').slice(0, -1)
  for (const path of (await filesBelow(root, breath)).sort()) {
    if (files.length % filesPerBreath === 0) await breath()
    const file = lookAt({ full: start + path, path, given: options.encoding ?? '' })
    if (file !== undefined) files.push(file)
  }
  const { inputFormat } = options
  const format = inputFormat ?? directoryFormat(files)
  const ignoredFiles: IgnoredFile[] = []
  const inputs: Input[] = []
  const isNamed = files.some(file => file.format === format)
  for (const file of files) {
    const name = nameOf(file)
    const own =
      inputFormat === undefined && isMixable(file.format) && isMixable(format) ? file.format : format
    const reason =
      file.isDescription && inputFormat !== 'whole' ? 'other' : reasonToIgnore(file, own, isNamed)
    if (inputFormat === undefined && options.text === undefined && file.format === own)
      refuseList(file.full, name, own)
    if (reason !== undefined) ignoredFiles.push({ path: name, reason })
    else if (format === 'whole') inputs.push(document(root, file, name, isOnly))
    else inputs.push(recordsInput(file, name, { ...options, inputFormat: own }))
  }
  if (inputFormat === undefined ? inputs.every(({ path }) => isBeside(path)) : inputs.length === 0)
    refuseAll(files, options)
  return { inputs, ignoredFiles }
}

/** The error of a file that is refused says more than that there is nothing to read. @throws NearsameError */
function refuseAll(files: readonly FoundFile[], options: ArgumentOptions): void {
  const refused = files.find(({ isRefused, path }) => isRefused || isWat(path))
  if (refused === undefined) {
    const description = files.find(file => file.isDescription)
    if (description === undefined) return
    throw onlyDescription(nameOf(description))
  }
  recordsInput(refused, nameOf(refused), options)
}

function recordsInput({ full }: FoundFile, name: string, options: ArgumentOptions): Input {
  const found = statFound(full)
  if (found === undefined) throw missing(full)
  return fileInput(full, name, found, options)
}

/** The path as given. */
const nameOf = ({ full }: FoundFile) => (sep === '/' ? full : asGiven(full))

function document(root: string, file: FoundFile, name: string, isOnly: boolean): Input {
  const { full, path, sizeBytes, modified, compression, encoding, markBytes } = file
  const input = { path: full, name, format: 'whole', root, sizeBytes, modified } as const
  const shown = { compression, encoding, markBytes }
  return isOnly ? { ...input, ...shown, id: path } : { ...input, ...shown }
}

interface Look extends Pick<FoundFile, 'full' | 'path'> {
  /** The encoding by the options; '' for none. */
  readonly given: string
}

/** Undefined of a file that was removed since it was listed. */
function lookAt(look: Look): FoundFile | undefined {
  const file = lookInto(look.full, (found, content) =>
    foundFile(look, found, content, markBytesOf(content?.start ?? noBytes)),
  )
  if (file !== undefined) return file
  const found = statFound(look.full)
  return found && foundFile(look, found, undefined, undefined)
}

function foundFile(
  { full, path, given }: Look,
  { size, mtimeMs }: Stats,
  content: FileContent | undefined,
  markBytes: number | undefined,
): FoundFile {
  const describes = isDescription(full)
  const named = describes ? undefined : recordsFormat(full, content)
  return {
    full,
    path,
    sizeBytes: size,
    modified: mtimeMs,
    compression: compressionOf(full, content),
    format: named === 'txt' ? undefined : named,
    isBinary: content !== undefined && isBinary(content),
    isDescription: describes,
    isRefused: content !== undefined && !isReadable(content, given),
    encoding: encodingOf(content?.start ?? noBytes, given),
    markBytes,
  }
}

/** The format of a directory without `inputFormat`. @throws NearsameError INPUT_FORMATS_MIXED, INPUT_FORMAT_UNKNOWN */
function directoryFormat(files: readonly FoundFile[]): InputFormat {
  const isSure = ({ path, format }: FoundFile) => format !== undefined && !isJson(path)
  const isText = ({ path, sizeBytes, format, isBinary, isDescription }: FoundFile) =>
    format === undefined &&
    !(isBinary || isDescription || isBeside(path)) &&
    !(isJson(path) && sizeBytes === 0)
  const records =
    files.find(isSure) ?? (files.some(isText) ? undefined : files.find(({ format }) => format))
  if (records?.format === undefined) {
    const part = files.find(file => isHadoopPart(file.path) && file.sizeBytes > 0 && isText(file))
    if (part !== undefined) throw unknownPart(nameOf(part))
    return 'whole'
  }
  const isAlike = (format: InputFormat) =>
    format === records.format || (isMixable(format) && isMixable(records.format))
  const other = files.find(file => isText(file) || !isAlike(file.format ?? (records.format as InputFormat)))
  if (other === undefined) return records.format
  const [one, two] = [records, other].map(file => `${nameOf(file)} (${file.format ?? 'text'})`)
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
  const isUnknown = file.isBinary && file.format === undefined
  if (format === 'whole') return isUnknown ? 'binary' : undefined
  if (file.format === format || (isNamed && file.isRefused)) return undefined // the latter ends the run
  if (isNamed && isJson(file.path) && file.sizeBytes === 0) return 'empty'
  if (isNamed) return isUnknown ? 'binary' : 'other'
  if (isBeside(file.path) && formatOfName(file.path).format === 'whole') return 'other'
  return undefined
}

/** Paths relative to `root`, with `/`, of all files below it; only links to files are followed. */
async function filesBelow(
  root: string,
  breath: Breath,
  below = '',
  paths: string[] = [],
): Promise<string[]> {
  await breath()
  const entries = entriesOf(join(root, below))
  checkDistinct(join(root, below), entries)
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) await filesBelow(root, breath, path, paths)
    else if (entry.isFile()) paths.push(path)
    else if (entry.isSymbolicLink() && statFound(join(root, path))?.isFile()) paths.push(path)
  }
  return paths
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch (cause) {
    throw inputError(cause, directory)
  }
}
