/** Pairs of documents as tasks for the threads: the verifier of a run. */
import type { Verifier } from '../../engine/cluster/candidates.ts'
import { measuredBy } from '../../engine/decide/measuring.ts'
import { type MeasureTask, measurePairs } from '../tasks/measure-pairs.ts'
import { placesOf } from './documents/places.ts'
import type { Run } from './run.ts'

// About a millisecond of work: enough to outweigh the message, small enough for an even share.
const pairsPerTask = 128
/** Up to this many pairs that others wait for are faster here than in a thread that must first finish its task. */
const fewPairs = 64

export class PairTasks implements Verifier {
  readonly #run: Run
  #measured = 0

  constructor(run: Run) {
    this.#run = run
  }

  async measure(left: Int32Array, right: Int32Array, isUrgent = false): Promise<Float64Array> {
    if (isUrgent && left.length <= fewPairs) {
      this.#count(left.length)
      await this.#run.rest()
      return measurePairs(this.#run.thread, this.#taskOf(left, right))
    }
    const similarities = new Float64Array(left.length)
    const size = Math.min(pairsPerTask, Math.ceil(left.length / this.#run.threads))
    const tasks: Promise<void>[] = []
    for (let from = 0; from < left.length; from += size) {
      const to = Math.min(from + size, left.length)
      const task = this.#taskOf(left.subarray(from, to), right.subarray(from, to))
      tasks.push(
        this.#run.run(task, isUrgent ? 'urgent' : 'usual').then(result => {
          similarities.set(result, from)
        }),
      )
    }
    await Promise.all(tasks)
    this.#count(left.length)
    return similarities
  }

  #count(pairs: number): void {
    this.#measured += pairs
    const documents = this.#measured
    this.#run.settings.events.progress({ stage: 'verify', documents, bytes: 0, totalBytes: 0 })
  }

  #taskOf(left: Int32Array, right: Int32Array): MeasureTask {
    const { documents, settings } = this.#run
    const numbers = new Int32Array(2 * left.length)
    numbers.set(left)
    numbers.set(right, left.length)
    return {
      kind: 'measure',
      documents: numbers,
      places: placesOf(documents, numbers),
      measure: measuredBy(settings.result),
    }
  }
}
