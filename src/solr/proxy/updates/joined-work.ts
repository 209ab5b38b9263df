/**
 * Joined work: items of one key are worked on one group after the other. What arrives while a group is in progress
 * waits, and goes together in the next.
 *
 *     item ─▶ is anything of its key in progress?   no: worked on at once, alone
 *                                                   yes: waits for the end of it, with all that wait
 *
 * So a single client never waits, and many clients share one request where each would have sent its own.
 */
interface Waiting<Item, Result> {
  readonly items: Item[]
  readonly result: Promise<Result>
}

export class JoinedWork<Item, Result> {
  /** For each key the end of the last work that was begun or waits. */
  readonly #ends = new Map<string, Promise<void>>()
  readonly #waiting = new Map<string, Waiting<Item, Result>>()

  /**
   * @param key items of one key must be such that the `work` of any of them does for all
   * @returns the result of the work that the item was in, or rejects with its error
   */
  take(key: string, item: Item, work: (items: readonly Item[]) => Promise<Result>): Promise<Result> {
    const waiting = this.#waiting.get(key)
    if (waiting !== undefined) {
      waiting.items.push(item)
      return waiting.result
    }
    const items = [item]
    const before = this.#ends.get(key)
    if (before === undefined) return this.#begun(key, work(items))
    const result = before.then(() => {
      this.#waiting.delete(key)
      return work(items)
    })
    this.#waiting.set(key, { items, result })
    return this.#begun(key, result)
  }

  #begun(key: string, result: Promise<Result>): Promise<Result> {
    const ended = () => {
      if (this.#ends.get(key) === end) this.#ends.delete(key)
    }
    const end: Promise<void> = result.then(ended, ended)
    this.#ends.set(key, end)
    return result
  }
}
