/**
 * Plain sources: files readable at any offset. All stages after decompression see only these.
 */
import { closeSync, openSync } from 'node:fs'
import type { FormatSpec } from '../formats/formats.ts'
import { inputError } from '../io/input-errors.ts'

export interface PlainSource {
  /** Name in messages: the input as given. */
  readonly path: string
  /** Id of a document that is a file, if it is not `path`. */
  readonly id?: string | undefined
  /** File to read: the input itself or its decompressed copy. */
  readonly file: string
  readonly format: FormatSpec
  /** First byte of the first record: after a byte-order mark and a header. */
  readonly start: number
  /** The encoding of the input if `file` is its copy in another one. */
  readonly written?: string
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

/** Open file descriptors by path, the 64 most recently used. */
export class OpenFiles {
  readonly #open = new Map<string, number>()

  of(file: string): number {
    const known = this.#open.get(file)
    if (known !== undefined) return known
    if (this.#open.size >= 64) {
      const [oldest, fd] = this.#open.entries().next().value as [string, number]
      closeSync(fd)
      this.#open.delete(oldest)
    }
    const fd = openedSource(file)
    this.#open.set(file, fd)
    return fd
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
