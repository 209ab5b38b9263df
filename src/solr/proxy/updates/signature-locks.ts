/**
 * Signature locks: adds that share a signature run one after the other.
 *
 * An add with replacement takes two steps: add, then delete the others. Two concurrent adds with one signature would
 * each delete the document of the other. The locks make the second start after the first has finished; adds without
 * a common signature do not wait. Each waits only for earlier ones, so there is no deadlock.
 */
export class SignatureLocks {
  /** For each signature in use, the end of the last work that needs it. */
  readonly #ends = new Map<string, Promise<void>>()

  /** Number of signatures held or waited for. */
  get size(): number {
    return this.#ends.size
  }

  /** Runs `work` when no earlier work holds one of the signatures. */
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
