/** Changes: those who wait for something that another part of the program changes look again after each change. */
export class Changes {
  #waiting: (() => void)[] = []

  /** Resolves at the next `tell`. The caller looks before it waits, and again afterwards. */
  next(): Promise<void> {
    return new Promise(resolve => {
      this.#waiting.push(resolve)
    })
  }

  tell(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
