/**
 * Source: an input as all stages see it, resolved once from its name, its options and its first bytes: a file that can
 * be read at any offset, and the format of its records. It is plain data, which goes to threads.
 *
 *     cut into ranges    `Sources.ranges`, where `cutOf(format)` says records may be divided
 *     read texts         `Extractor`, in kernels where they can, else by `readerOf(format).parse`
 *     read fields        `readerOf(format).fields`; of a stream, `readFields` over the same head, cut and reader
 *     copy records       `readSlices`
 *
 * A range is of bytes. That of a format whose records are not at bytes of a file by themselves, such as a row group of
 * Parquet, is another form of `ScanRange`, and another `Cut`.
 */
import { closeSync, openSync } from 'node:fs'
import type { SourceFormat } from '../formats/format.ts'
import type { FoundSheet } from '../formats/xlsx/xlsx-lines.ts'
import { inputError } from '../io/input-errors.ts'

export interface Source {
  /** Name in messages: the input as given. */
  readonly path: string
  /** Id of a document that is a file, if it is not `path`. */
  readonly id?: string | undefined
  /** File to read: the input itself or its decompressed copy. */
  readonly file: string
  readonly format: SourceFormat
  /** First byte of the first record: after a byte-order mark and a header. */
  readonly start: number
  /** The encoding of the input if `file` is its copy in another one. */
  readonly written?: string
  /** The sheet of a workbook. */
  readonly sheet?: FoundSheet
  /** Rows of CSV above the names of the columns, if there are some. */
  readonly titles?: number
  /** Whether it is of the other side of `match`. */
  readonly isAgainst?: boolean
}

/** Half-open byte range of a source, scanned by one task. */
export interface ScanRange {
  /** Number of the source. */
  readonly source: number
  readonly from: number
  readonly to: number
  /** Whether `from` is the start of a record. */
  readonly isAligned: boolean
}

/** Most descriptors that a thread keeps open. */
const mostOpen = 64

/** Open file descriptors by path: those of the files that were opened last. */
export class OpenFiles {
  readonly #open = new Map<string, number>()
  /** Their paths, in a ring. */
  readonly #paths: string[] = []
  #next = 0

  of(file: string): number {
    const known = this.#open.get(file)
    if (known !== undefined) return known
    if (this.#open.size >= mostOpen) this.#closeOldest()
    const fd = openedSource(file)
    this.#open.set(file, fd)
    this.#paths[this.#next] = file
    this.#next = (this.#next + 1) % mostOpen
    return fd
  }

  /** Looking for the first entry of a map passes all that have been deleted before it. */
  #closeOldest(): void {
    const oldest = this.#paths[this.#next]
    closeSync(this.#open.get(oldest) as number)
    this.#open.delete(oldest)
  }

  close(): void {
    for (const fd of this.#open.values()) closeSync(fd)
    this.#open.clear()
  }
}

/** The descriptor of a file to read. @throws NearsameError INPUT_MISSING, INPUT_UNREADABLE */
export function openedSource(file: string): number {
  try {
    return openSync(file, 'r')
  } catch (cause) {
    throw inputError(cause, file)
  }
}
