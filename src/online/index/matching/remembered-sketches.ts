/**
 * Remembered sketches: odd sketches of stored documents that came up among very many candidates, so that most of these
 * are refused by a bound the next time, before anything of them is read.
 *
 *     number ─▶ slot (its lower 16 bits) ─▶ the number that is there │ its sketch
 *
 * A number is never given twice and a document never changes, so what is remembered stays true, whoever else writes. A
 * newer document takes the slot of an older one.
 *
 * Cost: 5.8 MB at most, where texts flood a collection; else nothing. Error: none, the bound is exact.
 */

import { oddBound } from '../../../engine/cluster/odd-bound.ts'
import { oddSketchWords } from '../../../texts/kernels/layout/plan-layout.ts'

const slots = 2 ** 16
/** Behind them stands the sketch of the query. */
const ofQuery = slots

export class RememberedSketches {
  readonly #measure: 'jaccard' | 'containment'
  /** [slots] the number of the document in each, 0 where there is none. */
  #numbers = new Uint32Array(0)
  /** [(slots + 1) * oddSketchWords]. */
  #sketches = new Uint32Array(0)

  constructor(measure: 'jaccard' | 'containment') {
    this.#measure = measure
  }

  /** @param number of a document, 1 or more */
  has(number: number): boolean {
    return this.#numbers[number % slots] === number
  }

  /** @param sketch [oddSketchWords] */
  add(number: number, sketch: Uint32Array): void {
    if (this.#numbers.length === 0) {
      this.#numbers = new Uint32Array(slots)
      this.#sketches = new Uint32Array((slots + 1) * oddSketchWords)
    }
    this.#numbers[number % slots] = number
    this.#sketches.set(sketch, (number % slots) * oddSketchWords)
  }

  /** From now on bounds are those with this one. REQUIRES: some document is remembered. */
  set query(sketch: Uint32Array) {
    this.#sketches.set(sketch, ofQuery * oddSketchWords)
  }

  /** No less than the similarity of a document with the query. REQUIRES: it is remembered. */
  bound(number: number): number {
    return oddBound(this.#measure, this.#sketches, number % slots, ofQuery)
  }
}
