/** An input: a file of one format, or standard input, as the arguments of a command name it. */
import type { InputFormat, InputOptions } from '../../../ground/options/input-options.ts'
import { isWide } from '../../formats/encodings.ts'
import { formats } from '../../formats/formats.ts'
import type { Compression } from '../../io/file-name.ts'
import type { StoredObject } from '../../io/objects/object-name.ts'

export interface Input {
  /** The path to open; `-` is standard input. */
  readonly path: string
  /** The path as given, in messages and default ids (`name:record`): it opens from where the caller is. */
  readonly name: string
  /** The id of a document that is a file, if it is not `name`: the path in the directory that is the only argument. */
  readonly id?: string
  readonly format: InputFormat
  readonly compression: Compression
  /** By its byte-order mark, else as given; absent for streams: detected when read. */
  readonly encoding?: string
  /** Bytes of its byte-order mark, if its first bytes were read; of an archive, of what is in it. */
  readonly markBytes?: number | undefined
  /** The directory argument it was found below. */
  readonly root?: string
  /** Bytes on disk; 0 if it has no size. */
  readonly sizeBytes: number
  /** Time of the last write, in milliseconds since 1970; only for files. */
  readonly modified?: number | undefined
  /** The version to read, of an object in an S3 store: then `path` is its URL. */
  readonly object?: StoredObject | undefined
  /** Whether it can be read only once, from its start: standard input, a pipe, a device. */
  readonly isStream?: true
}

/** Whether its records are read from the file itself; otherwise from a copy: unpacked, converted or in UTF-8. */
export function isReadInPlace({ isStream, object, compression, format, encoding }: Input): boolean {
  return (
    !isStream &&
    object === undefined &&
    compression === 'none' &&
    !formats[format].isConverted &&
    !isWide(encoding)
  )
}

/** Whether its ranges are those of the file itself. Parquet without a byte has no columns, and no records. */
export function hasOwnRanges(input: Input): boolean {
  return isReadInPlace(input) || (input.format === 'parquet' && input.sizeBytes === 0)
}

/** A file that was not read: binary, not of the format of the records, or without a byte. */
export interface IgnoredFile {
  readonly path: string
  readonly reason: 'binary' | 'other' | 'empty'
}

export interface FoundInputs {
  readonly inputs: readonly Input[]
  /** Files that were found, but are not read. */
  readonly ignoredFiles: readonly IgnoredFile[]
}

export interface InputSet extends FoundInputs {
  /** With two sides, that of the first. */
  readonly format: InputFormat
  /** Files without a byte, which are not read. */
  readonly emptyInputs?: readonly Input[]
  /** The other side of `match`; absent if there is one side. */
  readonly against?: OtherSide
}

/** The inputs from number `from` on, which have options of their own. */
interface OtherSide {
  readonly from: number
  readonly options: InputOptions
  /** Its names for columns of the first side, by the names there. */
  readonly map: ReadonlyMap<string, string>
}

export interface ArgumentOptions extends Partial<Pick<InputOptions, 'inputFormat' | 'encoding' | 'text'>> {
  /** Whether a file named twice is read twice, as for updates; documents are read once. */
  readonly isRepeated?: boolean
}
