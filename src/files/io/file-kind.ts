/**
 * File kind: what the first bytes of an input are, whatever its name says.
 *
 * Compressions are unpacked, Parquet, Arrow and WARC are read under any name; the others are refused with what to type
 * instead.
 *
 * Source: the magic numbers in the specifications of the formats. Ours: UTF-16 without a mark is four bytes of which
 * every second is zero; the letters of a magic number alone ("PAR1", "Obj") need a control character after them.
 */
import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { constants, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { isWide } from '../formats/encodings.ts'
import { asBuffer } from '../formats/record-format.ts'
import { asWorkbook, type Compression } from './file-name.ts'
import { inputError } from './input-errors.ts'

type FileKind =
  | { readonly is: 'packed'; readonly compression: Exclude<Compression, 'none'> }
  | { readonly is: 'parquet' | 'arrow' | 'xlsx' | 'warc' }
  /** Text in UTF-16, with a byte-order mark or without. */
  | {
      readonly is: 'wide'
      readonly isMarked: boolean
      readonly encoding: 'utf-16' | 'utf-16le' | 'utf-16be'
    }
  | { readonly is: 'foreign'; readonly what: string; readonly fix: string }

/** Bytes that show the kind of any file: a tar archive names itself at byte 257. */
export const kindBytes = 512
/** Bytes of the first read of a file, in which zero bytes are looked for, too. */
const startBytes = 8192
/** Bytes in which the first record of JSON lines without a name of their own must end. */
const recordBytes = 2 ** 20
const scratch = Buffer.alloc(startBytes)

const first = (command: string) => `run \`${command}\` first`
const convert = 'convert it to JSON lines, CSV or text first'
const leaveOut = 'leave it out'
/** For what stands in for a file that was not transferred. */
const again = (command: string) => `transfer the file again, as with \`${command}\``

/** Control characters that no text has. */
const control = '[\0-\x08\x0b\f\x0e-\x1f]'
const office = 'PK\x03\x04(?=.*(?:\\[Content_Types\\]|_rels/|docProps/|xl/|word/|ppt/))'
const wordOrSlides = '.*(?:word|ppt)/'
/** A message of Arrow without a file around it: a mark, and the length of its description in four bytes. */
const arrowStream = '\xff{4}..[\0-\x0f]\0'
const tar = '.{257}ustar'

const foreign = (magic: string, what: string, fix: string) => [magic, { is: 'foreign', what, fix }] as const

/** What files begin with, as regular expressions of Latin-1, and the first of their kinds that fits. */
const magics: readonly (readonly [magic: string, kind: FileKind])[] = [
  ['\x1f\x8b\x08', { is: 'packed', compression: 'gz' }],
  ['\\(\xb5/\xfd|[P-_]\\*M\x18', { is: 'packed', compression: 'zst' }],
  [`PAR1${control}`, { is: 'parquet' }],
  [`ARROW1\0\0|${arrowStream}`, { is: 'arrow' }],
  [`${office}(?!${wordOrSlides})`, { is: 'xlsx' }],
  ['WARC/\\d', { is: 'warc' }],
  foreign('BZh.1AY&SY', 'bzip2 data', first('bunzip2')),
  foreign('\xfd7zXZ\0', 'xz data', first('unxz')),
  foreign('\x04"M\x18|\x02!L\x18', 'lz4 data', first('unlz4')),
  foreign('FEA1', 'a Feather file of version 1', 'write it as Arrow or Parquet first'),
  foreign(`${office}${wordOrSlides}`, 'an Office document that is no workbook', convert),
  foreign(
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    'an old or encrypted Office document, such as .xls',
    asWorkbook,
  ),
  foreign(
    'PK\x03\x04.*mimetypeapplication/vnd\\.oasis\\.opendocument',
    'an OpenDocument file, such as .ods',
    asWorkbook,
  ),
  foreign('PK(?:\x03\x04|\x05\x06)', 'a zip archive', first('unzip')),
  foreign("7z\xbc\xaf'\x1c", 'a 7z archive', first('7z x')),
  foreign('Rar!\x1a\x07', 'a rar archive', first('unrar x')),
  foreign(tar, 'a tar archive', first('tar -xf')),
  foreign('%PDF-\\d', 'a PDF', 'extract its text first, as with `pdftotext`'),
  foreign(
    'SQLite format 3\0',
    'an SQLite database',
    'export a table first, as with `sqlite3 -csv -header`',
  ),
  foreign('Obj\x01', 'an Avro file', convert),
  foreign(`ORC${control}`, 'an ORC file', convert),
  foreign('\x89HDF\r\n', 'an HDF5 file', convert),
  foreign('\x93NUMPY', 'a NumPy file', convert),
  foreign('\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a', 'an image', leaveOut),
  foreign('\xff\x06\0\0sNaPpY', 'snappy data', convert),
  foreign('\\{\\\\rtf1', 'a document in RTF', convert),
  foreign('\x7fELF', 'a program', leaveOut),
  foreign(
    'version https://git-lfs\\.github\\.com/spec/',
    'a pointer of Git LFS, not the file',
    again('git lfs pull'),
  ),
  foreign(
    '(?:\\.git)?/annex/objects/[A-Z0-9_]+-',
    'a pointer of git-annex, not the file',
    again('git annex get'),
  ),
  foreign('# xet version ', 'a pointer of Xet, not the file', again('git xet checkout')),
  foreign('outs:\r?\n- md5: ', 'a pointer of DVC, not the file', again('dvc pull')),
  foreign(
    '\xff\xfe\0\0|\0\0\xfe\xff',
    'text in UTF-32',
    'convert it to UTF-8 first, as with `iconv -f utf32 -t utf8`',
  ),
]

const beginsWith = (magic: string) => new RegExp(`^(?:${magic})`, 's')
const kinds = magics.map(([magic, kind]) => ({ magic: beginsWith(magic), kind }))
/** Any but that of tar, which takes longer than the others. Most files are texts, which one test shows. */
const anyNear = beginsWith(magics.flatMap(([magic]) => (magic === tar ? [] : [magic])).join('|'))

/** The kind of an input that begins with these bytes; undefined for text and anything unknown. */
export function kindOf(bytes: Uint8Array): FileKind | undefined {
  const start = asBuffer(bytes).toString('latin1', 0, kindBytes)
  if (anyNear.test(start) || start.startsWith('ustar', 257))
    return kinds.find(({ magic }) => magic.test(start))?.kind
  const isMarked = start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff')
  const encoding = isMarked ? 'utf-16' : start.startsWith('\0') ? 'utf-16be' : 'utf-16le'
  return isMarked || looksWide(start) ? { is: 'wide', isMarked, encoding } : undefined
}

/** Whether the first four bytes are two letters of ASCII in UTF-16. */
function looksWide(start: string): boolean {
  const [a, b] = [start.charCodeAt(0), start.charCodeAt(1)]
  if (a !== 0 && b !== 0) return false
  const [c, d] = [start.charCodeAt(2), start.charCodeAt(3)]
  const isLetter = (code: number) => code >= 9 && code < 127
  return a === 0 && c === 0 ? isLetter(b) && isLetter(d) : b === 0 && d === 0 && isLetter(a) && isLetter(c)
}

/** What a file holds. */
export interface FileContent {
  readonly compression: Compression
  /** Kind of the unpacked bytes; undefined for text and anything unknown. */
  readonly kind: FileKind | undefined
  /** The first unpacked bytes. */
  readonly start: Buffer
}

/**
 * Looks into a file; undefined if it cannot be opened, which its reader will report.
 *
 * @param bytes read of it
 * @throws NearsameError INPUT_UNREADABLE
 */
export function contentOf(path: string, bytes = startBytes): FileContent | undefined {
  return ifOpened(path, file => contentIn(startOf(file, bytes)))
}

/**
 * Gives `use` the stats of a file and what it holds, which is undefined of one without a byte. Many files are short
 * ones, so `start` is in memory that the next file gets.
 *
 * @returns undefined if the file cannot be opened
 * @throws NearsameError INPUT_UNREADABLE
 */
export function lookInto<Result>(
  path: string,
  use: (found: Stats, content: FileContent | undefined) => Result,
): Result | undefined {
  return ifOpened(path, file => {
    const found = fstatSync(file)
    return use(found, found.size > 0 ? contentIn(shortStart(file)) : undefined)
  })
}

function contentIn(raw: Buffer): FileContent {
  const kind = kindOf(raw)
  if (kind?.is !== 'packed') return { compression: 'none', kind, start: raw }
  const start = unpacked(raw, kind.compression)
  return { compression: kind.compression, kind: kindOf(start), start }
}

/** The first unpacked bytes of a file, and whether these are all: a first record must end in them to show itself. */
export function longStart(path: string): { readonly start: Buffer; readonly isAll: boolean } {
  const content = contentOf(path, recordBytes)
  if (content === undefined) return { start: Buffer.alloc(0), isAll: false }
  const { start, compression } = content
  return { start, isAll: compression === 'none' && start.length < recordBytes }
}

/** Whether a file is no text: of a foreign kind, or with zero bytes. */
export function isBinary({ kind, start }: FileContent): boolean {
  if (kind?.is === 'wide') return false
  return kind !== undefined || start.includes(0)
}

/** Whether an input is not refused for its kind, or is nothing that could hold records, such as an image. */
export function isReadable({ kind, compression }: FileContent, encoding: string): boolean {
  if (kind?.is === 'wide') return readsWide(kind, encoding)
  if (kind?.is === 'foreign') return kind.fix === leaveOut
  return (
    kind === undefined ||
    kind.is === 'warc' ||
    kind.is === 'arrow' ||
    kind.is === 'xlsx' ||
    (kind.is === 'parquet' && compression === 'none')
  )
}

/** Whether text in UTF-16 is read: by its mark, or because the caller says so. @param encoding '' for none */
export function readsWide(kind: FileKind | undefined, encoding: string): boolean {
  return kind?.is === 'wide' && (kind.isMarked || isWide(encoding))
}

function startOf(file: number, length: number): Buffer {
  if (length === startBytes) return Buffer.from(shortStart(file))
  const bytes = Buffer.allocUnsafe(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, null))
}

/** A view, until the next call. */
function shortStart(file: number): Buffer {
  return scratch.subarray(0, readSync(file, scratch, 0, startBytes, null))
}

/** Calls `use` with an open file; undefined if it cannot be opened. @throws NearsameError INPUT_UNREADABLE */
export function ifOpened<Result>(path: string, use: (file: number) => Result): Result | undefined {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return undefined
  }
  try {
    return use(file)
  } catch (cause) {
    throw inputError(cause, path)
  } finally {
    closeSync(file)
  }
}

/** What the start of an archive holds; empty for a damaged one, which its reader will report. */
function unpacked(bytes: Buffer, compression: 'gz' | 'zst'): Buffer {
  try {
    return compression === 'gz'
      ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
      : zstdDecompressSync(bytes, { finishFlush: constants.ZSTD_e_continue })
  } catch {
    return Buffer.alloc(0)
  }
}

/** The formats that are read, in messages. */
export const knownForms =
  'JSON, CSV, TSV, text, Arrow, Excel, WARC (each also .gz or .zst) or plain Parquet'

/**
 * Refuses an input of another kind, with what to do.
 *
 * @param isInside whether the bytes are those inside an archive
 * @param isUtf8 whether the format is in UTF-8 always, so that naming an encoding does not help
 * @throws NearsameError INPUT_FORMAT_UNKNOWN
 */
export function refuseKind(
  kind: FileKind | undefined,
  name: string,
  isInside = false,
  isUtf8 = false,
): void {
  if (kind === undefined || kind.is === 'warc') return // which may be read as lines, too
  const [what, fix] = wordsOf(kind, isInside, isUtf8)
  throw new NearsameError('INPUT_FORMAT_UNKNOWN', {
    expected: knownForms,
    got: `an input that is ${what}${isInside ? ' inside an archive' : ''}`,
    where: name,
    fix,
  })
}

function wordsOf(kind: FileKind, isInside: boolean, isUtf8: boolean): readonly [what: string, fix: string] {
  if (kind.is === 'wide') {
    const convertIt = `convert it to UTF-8 first, as with \`iconv -f ${kind.encoding} -t utf-8\``
    const nameIt = `name its \`encoding\`, utf-16le or utf-16be, or ${convertIt}`
    return ['text in UTF-16', isUtf8 ? convertIt : nameIt]
  }
  if (kind.is === 'foreign') return [kind.what, isInside ? `decompress it, then ${kind.fix}` : kind.fix]
  const fix = isInside ? 'decompress it first' : 'name it as a file, without another `inputFormat`'
  const names = {
    parquet: 'Parquet',
    arrow: 'Arrow',
    xlsx: 'Excel',
    warc: 'WARC',
    packed: 'gzip or zstd data',
  }
  return [names[kind.is], fix]
}
