/** Pairs of documents as tasks for the threads: the verifier of a run. */
import type { Verifier } from '../columns.ts'
import type { MeasureTask } from './measure-pairs.ts'
import type { Run } from './run.ts'
import type { PlainSource } from './source.ts'

// A few milliseconds of work: enough to outweigh the message, little enough to share out evenly.
const pairsPerTask = 256

export class PairTasks implements Verifier {
  readonly #run: Run
  measured = 0

  constructor(run: Run) {
    this.#run = run
  }

  async measure(left: Int32Array, right: Int32Array): Promise<Float64Array> {
    const similarities = new Float64Array(left.length)
    const size = Math.min(pairsPerTask, Math.ceil(left.length / this.#run.settings.speed.threads))
    const tasks: Promise<void>[] = []
    for (let from = 0; from < left.length; from += size) {
      const to = Math.min(from + size, left.length)
      const task = measureTask(this.#run, left.subarray(from, to), right.subarray(from, to))
      tasks.push(
        this.#run.run(task).then(result => {
          similarities.set(result as Float64Array, from)
        }),
      )
    }
    await Promise.all(tasks)
    this.measured += left.length
    return similarities
  }
}

/** The documents of the pairs are numbered anew, in order of appearance, and sent with their places. */
function measureTask(run: Run, left: Int32Array, right: Int32Array): MeasureTask {
  const { documents } = run
  const numbers = new Map<number, number>()
  const numbered = (document: number): number => {
    let number = numbers.get(document)
    if (number === undefined) {
      number = numbers.size
      numbers.set(document, number)
    }
    return number
  }
  const leftNumbers = left.map(numbered)
  const rightNumbers = right.map(numbered)
  const all = [...numbers.keys()]
  const source = Int32Array.from(all, document => documents.sourceOf(document))
  const sources: Record<number, PlainSource> = {}
  for (const number of source) sources[number] = documents.sources[number]
  return {
    kind: 'measure',
    sources,
    documents: Int32Array.from(all),
    source,
    offset: Float64Array.from(all, document => documents.offset[document]),
    length: Uint32Array.from(all, document => documents.length[document]),
    left: leftNumbers,
    right: rightNumbers,
    measure: run.settings.result.measure,
  }
}
