/** An input: a file of one format, or standard input, as the arguments of a command name it. */
import type { InputFormat } from '../../../ground/options/input-options.ts'
import type { IgnoredFile } from '../../requests.ts'
import type { Compression } from '../file-name.ts'

export interface Input {
  /** The path to open; `-` is standard input. */
  readonly path: string
  /**
   * Name in messages and default ids (`name:record`): the path as given. For a document that is a file,
   * its id: the path relative to the directory, if that is the only argument.
   */
  readonly name: string
  readonly format: InputFormat
  readonly compression: Compression
  /** The directory argument it was found below. */
  readonly root?: string
  /** Bytes on disk; 0 if it has no size. */
  readonly sizeBytes: number
  /** Time of the last write, in milliseconds since 1970; only for files. */
  readonly modified?: number
  /** Whether it can be read only once, from its start: standard input, a pipe, a device. */
  readonly isStream?: true
}

export interface FoundInputs {
  readonly inputs: readonly Input[]
  /** Files that were found, but are not read. */
  readonly ignoredFiles: readonly IgnoredFile[]
}

export interface InputSet extends FoundInputs {
  readonly format: InputFormat
}

export interface ArgumentOptions {
  /** Overrides the formats implied by names. */
  readonly inputFormat?: InputFormat | undefined
  /** Whether a file named twice is read twice, as for updates; documents are read once. */
  readonly isRepeated?: boolean
}
