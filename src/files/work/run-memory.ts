/**
 * Run memory: where a join has its sets, entries and pairs in kernel memory.
 *
 *     plan │ sizes │ sketches │ counts of slots │ room for a run │ long runs │ sorted entries │ entries │ table ...
 */
import { type Chunked, copySketches } from '../../engine/columns/chunks.ts'
import { align64 } from '../../texts/kernels/layout/memory-layout.ts'
import { oddSketchWords } from '../../texts/kernels/layout/plan-layout.ts'
import {
  longRunsWord,
  nextWord,
  pairSlot,
  pairsWord,
  runBytes,
  runPlanWords,
  writeRunPlan,
} from '../../texts/kernels/layout/run-plan.ts'
import type { Workspace } from '../../texts/workspace/workspace.ts'
import type { Partitions } from './partitions.ts'

/** Runs up to this length are compared pair by pair, for at most a millisecond. */
const mostCompared = 1024
/** Shortest run of near copies that is listed. */
const leastListed = 65
const mostSlotBits = 16

export class RunMemory {
  readonly #space: Workspace
  readonly #threshold: number
  readonly #partitions: Partitions
  readonly #plan: number
  readonly #sizes: number
  readonly #sketches: number
  readonly #counts: number
  readonly #run: number
  readonly #longRuns: number
  readonly #sorted: number
  readonly #entries: number
  readonly #table: number
  #slots = 2 ** 18
  #pairs = 0

  /** @param at free kernel memory @param sets their number */
  constructor(space: Workspace, at: number, partitions: Partitions, sets: number, threshold: number) {
    this.#space = space
    this.#threshold = threshold
    this.#partitions = partitions
    const { largest } = partitions
    this.#plan = align64(at)
    this.#sizes = align64(this.#plan + 4 * runPlanWords)
    this.#sketches = align64(this.#sizes + 4 * sets)
    this.#counts = align64(this.#sketches + 4 * oddSketchWords * sets)
    this.#run = align64(this.#counts + 4 * 2 ** mostSlotBits)
    this.#longRuns = align64(this.#run + runBytes(mostCompared))
    this.#sorted = align64(this.#longRuns + 8 * Math.ceil(largest / leastListed))
    this.#entries = align64(this.#sorted + 8 * largest)
    this.#table = align64(this.#entries + 8 * partitions.mostAtOnce)
    space.reserve(this.#table + 8 * this.#slots)
    space.wordsAt(this.#table, 2 * this.#slots).fill(0)
  }

  setSizes(sizes: Uint32Array): void {
    this.#space.words.set(sizes, this.#sizes / 4)
  }

  setSketches(columns: Chunked, documents: Int32Array): void {
    copySketches(columns, documents, this.#space.words, this.#sketches / 4)
  }

  /** Where the entries of a round are, a view. */
  entries(): Uint32Array {
    return this.#space.wordsAt(this.#entries, 2 * this.#partitions.mostAtOnce)
  }

  /** Enters the likely pairs of entries [from, to). @param onLong takes the sets and ranks of a run that is too long */
  join(from: number, to: number, onLong: (keys: Float64Array) => void): void {
    const { kernels } = this.#space
    const bits = Math.min(mostSlotBits, 32 - this.#partitions.bits, Math.max(4, 34 - Math.clz32(to - from)))
    const entries = this.#entries + 8 * from
    const lost = this.#partitions.bits
    const count = kernels.sortRuns(entries, to - from, lost, bits, this.#counts, this.#sorted)
    for (let next = 0; next < count; ) {
      next += this.#compare(next, count - next)
      const runs = this.#space.words[this.#plan / 4 + longRunsWord]
      for (let run = 0; run < runs; run++) onLong(this.#longRun(run))
      if (next < count) this.#grow()
    }
  }

  /** Compares the runs of sorted entries. @returns how many were compared before the table was full */
  #compare(from: number, count: number): number {
    const { kernels, words } = this.#space
    const plan = words.subarray(this.#plan / 4, this.#plan / 4 + runPlanWords)
    writeRunPlan(plan, {
      entries: this.#sorted + 8 * from,
      count,
      sizes: this.#sizes,
      sketches: this.#sketches,
      threshold: this.#threshold,
      table: this.#table,
      slots: this.#slots,
      pairs: this.#pairs,
      run: this.#run,
      mostCompared,
      longRuns: this.#longRuns,
    })
    kernels.likelyRuns(this.#plan)
    this.#pairs = plan[pairsWord]
    return plan[nextWord]
  }

  #longRun(run: number): Float64Array {
    const { words } = this.#space
    const at = words[this.#plan / 4] / 4
    const [from, to] = words.subarray(this.#longRuns / 4 + 2 * run, this.#longRuns / 4 + 2 * run + 2)
    return Float64Array.from({ length: to - from }, (_, i) => words[at + 2 * (from + i)])
  }

  /** Doubles the table. */
  #grow(): void {
    const pairs = this.pairs()
    this.#slots *= 2
    this.#space.reserve(this.#table + 8 * this.#slots)
    const table = this.#space.wordsAt(this.#table, 2 * this.#slots).fill(0)
    for (let at = 0; at < pairs.length; at += 2) {
      let slot = pairSlot(pairs[at], pairs[at + 1]) & (this.#slots - 1)
      while (table[2 * slot] !== 0) slot = (slot + 1) & (this.#slots - 1)
      table[2 * slot] = pairs[at + 1]
      table[2 * slot + 1] = pairs[at]
    }
  }

  /** The pairs so far, two sets each, a copy. */
  pairs(): Uint32Array {
    const table = this.#space.wordsAt(this.#table, 2 * this.#slots)
    const pairs = new Uint32Array(2 * this.#pairs)
    let end = 0
    for (let at = 0; at < table.length; at += 2) {
      if (table[at] === 0) continue
      pairs[end++] = table[at + 1]
      pairs[end++] = table[at]
    }
    return pairs
  }
}
