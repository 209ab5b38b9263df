/**
 * File names: the format and compression that the name of a file implies.
 *
 * `.jsonl.gz` is compressed JSON lines. `.jsonl .ndjson .csv .tsv .txt .parquet` are files of records; any other file
 * is one document.
 */
import { type InputFormat, inputFormats } from '../../ground/options/input-options.ts'

const compressions = ['gz', 'zst'] as const

/** By the last extension of a name. */
export type Compression = 'none' | (typeof compressions)[number]

/** Extensions of each format; only `inputFormat` selects the formats without one. */
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

// Reading such a file as one document would be a mistake that goes unnoticed.
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

/** Format and compression by file name; `whole` if the extension is of no format. */
export function formatOfName(name: string): { format: InputFormat; compression: Compression } {
  const { extension, compression } = splitName(name)
  return { format: formatOfExtension.get(extension) ?? 'whole', compression }
}

/** Whether a name is that of a file not meant to be read: an archive of files, or a table of another program. */
export function isForeign(name: string): boolean {
  return foreignExtensions.has(splitName(name).extension)
}

/** The last extension in lower case, without that of a compression. */
function splitName(name: string): { extension: string; compression: Compression } {
  const lower = name.toLowerCase()
  const compression = compressions.find(extension => lower.endsWith(`.${extension}`)) ?? 'none'
  const plain = compression === 'none' ? lower : lower.slice(0, lower.lastIndexOf('.'))
  return { extension: /\.([^./\\]+)$/.exec(plain)?.[1] ?? '', compression }
}
