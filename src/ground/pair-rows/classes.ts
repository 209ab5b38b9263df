/**
 * Document classes: the members of every class of equal texts, and the number of their rows.
 *
 *     class of representative r:  members[start[r]] ... members[start[r + 1] - 1], ascending
 *
 * With a split, rows have left < split <= right (A against B); without one, left < right.
 * Ours: all of it. Cost: 8 bytes a document.
 */
import { firstWhere } from '../lists/bisection.ts'
import { grouped, type Lists } from '../lists/grouped.ts'

/** Sides of a document, as bits. */
export const firstSide = 1
export const secondSide = 2
export const bothSides = firstSide | secondSide

export class DocumentClasses {
  readonly count: number
  readonly representative: Int32Array
  /** The first document of B; undefined: there are no sides. */
  readonly split: number | undefined
  readonly #classes: Lists

  constructor(representative: Int32Array, count: number, split?: number) {
    this.count = count
    this.representative = representative
    this.split = split
    this.#classes = grouped(representative.subarray(0, count), count)
  }

  /** The members of the class of `representative` from document `from` on, ascending; a view. */
  members(representative: number, from: number): Int32Array {
    const { starts, members } = this.#classes
    return members.subarray(this.#lowerBound(representative, from), starts[representative + 1])
  }

  /** [count] the sides of the members of every class, at its representative; both if there is no split. */
  sides(): Uint8Array {
    const { count, representative, split } = this
    const sides = new Uint8Array(count)
    for (let document = 0; document < count; document++) {
      const side = split === undefined ? bothSides : document < split ? firstSide : secondSide
      sides[representative[document]] |= side
    }
    return sides
  }

  /** Number of rows of a match between two classes. */
  rowsBetween(a: number, b: number): number {
    if (this.split === undefined) return this.#size(a) * this.#size(b)
    return this.#leftSize(a) * this.#rightSize(b) + this.#leftSize(b) * this.#rightSize(a)
  }

  /** Number of rows of equal texts, over all classes. */
  rowsWithin(): number {
    let rows = 0
    for (let document = 0; document < this.count; document++) {
      const size = this.#size(document)
      if (this.split === undefined) rows += (size * (size - 1)) / 2
      else if (size > 1) rows += this.#leftSize(document) * this.#rightSize(document)
    }
    return rows
  }

  #size(representative: number): number {
    const { starts } = this.#classes
    return starts[representative + 1] - starts[representative]
  }

  #leftSize(representative: number): number {
    return this.#lowerBound(representative, this.split ?? this.count) - this.#classes.starts[representative]
  }

  #rightSize(representative: number): number {
    return this.#size(representative) - this.#leftSize(representative)
  }

  /** The position of the first member of a class that is >= `from`. */
  #lowerBound(representative: number, from: number): number {
    const { starts, members } = this.#classes
    return firstWhere(starts[representative], starts[representative + 1], at => members[at] >= from)
  }
}
