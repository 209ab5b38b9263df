/**
 * Document spool: lines that may be withdrawn later, kept in a file of their own until it is known which remain.
 *
 *     append line ─▶ number ─▶ ... ─▶ copy the remaining lines, in order
 *
 * Memory: 8 bytes per line. The file is removed with the run's directory.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryError } from '../../files/io/temporaries.ts'
import { DoubleList } from '../../ground/lists/growing-lists.ts'

const chunkBytes = 2 ** 20

export class DocumentSpool {
  readonly #path: string
  readonly #fd: number
  /** Where each line begins. */
  readonly #starts = new DoubleList()
  #bytes = 0
  /** Lines not yet written, and their size in bytes. */
  #waiting = ''
  #waitingBytes = 0

  /** @param directory of the run */
  constructor(directory: string) {
    this.#path = join(directory, 'documents.jsonl')
    this.#fd = this.#guarded(() => openSync(this.#path, 'wx+', 0o600))
  }

  /** Number of lines so far, withdrawn ones included; also the number of the next line. */
  get count(): number {
    return this.#starts.length
  }

  /** @throws NearsameError DISK_FULL, OUTPUT_FAILED */
  append(line: string): void {
    this.#starts.push(this.#bytes)
    const bytes = Buffer.byteLength(line) + 1
    this.#bytes += bytes
    this.#waiting += `${line}\n`
    this.#waitingBytes += bytes
    if (this.#waitingBytes >= chunkBytes) this.#flush()
  }

  /** The lines of `numbers`, ascending, in pieces of about a megabyte. @throws NearsameError OUTPUT_FAILED */
  *lines(numbers: Iterable<number>): Generator<Uint8Array> {
    this.#flush()
    const starts = this.#starts
    let from = 0
    let to = 0
    for (const number of numbers) {
      const start = starts.values[number]
      const end = number + 1 < starts.length ? starts.values[number + 1] : this.#bytes
      // Adjacent lines are read together.
      if (start !== to || to - from >= chunkBytes) {
        if (to > from) yield this.#read(from, to)
        from = start
      }
      to = end
    }
    if (to > from) yield this.#read(from, to)
  }

  close(): void {
    closeSync(this.#fd)
  }

  #read(from: number, to: number): Uint8Array {
    const bytes = Buffer.allocUnsafe(to - from)
    this.#guarded(() => {
      for (let got = 0; got < bytes.length; ) {
        const read = readSync(this.#fd, bytes, got, bytes.length - got, from + got)
        if (read === 0) throw new Error('the temporary file became shorter')
        got += read
      }
    })
    return bytes
  }

  #flush(): void {
    const bytes = Buffer.from(this.#waiting)
    this.#waiting = ''
    this.#waitingBytes = 0
    this.#guarded(() => {
      for (let written = 0; written < bytes.length; ) {
        written += writeSync(this.#fd, bytes, written, bytes.length - written)
      }
    })
  }

  #guarded<T>(work: () => T): T {
    try {
      return work()
    } catch (cause) {
      throw temporaryError(cause, this.#path)
    }
  }
}
