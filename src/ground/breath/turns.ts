/** Turns: work of one kind, one after the other in the order in which it is asked for. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs `work` when all that was asked for before has ended, well or not. @returns what it gives, or throws */
  take<T>(work: () => T | Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }

  /** Resolves when all that has been asked for so far has ended. */
  async idle(): Promise<void> {
    await this.#last
  }
}
