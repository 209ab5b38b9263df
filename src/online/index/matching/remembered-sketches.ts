/**
 * Remembered sketches: a cache of the odd sketches of stored documents that came up among very many candidates. The
 * next time, their bound refuses most of them before the store reads anything.
 *
 *     number ─▶ slot (its lower 16 bits) ─▶ the number in the slot │ its sketch
 *
 * A number is never given twice and a document never changes, so entries stay valid, even when others write. A newer
 * document takes the slot of an older one.
 *
 * Cost: at most 5.8 MB, where texts flood a collection; otherwise nothing. Error: none, the bound is exact.
 */

import { oddSketchWords } from '../../../texts/kernels/layout/plan-layout.ts'
import { oddBound } from '../../../texts/kernels/reference/odd-bound.ts'

const slots = 2 ** 16
/** The sketch of the query is stored after all slots. */
const ofQuery = slots

export class RememberedSketches {
  readonly #measure: 'jaccard' | 'containment'
  /** [slots] document number, 0 if empty. */
  #numbers = new Uint32Array(0)
  /** [(slots + 1) * oddSketchWords]. */
  #sketches = new Uint32Array(0)

  constructor(measure: 'jaccard' | 'containment') {
    this.#measure = measure
  }

  /** @param number of a document, at least 1 */
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

  /** Sets the query that `bound` compares with. REQUIRES: at least one document is remembered. */
  set query(sketch: Uint32Array) {
    this.#sketches.set(sketch, ofQuery * oddSketchWords)
  }

  /** Upper bound of a document's similarity with the query. REQUIRES: the document is remembered. */
  bound(number: number): number {
    return oddBound(this.#measure, this.#sketches, number % slots, this.#sketches, ofQuery)
  }
}
