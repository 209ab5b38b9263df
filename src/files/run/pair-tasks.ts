/** Pairs of documents as tasks for the threads: the verifier of a run. */
import type { Verifier } from '../../engine/cluster/candidates.ts'
import { type MeasureTask, measurePairs } from '../work/measure-pairs.ts'
import type { Places } from '../work/thread/record-reader.ts'
import { placesOf } from './documents/document-places.ts'
import type { Run } from './run.ts'

// About a millisecond of work: enough to outweigh the message, small enough for an even share.
const pairsPerTask = 128
/** Up to this many pairs that others wait for are faster here than in a thread that must first finish its task. */
const fewPairs = 64

export class PairTasks implements Verifier {
  readonly #run: Run
  readonly #placesOf: (documents: Int32Array) => Places
  #measured = 0

  /** @param places of documents. Default: those of the run */
  constructor(run: Run, places = (documents: Int32Array) => placesOf(run.documents, documents)) {
    this.#run = run
    this.#placesOf = places
  }

  async measure(left: Int32Array, right: Int32Array, isUrgent = false): Promise<Float64Array> {
    if (isUrgent && left.length <= fewPairs) {
      this.#count(left.length)
      await this.#run.rest()
      return measurePairs(this.#run.thread, this.#taskOf(left, right))
    }
    const similarities = new Float64Array(left.length)
    const order = inFileOrder(left, right)
    const [lefts, rights] = [left, right].map(side => order.map(pair => side[pair]))
    const size = Math.min(pairsPerTask, Math.ceil(left.length / this.#run.threads))
    const tasks: Promise<void>[] = []
    for (let from = 0; from < left.length; from += size) {
      const to = Math.min(from + size, left.length)
      const task = this.#taskOf(lefts.subarray(from, to), rights.subarray(from, to))
      tasks.push(
        this.#run.run(task, isUrgent ? 'urgent' : 'usual').then(result => {
          for (let at = from; at < to; at++) similarities[order[at]] = result[at - from]
        }),
      )
    }
    await Promise.all(tasks)
    this.#count(left.length)
    return similarities
  }

  #count(pairs: number): void {
    this.#measured += pairs
    showVerified(this.#run, this.#measured)
  }

  #taskOf(left: Int32Array, right: Int32Array): MeasureTask {
    const numbers = new Int32Array(2 * left.length)
    numbers.set(left)
    numbers.set(right, left.length)
    return {
      kind: 'measure',
      documents: numbers,
      places: this.#placesOf(numbers),
      measure: this.#run.decision.setMeasure,
    }
  }
}

/**
 * Tells how far the verification is: documents decided, if it is known, as that share of the bytes read; else pairs
 * measured, whose sum is unknown until the end.
 */
export function showVerified({ decided, documents, readBytes, settings }: Run, measured = 0): void {
  const stage = 'verify'
  const { progress } = settings.events
  if (decided === undefined) progress({ stage, documents: measured, unit: 'pair', bytes: 0, totalBytes: 0 })
  else {
    const bytes = Math.floor((readBytes * decided) / Math.max(1, documents.count))
    progress({ stage, documents: decided, bytes, totalBytes: readBytes })
  }
}

/**
 * The numbers of pairs in the order in which to read them. The left ones of a batch are neighbours, for most callers;
 * the right ones may be anywhere. So the pairs of one left document stay together, and these come as the first of their
 * right ones stand in the files: one pass over the files reads a batch.
 */
export function inFileOrder(left: Int32Array, right: Int32Array): Int32Array {
  const starts: number[] = []
  for (let pair = 0; pair < left.length; pair++) if (left[pair] !== left[pair - 1]) starts.push(pair)
  const runs = Int32Array.from(starts.keys())
  runs.sort((a, b) => right[starts[a]] - right[starts[b]] || a - b)
  const order = new Int32Array(left.length)
  let next = 0
  for (const run of runs) {
    for (let pair = starts[run]; pair < (starts[run + 1] ?? left.length); pair++) order[next++] = pair
  }
  return order
}
