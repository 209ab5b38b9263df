/**
 * File names: what the name of a file says of its format and compression.
 *
 * `.jsonl.gz` is compressed JSON lines. `.jsonl .ndjson .csv .tsv .txt .parquet` are files of records; every other file
 * is one document.
 */
import { type InputFormat, inputFormats } from '../../ground/options/input-options.ts'

const compressions = ['gz', 'zst'] as const

/** By the last extension of a name. */
export type Compression = 'none' | (typeof compressions)[number]

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
const foreignExtensions = new Set([
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

/** What a file name says about its content; `whole` where it says nothing of the format. */
export function formatOfName(name: string): { format: InputFormat; compression: Compression } {
  const { extension, compression } = splitName(name)
  return { format: formatOfExtension.get(extension) ?? 'whole', compression }
}

/** Whether a name is that of a file that is nothing to read: an archive of files, or a table of another program. */
export function isForeign(name: string): boolean {
  return foreignExtensions.has(splitName(name).extension)
}

/** The last extension in lower case, that of a compression left out. */
function splitName(name: string): { extension: string; compression: Compression } {
  const lower = name.toLowerCase()
  const compression = compressions.find(extension => lower.endsWith(`.${extension}`)) ?? 'none'
  const plain = compression === 'none' ? lower : lower.slice(0, lower.lastIndexOf('.'))
  return { extension: /\.([^./\\]+)$/.exec(plain)?.[1] ?? '', compression }
}
