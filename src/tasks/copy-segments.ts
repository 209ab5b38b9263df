/**
 * Copy of kept records: segments of a source, one behind the other, to a place in the output. Runs in any
 * thread: the place of each segment is known before any is copied.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { NearsameError } from '../errors/nearsame-error.ts'
import { fileError } from '../io/temporaries.ts'
import type { PlainSource } from '../sources/source.ts'
import type { Thread } from './thread.ts'

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

let buffer: Buffer | undefined

/** One buffer serves all copies of a thread: they do not wait for anything in between. */
function bufferOfThread(): Buffer {
  buffer ??= Buffer.allocUnsafeSlow(blockBytes)
  return buffer
}

/** @returns bytes written */
export function copySegments(thread: Thread, task: CopyTask): number {
  const output = openSync(task.output, 'r+')
  try {
    return new SegmentCopy(thread.files.of(task.source.file), output, task).run()
  } finally {
    closeSync(output)
  }
}

/** The error of a source that has lost its end. */
export function shortened(source: PlainSource, byte: number): NearsameError {
  return new NearsameError('INPUT_CHANGED', {
    expected: 'the input to stay as it is during the run',
    got: 'a shorter file than the first time',
    where: `${source.path}, byte ${byte}`,
    fix: 'run again when nothing writes to the input',
  })
}

class SegmentCopy {
  readonly #input: number
  readonly #output: number
  readonly #task: CopyTask
  readonly #buffer = bufferOfThread()
  #position: number

  constructor(input: number, output: number, task: CopyTask) {
    this.#input = input
    this.#output = output
    this.#task = task
    this.#position = task.position
  }

  run(): number {
    const { segments } = this.#task
    let next = 0
    let from = segments[0]
    while (next < segments.length) {
      const block = this.#read(from, Math.min(blockBytes, segments[segments.length - 1] - from))
      // Everything of the segments that lies in the block moves to its front, then leaves in one write.
      let kept = 0
      for (; next < segments.length; next += 2) {
        const start = Math.max(segments[next], from)
        if (start >= from + block) break
        const end = Math.min(segments[next + 1], from + block)
        this.#buffer.copyWithin(kept, start - from, end - from)
        kept += end - start
        if (end < segments[next + 1]) break
      }
      this.#write(kept)
      from = next < segments.length ? Math.max(segments[next], from + block) : from
    }
    return this.#position - this.#task.position
  }

  #read(position: number, length: number): number {
    let got = 0
    while (got < length) {
      const bytes = readSync(this.#input, this.#buffer, got, length - got, position + got)
      if (bytes === 0) {
        throw shortened(this.#task.source, position + got)
      }
      got += bytes
    }
    return got
  }

  #writeSome(from: number, length: number): number {
    try {
      return writeSync(this.#output, this.#buffer, from, length, this.#position)
    } catch (cause) {
      throw fileError(cause, this.#task.name)
    }
  }

  #write(length: number): void {
    for (let done = 0; done < length; ) {
      const bytes = this.#writeSome(done, length - done)
      done += bytes
      this.#position += bytes
    }
  }
}
