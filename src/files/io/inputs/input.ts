/** An input: a file of one format, or standard input, as the arguments of a command name it. */
import type { InputFormat } from '../../../ground/options/input-options.ts'
import type { Compression } from '../file-name.ts'

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

export interface ArgumentOptions {
  /** Overrides what the names say. */
  readonly inputFormat?: InputFormat | undefined
  /** Whether a file that is named twice is read twice, as updates are; documents are not. */
  readonly isRepeated?: boolean
}
