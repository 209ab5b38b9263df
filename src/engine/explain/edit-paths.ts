/**
 * Edit paths: a shortest edit script from the words of A to those of B.
 *
 * A point (x, y) stands for x consumed words of A and y of B; its diagonal is k = x - y. The furthest point of a
 * diagonal after D edits is
 *
 *     x(D, k) = max(x(D-1, k-1) + 1, x(D-1, k+1))  and on while the words are equal.                    (1)
 *
 * If the search does not end within `mostEdits` edits, it commits to the furthest point and restarts there.
 *
 * Source: Myers, "An O(ND) Difference Algorithm and Its Variations", 1986, for (1).
 * Ours: committing after `mostEdits`, which bounds the time.
 * Cost: at most (n + m) * mostEdits steps, 160 KB. Error: beyond `mostEdits` edits the script need not be the shortest.
 */

/** Maximum number of edits of one search. */
export const mostEdits = 200

/** A point that cannot be reached. */
const nowhere = -(2 ** 30)

/** Words [aFrom, aTo) of A and [bFrom, bTo) of B. */
export interface WordRange {
  readonly aFrom: number
  readonly aTo: number
  readonly bFrom: number
  readonly bTo: number
}

export class EditPaths {
  readonly #a: Int32Array
  readonly #b: Int32Array
  readonly #places: Int32Array
  /** x(D, k) at D * D + D + k. */
  readonly #reached = new Int32Array((mostEdits + 1) ** 2)
  /** Where the search started, and words left from there. */
  #aFrom = 0
  #bFrom = 0
  #xEnd = 0
  #yEnd = 0

  /** @param places [words of A] the places of their counterparts in B; written only for kept words */
  constructor(a: Int32Array, b: Int32Array, places: Int32Array) {
    this.#a = a
    this.#b = b
    this.#places = places
  }

  align({ aFrom, aTo, bFrom, bTo }: WordRange): void {
    this.#aFrom = aFrom
    this.#bFrom = bFrom
    while (this.#aFrom < aTo && this.#bFrom < bTo) {
      this.#xEnd = aTo - this.#aFrom
      this.#yEnd = bTo - this.#bFrom
      const [edits, diagonal] = this.#furthest()
      this.#keep(edits, diagonal)
      const x = this.#reached[cell(edits, diagonal)]
      this.#aFrom += x
      this.#bFrom += x - diagonal
    }
  }

  /** Edits and diagonal of the end, or of the furthest point after `mostEdits` edits. */
  #furthest(): [edits: number, diagonal: number] {
    let furthest = 0
    for (let edits = 0; edits <= mostEdits; edits++) {
      let most = -1
      for (let k = -edits; k <= edits; k += 2) {
        const x = this.#slide(this.#enter(edits, k), k)
        this.#reached[cell(edits, k)] = x
        if (x === this.#xEnd && x - k === this.#yEnd) return [edits, k]
        if (2 * x - k <= most) continue
        most = 2 * x - k
        furthest = k
      }
    }
    return [mostEdits, furthest]
  }

  /** The point at which `edits` edits enter diagonal k; negative if they cannot. */
  #enter(edits: number, k: number): number {
    if (edits === 0) return 0
    const removed = k > -edits ? this.#reached[cell(edits - 1, k - 1)] + 1 : nowhere
    const added = k < edits ? this.#reached[cell(edits - 1, k + 1)] : nowhere
    return Math.max(removed <= this.#xEnd ? removed : nowhere, added - k <= this.#yEnd ? added : nowhere)
  }

  #slide(from: number, k: number): number {
    let x = from
    if (x < 0) return nowhere
    while (
      x < this.#xEnd &&
      x - k < this.#yEnd &&
      this.#a[this.#aFrom + x] === this.#b[this.#bFrom + x - k]
    )
      x++
    return x
  }

  /** Records the words kept on the way to a point. */
  #keep(lastEdits: number, diagonal: number): void {
    let k = diagonal
    for (let edits = lastEdits; edits >= 0; edits--) {
      const entry = this.#enter(edits, k)
      const end = this.#reached[cell(edits, k)]
      for (let x = entry; x < end; x++) this.#places[this.#aFrom + x] = this.#bFrom + x - k
      const isRemoved = k > -edits && this.#reached[cell(edits - 1, k - 1)] + 1 === entry
      k += isRemoved ? -1 : 1
    }
  }
}

function cell(edits: number, k: number): number {
  return edits * edits + edits + k
}
