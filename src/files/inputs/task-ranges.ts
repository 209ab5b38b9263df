/** Ranges of sources, divided into tasks: many short ones, such as small files, go to a thread together. */
import type { ScanRange } from './source.ts'

/** Bytes and ranges at which a task has enough of them. */
const taskBytes = 2 ** 18
const taskRanges = 256

/** The next ranges for one task. */
export class TaskRanges {
  #ranges: ScanRange[] = []
  #bytes = 0

  get isEmpty(): boolean {
    return this.#ranges.length === 0
  }

  /** @returns whether the task has enough */
  add(range: ScanRange): boolean {
    this.#bytes += range.to - range.from
    return this.#ranges.push(range) >= taskRanges || this.#bytes >= taskBytes
  }

  take(): readonly ScanRange[] {
    const ranges = this.#ranges
    this.#ranges = []
    this.#bytes = 0
    return ranges
  }
}
