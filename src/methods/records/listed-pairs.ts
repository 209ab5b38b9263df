/** Listed pairs: collects pairs of rows, except rejected ones. */
import { sortInSteps } from '../../ground/breath/sort.ts'
import { inBlocks, type Steps } from '../../ground/breath/steps.ts'
import { matchOnce } from './match-once.ts'

/** Pairs of rows, by left, then right; left < right. */
export interface PairColumns {
  readonly left: Int32Array
  readonly right: Int32Array
  readonly similarity: Float64Array
}

/** Groups of more rows than this, and pairs of groups with more row pairs, are not expanded into all pairs. */
const largestGroup = 1000
/** About a millisecond of entries in a map. */
const pairsAStep = 8192

/** Pairs of rows as they are found; rejected ones are left out. */
export class ListedPairs {
  /** From `left * rows + right` to the similarity. */
  readonly found = new Map<number, number>()
  isShortened = false
  #stepped = 0
  readonly #rows: number
  /** Rows of accepted pairs, and of those between groups whose rows have one counterpart. */
  readonly #taken = new Set<number>()
  readonly #judgements: ReadonlyMap<number, number>

  constructor(rows: number, judgements: ReadonlyMap<number, number>) {
    this.#rows = rows
    this.#judgements = judgements
  }

  /** Ends a step if many pairs were found since the last one. */
  *step(): Steps<void> {
    if (this.found.size - this.#stepped < pairsAStep) return
    this.#stepped = this.found.size
    yield
  }

  /** All of them, by left, then right. */
  *inOrder(): Steps<PairColumns> {
    const keys = yield* sortInSteps(Float64Array.from(this.found.keys()))
    const similarity = new Float64Array(keys.length)
    yield* inBlocks(keys.length, pairsAStep, (from, to) => {
      for (let p = from; p < to; p++) similarity[p] = this.found.get(keys[p]) ?? 0
    })
    return {
      left: Int32Array.from(keys, key => Math.floor(key / this.#rows)),
      right: Int32Array.from(keys, key => key % this.#rows),
      similarity,
    }
  }

  /** The pairs of a group. */
  addWithin(group: readonly number[]): void {
    if (group.length > largestGroup) this.#addFirsts(group, group, 1)
    else
      for (let a = 0; a < group.length; a++)
        for (let b = a + 1; b < group.length; b++) this.#add(group[a], group[b], 1)
  }

  /** The pairs between two groups. */
  addAll(a: readonly number[], b: readonly number[], similarity: number): void {
    if (a.length * b.length > largestGroup) {
      this.#addFirsts(a, b, similarity)
      this.#addFirsts(b, a, similarity)
    } else for (const left of a) for (const right of b) this.#add(left, right, similarity)
  }

  /** Adds the largest number of pairs between two groups in which no row is used twice or already taken. */
  addOnce(a: readonly number[], b: readonly number[], similarity: number): void {
    const [lefts, rights] = [a, b].map(group => group.filter(row => !this.#taken.has(row)))
    const isRejected = (left: number, right: number) => this.#isRejected(left, right)
    for (const [left, right] of matchOnce(lefts, rights, isRejected)) this.accept(left, right, similarity)
  }

  /** Adds a pair that takes its rows. */
  accept(a: number, b: number, similarity: number): void {
    this.#taken.add(a).add(b)
    this.#add(a, b, similarity)
  }

  /** Adds, for each row, the pair with the first of the others that is not rejected. */
  #addFirsts(group: readonly number[], others: readonly number[], similarity: number): void {
    this.isShortened = true
    for (const row of group) {
      const first = others.find(other => other !== row && !this.#isRejected(row, other))
      if (first !== undefined) this.#add(row, first, similarity)
    }
  }

  #add(a: number, b: number, similarity: number): void {
    if (!this.#isRejected(a, b)) this.found.set(this.#keyOf(a, b), similarity)
  }

  #isRejected(a: number, b: number): boolean {
    return this.#judgements.get(this.#keyOf(a, b)) === -1
  }

  #keyOf(a: number, b: number): number {
    return Math.min(a, b) * this.#rows + Math.max(a, b)
  }
}
