/**
 * Copies kept records: slices of a source, one after the other, to a place in the output. Runs in any
 * thread: the place of each slice is known before any is copied.
 */
import { Slots } from '../../ground/breath/slots.ts'
import { OpenFiles, type Source } from '../inputs/source.ts'
import { readWhole } from '../inputs/source-slices.ts'
import { DirectFile, pageAligned, pageBytes } from '../io/direct-file.ts'
import { fileError } from '../io/temporaries.ts'

export interface CopyTask {
  readonly kind: 'copy'
  readonly source: Source
  /** Byte ranges of the source, ascending: from, to, from, to, ... */
  readonly slices: Float64Array
  readonly output: string
  /** The final name of the output, for messages. */
  readonly name: string
  /** Offset of the first byte in the output. */
  readonly position: number
}

/** Bytes per read, gaps included. */
const blockBytes = 2 * 2 ** 20

/** Semaphore for two copies per thread: one fills its buffer while the disk writes the other's. */
const slots = new Slots(2)
/** Buffers not in use by any copy of this thread. */
const buffers: Uint8Array[] = []

/** The thread may do other tasks while the disk writes. */
export function copySlices(task: CopyTask): Promise<void> {
  return slots.hold(() => copyNow(task))
}

async function copyNow(task: CopyTask): Promise<void> {
  // Files of its own: another task may close those of the thread meanwhile.
  const input = new OpenFiles()
  const buffer = buffers.pop() ?? pageAligned(blockBytes + pageBytes)
  let output: DirectFile | undefined
  try {
    output = opened(task)
    await new SliceCopy(input.of(task.source.file), output, task, buffer).run()
  } finally {
    input.close()
    output?.close()
    buffers.push(buffer)
  }
}

/** @throws NearsameError OUTPUT_FAILED if too many files are open */
function opened({ output, name }: CopyTask): DirectFile {
  try {
    return new DirectFile(output)
  } catch (cause) {
    throw fileError(cause, name)
  }
}

/**
 * The buffer begins where a page of the output begins, so that whole pages can leave directly:
 *
 *     │ of others, or written │ kept, not written   │ a block of the source ...
 *     0                    #from                 #to
 */
class SliceCopy {
  readonly #input: number
  readonly #output: DirectFile
  readonly #task: CopyTask
  readonly #buffer: Uint8Array
  #from: number
  #to: number
  /** Offset in the output of the buffer's first byte: a multiple of `pageBytes`. */
  #page: number

  constructor(input: number, output: DirectFile, task: CopyTask, buffer: Uint8Array) {
    this.#input = input
    this.#output = output
    this.#task = task
    this.#buffer = buffer
    this.#from = task.position % pageBytes
    this.#to = this.#from
    this.#page = task.position - this.#from
  }

  /** Reads the slices as `readSlices` does, but into the memory that is written, which saves a copy. */
  async run(): Promise<void> {
    const { source, slices } = this.#task
    let next = 0
    let from = slices[0]
    while (next < slices.length) {
      const block = Math.min(blockBytes, slices[slices.length - 1] - from)
      readWhole(this.#input, source, this.#buffer.subarray(this.#to, this.#to + block), from)
      // The parts of the slices in this block move to its front.
      const blockAt = this.#to - from
      for (; next < slices.length; next += 2) {
        const start = Math.max(slices[next], from)
        if (start >= from + block) break
        const end = Math.min(slices[next + 1], from + block)
        this.#buffer.copyWithin(this.#to, blockAt + start, blockAt + end)
        this.#to += end - start
        if (end < slices[next + 1]) break
      }
      await this.#writePages()
      from = next < slices.length ? Math.max(slices[next], from + block) : from
    }
    await this.#write(this.#to)
  }

  /** Writes the full pages; the rest moves to the front of the buffer. */
  async #writePages(): Promise<void> {
    const full = this.#to - (this.#to % pageBytes)
    if (full === 0) return
    // The task before may share the first page: only our part of it is written.
    if (this.#from > 0) await this.#write(pageBytes)
    await this.#write(full)
    this.#buffer.copyWithin(0, full, this.#to)
    this.#page += full
    this.#to -= full
    this.#from = 0
  }

  async #write(to: number): Promise<void> {
    try {
      await this.#output.write(this.#buffer, this.#from, to, this.#page + this.#from)
    } catch (cause) {
      throw fileError(cause, this.#task.name)
    }
    this.#from = to
  }
}
