/**
 * Joined work: for each key, one group of items at a time. Items that arrive meanwhile wait, and are the next group.
 *
 *     item ─▶ is anything of its key in progress?   no: its work begins at once, alone
 *                                                   yes: it waits for the end, with all that wait
 *
 * So a single client never waits, and many clients share one request where each would have sent its own.
 */
interface Waiting<Item, Result> {
  readonly items: Item[]
  readonly result: Promise<Result>
}

export class JoinedWork<Item, Result> {
  /** For each key, the end of its last group, which is in progress or waits. */
  readonly #ends = new Map<string, Promise<void>>()
  readonly #waiting = new Map<string, Waiting<Item, Result>>()

  /**
   * @param key of items that the `work` of any one of them can do together
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
