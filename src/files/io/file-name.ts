/**
 * File names: the format and compression that the name of a file implies.
 *
 * `.jsonl.gz` is compressed JSON lines. Formats declare the extensions of files of records; any other file is one
 * document. `file-kind.ts` looks at the bytes.
 */
import { type InputFormat, inputFormats } from '../../ground/options/input-options.ts'
import { formats } from '../formats/formats.ts'

/** By the last extension of a name, or by the first bytes. */
export type Compression = 'none' | 'gz' | 'zst'

const compressions: ReadonlyMap<string, Compression> = new Map([
  ['gz', 'gz'],
  ['gzip', 'gz'],
  ['zst', 'zst'],
  ['zstd', 'zst'],
])

const formatOfExtension = new Map(
  inputFormats.flatMap(format => formats[format].extensions.map(extension => [extension, format] as const)),
)

/** What to do with a spreadsheet of another kind. */
export const asWorkbook = 'save it as .xlsx, without a password'

// Reading such a file as one document would be a mistake that goes unnoticed.
const foreignExtensions: ReadonlyMap<string, string> = new Map([
  ['json', 'write one object per line or an array of objects'],
  ['wat', 'take the .wet or .warc files: it has the metadata of pages, and no text'],
  ['bz2', 'run `bunzip2` first'],
  ['xz', 'run `unxz` first'],
  ['lz4', 'run `unlz4` first'],
  ['zip', 'run `unzip` first'],
  ['tar', 'run `tar -xf` first'],
  ['tgz', 'run `tar -xf` first'],
  ...['xls', 'xlsb', 'xlsm', 'ods'].map(extension => [extension, asWorkbook] as const),
  ...['avro', 'orc', 'docx', 'sqlite', 'db', 'h5', 'npy', 'pkl', 'pdf'].map(
    extension => [extension, 'convert it'] as const,
  ),
])

/** Format and compression by file name; `whole` if the extension is of no format. */
export function formatOfName(name: string): { format: InputFormat; compression: Compression } {
  const { extension, compression } = splitName(name)
  return { format: formatOfExtension.get(extension) ?? 'whole', compression }
}

/** What to do with a file not meant to be read: an archive of files, or a table of another program; else undefined. */
export function foreignFix(name: string): string | undefined {
  return foreignExtensions.get(splitName(name).extension)
}

// Readers of such a file, programs and people, expect what no output is.
const otherContents = new Set([
  ...['xml', 'html', 'htm', 'xhtml', 'md', 'rst', 'tex', 'rtf', 'yaml', 'yml', 'toml', 'ini', 'sql'],
  ...['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg', 'ps', 'eps', 'doc', 'odt', 'ppt', 'pptx', 'epub'],
  ...['dta', 'sav', 'rds', 'mdb', 'accdb', 'dbf', 'duckdb', 'msgpack', 'npz', 'hdf5', 'pb', 'tfrecord'],
])

/** The extension of a name if it promises what no record, table or report is: `xml`. */
export function otherContent(name: string): string | undefined {
  const { extension } = splitName(name)
  return otherContents.has(extension) ? extension : undefined
}

/** Whether a name ends in an extension that says nothing: not in a number, such as a date or a version. */
export function hasUnknownExtension(name: string): boolean {
  const { extension } = splitName(name)
  return /^\D/.test(extension) && !formatOfExtension.has(extension) && !isJson(name)
}

/** Whether two names have one extension, compression aside. */
export function isLikeNamed(one: string, two: string): boolean {
  return splitName(one).extension === splitName(two).extension
}

/** Whether files of a format are compressed inside, so that their names show no compression. */
export function isPackedInside(format: InputFormat): boolean {
  return format === 'parquet' || format === 'xlsx'
}

export function isJson(name: string): boolean {
  return splitName(name).extension === 'json'
}

/** Whether a name promises a compression or an archive that is never written: `.xz`, `.zip`. */
export function isUnwritten(name: string): boolean {
  return /\.(?:bz2|xz|lz4|lzma|br|7z|zip|tar|tgz)$/i.test(name)
}

/** Whether a name is that of an archive of metadata, a WARC file without texts. */
export function isWat(name: string): boolean {
  return splitName(name).extension === 'wat'
}

/** Whether a name is that of a part of Hadoop's output, whose content shows its format: `part-r-00000`. */
export function isHadoopPart(name: string): boolean {
  return /(?:^|[/\\])part-(?:[a-z]-)?\d+[^./\\]*(?:\.(?:gz|gzip|zst|zstd))?$/i.test(name)
}

interface SplitName {
  readonly name: string
  readonly extension: string
  readonly compression: Compression
}

/** The name split last: several questions about one name come in a row. */
let lastSplit: SplitName | undefined

/** The last extension in lower case, without that of a compression. */
function splitName(name: string): SplitName {
  if (lastSplit?.name !== name) lastSplit = splitAnew(name)
  return lastSplit
}

function splitAnew(name: string): SplitName {
  const lower = name.toLowerCase()
  const compression = compressions.get(extensionOf(lower)) ?? 'none'
  const plain = compression === 'none' ? lower : lower.slice(0, lower.lastIndexOf('.'))
  return { name, extension: extensionOf(plain), compression }
}

/** What is behind the last dot of a name; '' without one. */
function extensionOf(path: string): string {
  const dot = path.lastIndexOf('.')
  const extension = dot < 0 ? '' : path.slice(dot + 1)
  return /[/\\]/.test(extension) ? '' : extension
}
