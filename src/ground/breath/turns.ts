/** Turns: a mutex. Work runs one after the other, in the order of the calls. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs `work` when all earlier work has ended, well or not. @returns its result, or rejects with its error */
  take<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }

  /** Resolves when all work requested so far has ended. */
  async idle(): Promise<void> {
    await this.#last
  }
}
