/**
 * Signature locks: adds that share a signature wait for one another.
 *
 * An add with replacement is two steps, add and delete the others. Two such adds of one signature side by
 * side would each delete the document of the other. Here the second begins when the first has ended; adds
 * without a signature in common do not wait. Each waits only for those before it, so there is no deadlock.
 */
export class SignatureLocks {
  /** For each signature in work, the end of the last work that needs it. */
  readonly #ends = new Map<string, Promise<void>>()

  /** Signatures that somebody holds or waits for. */
  get size(): number {
    return this.#ends.size
  }

  /** Runs `work` alone among those that share one of the signatures. */
  async hold<T>(signatures: Iterable<string>, work: () => Promise<T>): Promise<T> {
    const wanted = new Set(signatures)
    const before = [...wanted].flatMap(signature => this.#ends.get(signature) ?? [])
    const { promise: end, resolve: finish } = Promise.withResolvers<void>()
    for (const signature of wanted) this.#ends.set(signature, end)
    await Promise.all(before)
    try {
      return await work()
    } finally {
      for (const signature of wanted) {
        if (this.#ends.get(signature) === end) this.#ends.delete(signature)
      }
      finish()
    }
  }
}
