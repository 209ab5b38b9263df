/**
 * Pair queue: gathers single pairs into the large batches a verifier wants, and returns single results.
 *
 *     add ─▶ batch full? ─send─▶ at most `ahead` batches in flight ─▶ results, in the order of `add`
 *
 * Results come in the order of `add` and at points that depend on the pairs alone, never on the speed of threads: a
 * stage that skips pairs because of earlier results skips the same ones in every run.
 *
 * Ours: all of it. Cost: 12 bytes a pair in flight, 20 once its result is there.
 */
import type { Verifier } from './candidates.ts'
import type { PairList } from './pair-list.ts'

/** Handles a result; `tag` is the number given to `add`. */
export type Answer = (left: number, right: number, similarity: number, tag: number) => void

interface Batch {
  readonly left: Int32Array
  readonly right: Int32Array
  readonly tags: Int32Array
  readonly similarity: Promise<Float64Array>
}

const pairsPerBatch = 4096 // a few milliseconds of measuring: far above the cost of a message to a worker
const batchesAhead = 8 // enough in flight to keep threads busy while the next one fills

export class PairQueue {
  readonly #verifier: Verifier
  readonly #isUrgent: boolean
  #answer: Answer
  readonly #left = new Int32Array(pairsPerBatch)
  readonly #right = new Int32Array(pairsPerBatch)
  readonly #tags = new Int32Array(pairsPerBatch)
  #size = 0
  #sent: Batch[] = []

  /** @param isUrgent whether its pairs may overtake those of other queues */
  constructor(verifier: Verifier, answer: Answer, isUrgent = false) {
    this.#verifier = verifier
    this.#isUrgent = isUrgent
    this.#answer = answer
  }

  /** Replaces the handler of results. REQUIRES: drained. */
  set answer(answer: Answer) {
    this.#answer = answer
  }

  /** Adds a pair. REQUIRES: the last call gave false, or `send` was awaited since. @returns whether to `send`. */
  add(left: number, right: number, tag = 0): boolean {
    this.#left[this.#size] = left
    this.#right[this.#size] = right
    this.#tags[this.#size] = tag
    this.#size++
    return this.#size === pairsPerBatch
  }

  /** Adds all pairs of a list, without a tag, and sends full batches. REQUIRES: as for `add`. */
  async addAll(pairs: PairList): Promise<void> {
    for (let from = 0; from < pairs.length; ) {
      const to = Math.min(pairs.length, from + pairsPerBatch - this.#size)
      this.#left.set(pairs.left.subarray(from, to), this.#size)
      this.#right.set(pairs.right.subarray(from, to), this.#size)
      this.#tags.fill(0, this.#size, this.#size + to - from)
      this.#size += to - from
      from = to
      if (this.#size === pairsPerBatch) await this.send()
    }
  }

  /** Sends what is there and, if enough batches are in flight, waits for the oldest. */
  async send(): Promise<void> {
    if (this.#size > 0) {
      const left = this.#left.slice(0, this.#size)
      const right = this.#right.slice(0, this.#size)
      const tags = this.#tags.slice(0, this.#size)
      this.#size = 0
      // The verifier owns its arguments, and the pairs are needed again with the results.
      const similarity = this.#verifier.measure(left.slice(), right.slice(), this.#isUrgent)
      similarity.catch(() => {}) // rethrown where it is awaited; this only prevents an unhandled rejection before that
      this.#sent.push({ left, right, tags, similarity })
    }
    while (this.#sent.length >= batchesAhead) await this.#receive()
  }

  /** Sends what is there and waits for all results. */
  async drain(): Promise<void> {
    await this.send()
    while (this.#sent.length > 0) await this.#receive()
  }

  async #receive(): Promise<void> {
    const { left, right, tags, similarity } = this.#sent.shift() as Batch
    const values = await similarity
    const answer = this.#answer
    for (let at = 0; at < left.length; at++) {
      answer(left[at], right[at], values[at], tags[at])
    }
  }
}

/** A handler that first reports the pair, smaller number first. */
export function reporting(
  onPair: ((l: number, r: number, similarity: number) => void) | undefined,
  answer: Answer,
): Answer {
  if (onPair === undefined) return answer
  return (left, right, similarity, tag) => {
    if (left < right) onPair(left, right, similarity)
    else onPair(right, left, similarity)
    answer(left, right, similarity, tag)
  }
}
