/**
 * Document spool: lines that may be withdrawn later, kept in a file of their own until it is known which remain.
 *
 *     append line ─▶ number ─▶ ... ─▶ copy the remaining lines, in order
 *
 * Memory: 8 bytes per line. The file is removed with the run's directory.
 */
import { closeSync } from 'node:fs'
import { join } from 'node:path'
import { readFully } from '../../files/io/read-input.ts'
import { opened, temporaryCorrupt, writeWhole } from '../../files/progress/log-file.ts'
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
    this.#fd = opened(this.#path)
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

  /** The lines of `numbers`, ascending, in pieces of about a megabyte. @throws NearsameError TEMPORARY_CORRUPT */
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
    if (readFully(this.#fd, bytes, from) < bytes.length) throw temporaryCorrupt(this.#path)
    return bytes
  }

  #flush(): void {
    const bytes = Buffer.from(this.#waiting)
    writeWhole(this.#fd, this.#path, bytes, this.#bytes - bytes.length)
    this.#waiting = ''
    this.#waitingBytes = 0
  }
}
