/** Beginning: the first bytes of a source, by which its head is found, and what a head is. */
import type { InputOptions } from '../../ground/options/input-options.ts'
import type { SourceFormat } from '../formats/format.ts'
import { readFully, withOpen } from '../io/read-input.ts'
import type { ColumnMap } from './column-map.ts'

export interface SourceHead {
  readonly format: SourceFormat
  /** First byte of the first record. */
  readonly start: number
  /** Whether more bytes of the source could change this result. */
  readonly isOpen?: boolean
  /** Whether the source has no byte, so that it shows no columns either. */
  readonly isEmpty?: boolean
  /** Rows above the names of the columns, if there are some. */
  readonly titles?: number
}

/** How to read the start of a source. */
export interface HeadOptions extends Omit<InputOptions, 'text'> {
  /** That of the source. */
  readonly encoding: string
  readonly text: readonly string[]
  /** Whether a header must have one of the text fields. */
  readonly needsText: boolean
  /** Its names for columns of the other side; they must be there. */
  readonly map: ColumnMap
  /** Whether fields are columns, so that numbers count as texts. */
  readonly columns: boolean
}

/** A file to look at: its path, its name in messages, and whether it is still being written. */
export interface NamedFile {
  readonly path: string
  readonly name: string
  readonly isGrowing?: boolean
  /** Bytes of its byte-order mark, if they are known. */
  readonly markBytes?: number | undefined
}

/** The beginning of a source: its first bytes, fewer only if it has no more yet. */
export interface Beginning extends Omit<NamedFile, 'path'> {
  start(length: number): Buffer
}

/** That of a file. */
export function beginningOf({ path, isGrowing = false, ...file }: NamedFile): Beginning {
  return { name: file.name, isGrowing, markBytes: file.markBytes, start: length => readStart(path, length) }
}

/** The first bytes of a file. */
export function readStart(path: string, length: number): Buffer {
  const buffer = Buffer.alloc(length)
  return buffer.subarray(
    0,
    withOpen(path, fd => readFully(fd, buffer, 0)),
  )
}
