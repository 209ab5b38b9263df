/** Record bytes: the bytes of records again, in input order, from large blocks. */
import { recordEndOf } from '../formats/cuts.ts'
import type { SourceFormat } from '../formats/format.ts'
import { cutOf, readerOf } from '../formats/formats.ts'
import { readWhole } from '../sources/source-slices.ts'
import type { Run } from './run.ts'

const blockBytes = 2 ** 20

/** The bytes of a source, read in large blocks. */
export class RecordBytes {
  readonly #run: Run
  readonly #source: number
  #block = Buffer.alloc(0)
  #from = 0

  constructor(run: Run, source: number) {
    this.#run = run
    this.#source = source
  }

  /** A view, valid until the next call. */
  at(offset: number, length: number): Buffer {
    if (offset < this.#from || offset + length > this.#from + this.#block.length) {
      const { sources, thread } = this.#run
      const plain = sources.plain[this.#source]
      const most = Math.max(0, sources.sizes[this.#source] - offset)
      this.#block = Buffer.alloc(Math.max(length, Math.min(blockBytes, most)))
      this.#from = offset
      readWhole(thread.files.of(plain.file), plain, this.#block, offset)
    }
    return this.#block.subarray(offset - this.#from, offset - this.#from + length)
  }
}

/** The records of adjacent bytes; blank lines are none. */
export function* recordsIn(format: SourceFormat, bytes: Buffer): Generator<Buffer> {
  const recordEnd = recordEndOf(cutOf(format))
  const { isBlank } = readerOf(format)
  for (let from = 0; from < bytes.length; ) {
    const to = recordEnd(bytes, from, bytes.length, true)
    const record = bytes.subarray(from, to)
    if (!isBlank(record)) yield record
    from = to
  }
}
