/**
 * The input behind the path of a file: its format by `inputFormat`, its first bytes and its name, in this order; its
 * compression by its first bytes.
 */
import { readSync, type Stats, statSync } from 'node:fs'
import { normalize, resolve, sep } from 'node:path'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import type { InputFormat } from '../../../ground/options/input-options.ts'
import { markBytesOf } from '../../formats/byte-order-mark.ts'
import { encodingOf } from '../../formats/encodings.ts'
import { formats } from '../../formats/formats.ts'
import {
  contentOf,
  type FileContent,
  knownForms,
  longStart,
  readsWide,
  refuseKind,
} from '../../io/file-kind.ts'
import {
  type Compression,
  foreignFix,
  formatOfName,
  isHadoopPart,
  isJson,
  isWat,
} from '../../io/file-name.ts'
import { inputError } from '../../io/input-errors.ts'
import { isOneLine, listInside, startsAnyArray, startsArray, startsJsonLines } from '../../io/json-start.ts'
import { refuseMistaken } from '../../io/mistaken.ts'
import { isOfRuntime } from '../../io/own-descriptors.ts'
import { withOpen } from '../../io/read-input.ts'
import { mayBeUnreadable } from '../../io/unreadable-name.ts'
import { isDescription, onlyDescription } from './beside-records.ts'
import type { ArgumentOptions, Input } from './input.ts'

/** @throws NearsameError INPUT_FORMAT_UNKNOWN, INPUT_MISSING, INPUT_UNREADABLE */
export function fileInput(path: string, name: string, found: Stats, options: ArgumentOptions): Input {
  const isPlain = found.isFile() && !(found.size === 0 && hasBytes(path))
  const content = isPlain && found.size > 0 ? contentOf(path) : undefined
  const compression = compressionOf(path, content)
  if (isPlain && options.inputFormat === undefined && isDescription(path)) throw onlyDescription(name)
  const isEmptyJson = isPlain && found.size === 0 && isJson(path) // of lines or an array, which does not matter
  const format = options.inputFormat ?? (isEmptyJson ? 'jsonl' : recognized(path, name, content))
  if (options.inputFormat === undefined && options.text === undefined) refuseList(path, name, format)
  const isInside = compression !== 'none'
  const given = options.encoding ?? ''
  const isNamed = options.inputFormat !== undefined || !(isJson(path) || isHadoopPart(path))
  const isReadWide = readsWide(content?.kind, given) && isNamed && !formats[format].isConverted
  const isTable =
    content?.kind?.is === format &&
    (format === 'arrow' || format === 'xlsx' || (format === 'parquet' && !isInside))
  if (!isTable && !isReadWide)
    refuseKind(content?.kind, name, isInside, !isNamed || formats[format].isConverted)
  if (format === 'parquet' && isInside) throw unknownFormat(name, 'decompress the Parquet file')
  if (content !== undefined && content.kind === undefined) refuseMistaken(content.start, format, name)
  const shown = content && {
    encoding: encodingOf(content.start, given),
    markBytes: markBytesOf(content.start),
  }
  const input = { path, name, format, compression, ...shown }
  if (isPlain) return { ...input, sizeBytes: found.size, modified: found.mtimeMs }
  if (isOfRuntime(resolve(path))) throw missing(path)
  if (format !== 'parquet') return { ...input, sizeBytes: 0, isStream: true }
  throw new NearsameError('INPUT_UNREADABLE', {
    expected: 'a Parquet file, which is read from its end',
    got: 'a pipe or a device',
    where: name,
    fix: 'write it to a file first',
  })
}

export function missing(path: string): NearsameError {
  return inputError(Object.assign(new Error('nothing of that name'), { code: 'ENOENT' }), path)
}

/** By the first bytes, else by the name. */
export function compressionOf(path: string, content: FileContent | undefined): Compression {
  if (content !== undefined && content.compression !== 'none') return content.compression
  return formatOfName(path).compression
}

/** The format without `inputFormat`. @throws NearsameError INPUT_FORMAT_UNKNOWN */
function recognized(path: string, name: string, content: FileContent | undefined): InputFormat {
  const known = recordsFormat(path, content)
  if (known !== undefined) return known
  if (content?.kind !== undefined && content.kind.is !== 'warc') return 'whole' // refused by its kind
  const list = isJson(path) ? listIn(path) : undefined
  const fix = list === undefined ? foreignFix(path) : listFix(list, name)
  if (fix !== undefined) throw unknownFormat(name, `${fix}, or name its format with \`inputFormat\``)
  if (isHadoopPart(path) && content !== undefined) throw unknownPart(name)
  return formatOfName(path).format
}

/** The format of a file of records; undefined for one document and anything unknown. */
export function recordsFormat(path: string, content: FileContent | undefined): InputFormat | undefined {
  const table = content?.kind?.is
  if (table === 'parquet' || table === 'arrow' || table === 'xlsx') return table
  if (isWat(path)) return undefined
  if (content?.kind?.is === 'warc') return 'warc'
  const { format } = formatOfName(path)
  const isText = content !== undefined && content.kind === undefined
  if (format === 'jsonl' && isText && startsArray(content.start)) return 'json'
  if (format !== 'whole') return format
  if (!isText || !(isJson(path) || isHadoopPart(path))) return undefined
  if (startsAnyArray(content.start)) return 'json'
  const { start, isAll } = longStart(path)
  return startsJsonLines(start, isAll) ? 'jsonl' : undefined
}

/** The list of objects in a file that is one JSON object, as `jq` names its elements. */
function listIn(path: string): string | undefined {
  const { start, isAll } = longStart(path)
  return listInside(start, isAll)
}

/** The lines of a part of Hadoop's output do not show their format, and the part is not one document. */
export function unknownPart(name: string): NearsameError {
  return unknownFormat(name, 'name its format with `inputFormat`, such as txt or csv')
}

const listFix = (list: string, name: string) =>
  `extract the list inside it, as with \`jq -c '${list}' ${name}\``

/** Refuses an object with a list on the only line: more likely a list than a corpus of one. @throws NearsameError */
export function refuseList(path: string, name: string, format: InputFormat): void {
  if (format !== 'jsonl' || !isJson(path)) return
  const { start, isAll } = longStart(path)
  const list = isAll && isOneLine(start) ? listInside(start, isAll) : undefined
  if (list === undefined) return
  throw unknownFormat(name, `${listFix(list, name)}, or name its format with \`inputFormat\``)
}

function unknownFormat(name: string, fix: string): NearsameError {
  return new NearsameError('INPUT_FORMAT_UNKNOWN', {
    expected: knownForms,
    got: JSON.stringify(name),
    fix,
  })
}

/** Whether there is something to read; files of /proc, for example, claim to be empty. */
function hasBytes(path: string): boolean {
  try {
    return withOpen(path, fd => readSync(fd, new Uint8Array(1))) === 1
  } catch {
    return false // the reader will report why
  }
}

/** Stats of a name found in a directory; undefined for a dangling or circular link. */
export function statFound(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch (cause) {
    const isGone = ['ENOENT', 'ENOTDIR', 'ELOOP'].includes((cause as NodeJS.ErrnoException).code ?? '')
    if (isGone && !mayBeUnreadable(path)) return undefined
    throw inputError(cause, path)
  }
}

/** A path without `./`, with `/`. */
export function asGiven(path: string): string {
  return normalize(path).replaceAll(sep, '/')
}
