/** A spool while it grows: how many of its bytes are there, and waiting for more. */
import { NearsameError } from '../../errors/nearsame-error.ts'

export class SpooledFile {
  readonly path: string
  #available = 0
  #isComplete = false
  #failure: unknown
  #wake: () => void = () => {}

  /** @param fill writes the file and calls `onBytes` with its size so far */
  constructor(
    path: string,
    fill: (path: string, onBytes: (available: number) => void) => Promise<unknown>,
  ) {
    this.path = path
    fill(path, available => {
      this.#available = available
      this.#wake()
    }).then(
      () => {
        this.#isComplete = true
        this.#wake()
      },
      (error: unknown) => {
        this.#failure =
          error ?? new NearsameError('BUG', { expected: 'a reason', got: 'none', fix: 'report this' })
        this.#wake()
      },
    )
  }

  /** Waits until more than `bytes` are there or the file is complete. Rejects with what stopped the writing. */
  async beyond(bytes: number): Promise<{ available: number; isComplete: boolean }> {
    while (this.#available <= bytes && !this.#isComplete && this.#failure === undefined) {
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    }
    if (this.#failure !== undefined) throw this.#failure
    return { available: this.#available, isComplete: this.#isComplete }
  }
}
