/** A growing spool: how many bytes it has, and a way to wait for more. */

import type { FoundSheet } from '../formats/format.ts'

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
  #available = 0
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
        this.#available = available
        this.#wake()
      })
      this.#isComplete = true
    } catch (error) {
      this.#failure = error ?? new Error('no reason given')
    }
    this.#wake()
  }

  /** Waits until the file has more than `bytes` or is complete. Rejects with the error that stopped the writing. */
  async beyond(bytes: number): Promise<{ available: number; isComplete: boolean }> {
    while (this.#available <= bytes && !this.#isComplete && this.#failure === undefined) {
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
    if (this.#failure !== undefined) throw this.#failure
    return { available: this.#available, isComplete: this.#isComplete }
  }

  /** Stops the writing, finished or not; afterwards nothing writes to the file. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (!this.#isComplete) this.#stop()
    await this.#filled
  }
}
