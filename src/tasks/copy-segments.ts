/**
 * Copy of kept records: segments of a source, one behind the other, to a place in the output. Runs in any
 * thread: the place of each segment is known before any is copied.
 */
import { DirectFile, pageAligned, pageBytes } from '../io/direct-file.ts'
import { fileError } from '../io/temporaries.ts'
import { readWhole } from '../sources/segments.ts'
import type { PlainSource } from '../sources/source.ts'
import type { Thread } from '../thread/thread.ts'

export interface CopyTask {
  readonly kind: 'copy'
  readonly source: PlainSource
  /** Byte ranges of the source, ascending: from, to, from, to, ... */
  readonly segments: Float64Array
  readonly output: string
  /** The final name of the output, for messages. */
  readonly name: string
  /** Where the first byte goes. */
  readonly position: number
}

/** Bytes read at once, gaps included. */
const blockBytes = 2 * 2 ** 20

let buffer: Uint8Array | undefined

/** One buffer serves all copies of a thread: they do not wait for anything in between. */
function bufferOfThread(): Uint8Array {
  buffer ??= pageAligned(blockBytes + pageBytes)
  return buffer
}

/** @returns bytes written */
export function copySegments(thread: Thread, task: CopyTask): number {
  let output: DirectFile | undefined
  try {
    output = new DirectFile(task.output)
    return new SegmentCopy(thread.files.of(task.source.file), output, task).run()
  } finally {
    output?.close()
  }
}

/**
 * The buffer begins where a page of the output begins, so that whole pages can leave directly:
 *
 *     │ of others, or written │ kept, to be written │ a block of the source ...
 *     0                    #from                 #to
 */
class SegmentCopy {
  readonly #input: number
  readonly #output: DirectFile
  readonly #task: CopyTask
  readonly #buffer = bufferOfThread()
  #from: number
  #to: number
  /** Where the first byte of the buffer stands in the output: a multiple of `pageBytes`. */
  #page: number

  constructor(input: number, output: DirectFile, task: CopyTask) {
    this.#input = input
    this.#output = output
    this.#task = task
    this.#from = task.position % pageBytes
    this.#to = this.#from
    this.#page = task.position - this.#from
  }

  /** Goes over the segments as `readSegments` does, but in the memory that is written: a copy less. */
  run(): number {
    const { source, segments, position } = this.#task
    let next = 0
    let from = segments[0]
    while (next < segments.length) {
      const block = Math.min(blockBytes, segments[segments.length - 1] - from)
      readWhole(this.#input, source, this.#buffer.subarray(this.#to, this.#to + block), from)
      // Everything of the segments that lies in the block moves to its front.
      const blockAt = this.#to - from
      for (; next < segments.length; next += 2) {
        const start = Math.max(segments[next], from)
        if (start >= from + block) break
        const end = Math.min(segments[next + 1], from + block)
        this.#buffer.copyWithin(this.#to, blockAt + start, blockAt + end)
        this.#to += end - start
        if (end < segments[next + 1]) break
      }
      this.#writePages()
      from = next < segments.length ? Math.max(segments[next], from + block) : from
    }
    this.#write(this.#to)
    return this.#page + this.#to - position
  }

  /** Writes the pages that are full; what follows them moves to the front of the buffer. */
  #writePages(): void {
    const full = this.#to - (this.#to % pageBytes)
    if (full === 0) return
    // The first page may be shared with the task before: only our part of it is written.
    if (this.#from > 0) this.#write(pageBytes)
    this.#write(full)
    this.#buffer.copyWithin(0, full, this.#to)
    this.#page += full
    this.#to -= full
    this.#from = 0
  }

  #write(to: number): void {
    try {
      this.#output.write(this.#buffer, this.#from, to, this.#page + this.#from)
    } catch (cause) {
      throw fileError(cause, this.#task.name)
    }
    this.#from = to
  }
}
