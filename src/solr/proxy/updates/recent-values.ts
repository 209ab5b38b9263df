/** Recent values by key. The key that was set longest ago is forgotten first. */
const mostKeys = 10_000

export class RecentValues<Value> {
  readonly #values = new Map<string, Value>()

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  set(key: string, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size <= mostKeys) return
    const [oldest] = this.#values.keys()
    this.#values.delete(oldest)
  }
}
