/** A growing spool: how many bytes it has, and a way to wait for more. */

import { firstWhere } from '../../ground/lists/bisection.ts'
import type { FoundSheet } from '../formats/xlsx/xlsx-lines.ts'

/** Writes the file and calls `onBytes` with its size so far; stops if that throws. */
export type Fill = (path: string, onBytes: (available: number) => void) => Promise<unknown>

export class SpooledFile {
  readonly path: string
  /** Encoding of the input, known with its first bytes; the copy of UTF-16 is in UTF-8. */
  encoding = 'utf-8'
  /** The sheet of a workbook, known with its first bytes. */
  sheet: FoundSheet | undefined
  readonly #stop: () => void
  readonly #filled: Promise<void>
  /** Bytes of the file after each write, ascending. */
  readonly #ends: number[] = []
  #isComplete = false
  #isClosed = false
  #failure: unknown
  #wake: () => void = () => {}

  /** @param stop ends the input, so that a fill waiting for it fails */
  constructor(path: string, fill: Fill, stop: () => void) {
    this.path = path
    this.#stop = stop
    this.#filled = this.#run(fill)
  }

  async #run(fill: Fill): Promise<void> {
    try {
      await fill(this.path, available => {
        if (this.#isClosed) throw new Error('the spool was closed')
        this.#ends.push(available)
        this.#wake()
      })
      this.#isComplete = true
    } catch (error) {
      this.#failure = error ?? new Error('no reason given')
    }
    this.#wake()
  }

  /**
   * Waits until the file has more than `bytes` or is complete. Rejects with the error that stopped the writing.
   *
   * @returns where the write ends that brought more, and whether it was the last
   */
  async beyond(bytes: number): Promise<{ available: number; isComplete: boolean }> {
    while ((this.#ends.at(-1) ?? 0) <= bytes && !this.#isComplete && this.#failure === undefined) {
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
    if (this.#failure !== undefined) throw this.#failure
    const last = this.#ends.at(-1) ?? 0
    const at = firstWhere(0, this.#ends.length - 1, i => this.#ends[i] > bytes)
    const available = this.#ends[at] ?? 0
    return { available, isComplete: this.#isComplete && available === last }
  }

  /** Stops the writing, finished or not; afterwards nothing writes to the file. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (!this.#isComplete) this.#stop()
    await this.#filled
  }
}
