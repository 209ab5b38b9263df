/**
 * Pair queue: from single pairs to the large batches a verifier wants, and back to single answers.
 *
 *     add ─▶ batch full? ─send─▶ at most `ahead` batches under way ─▶ answers, in the order of `add`
 *
 * Answers come in the order of `add` and at points that depend on the pairs alone, never on which thread
 * was faster: a stage that skips pairs because of earlier answers skips the same ones in every run.
 *
 * Ours: all of it. Cost: 12 bytes a pair of the batches under way, 20 once answered.
 */
import type { Verifier } from './candidates.ts'
import type { PairList } from './pair-list.ts'

/** Takes an answer; `tag` is the number given to `add`. */
export type Answer = (left: number, right: number, similarity: number, tag: number) => void

interface Batch {
  readonly left: Int32Array
  readonly right: Int32Array
  readonly tags: Int32Array
  readonly similarity: Promise<Float64Array>
}

const pairsPerBatch = 4096 // some milliseconds of measuring: far above the cost of a message to a worker
const batchesAhead = 8 // enough under way to keep threads busy while more is filled

export class PairQueue {
  readonly #verifier: Verifier
  readonly #isUrgent: boolean
  #answer: Answer
  readonly #left = new Int32Array(pairsPerBatch)
  readonly #right = new Int32Array(pairsPerBatch)
  readonly #tags = new Int32Array(pairsPerBatch)
  #size = 0
  #sent: Batch[] = []

  /** @param isUrgent whether its pairs may go before those of other queues */
  constructor(verifier: Verifier, answer: Answer, isUrgent = false) {
    this.#verifier = verifier
    this.#isUrgent = isUrgent
    this.#answer = answer
  }

  /** Changes who takes the answers. REQUIRES: drained. */
  set answer(answer: Answer) {
    this.#answer = answer
  }

  /** Puts a pair in. REQUIRES: the last call gave false, or `send` was awaited since. @returns whether to `send`. */
  add(left: number, right: number, tag = 0): boolean {
    this.#left[this.#size] = left
    this.#right[this.#size] = right
    this.#tags[this.#size] = tag
    this.#size++
    return this.#size === pairsPerBatch
  }

  /** Puts all pairs of a list in, without a tag, and sends what fills a batch. REQUIRES: as of `add`. */
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

  /** Sends what is there and, when enough is under way, waits for the oldest batch. */
  async send(): Promise<void> {
    if (this.#size > 0) {
      const left = this.#left.slice(0, this.#size)
      const right = this.#right.slice(0, this.#size)
      const tags = this.#tags.slice(0, this.#size)
      this.#size = 0
      // The verifier owns what it is given; the answers need the pairs again.
      const similarity = this.#verifier.measure(left.slice(), right.slice(), this.#isUrgent)
      similarity.catch(() => {}) // is thrown where it is awaited; this only keeps it from being called unhandled before
      this.#sent.push({ left, right, tags, similarity })
    }
    while (this.#sent.length >= batchesAhead) await this.#receive()
  }

  /** Sends what is there and waits for every answer. */
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

/** An answer that first reports the pair, smaller number first. */
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
