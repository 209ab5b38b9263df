/**
 * Copies: equal texts are one to the search, and back to pairs of rows.
 *
 *     texts ─▶ classes of equal texts ─▶ a row of each and list ─search─▶ pairs of classes ─▶ pairs of rows
 *
 * Texts of one class are pairs of distance 0, whether the search could find them or not; a pair of classes is one of
 * all their rows, of two lists of all across. So copies take no places in answers, and change no ranks.
 *
 * Ours: all of it. Cost: about 100 bytes a text and 80 a pair of classes, 16 a pair of rows.
 */
import { DoubleList, IntList } from '../cluster/lists.ts'
import { NearsameError } from '../errors/nearsame-error.ts'

/** Rows of pairs, by left, then right. */
export interface CopiedPairs {
  readonly left: Int32Array
  readonly right: Int32Array
  readonly distance: Float64Array
}

/** One gigabyte of them; eleven thousand equal texts are as many. */
const mostPairs = 2 ** 26

export class RestaurantCopies {
  /** The rows to search among: the first of each class; of two lists the first in each. */
  readonly rows: Int32Array
  /** How many of `rows` are before `split`. */
  readonly split: number | undefined
  /** [texts] the class of a row, by first rows. */
  readonly #classOf: Int32Array
  /** The rows of each class, ascending. */
  readonly #members: number[][] = []
  readonly #from: number | undefined

  /** @param split rows before it are compared with those from it on only */
  constructor(texts: readonly string[], split?: number) {
    const seen = new Map<string, number>()
    const rows = new IntList()
    let searchedBefore = 0
    this.#classOf = new Int32Array(texts.length)
    this.#from = split
    texts.forEach((text, row) => {
      const number = seen.get(text) ?? seen.size
      if (number === seen.size) this.#members.push([])
      seen.set(text, number)
      const members = this.#members[number]
      const last = members.at(-1)
      const isSecond = split !== undefined && row >= split
      if (last === undefined || (isSecond && last < split)) rows.push(row)
      if (!isSecond) searchedBefore = rows.length
      members.push(row)
      this.#classOf[row] = number
    })
    this.rows = rows.values.slice(0, rows.length)
    this.split = split === undefined ? undefined : searchedBefore
  }

  /**
   * All pairs of the texts.
   *
   * @param found pairs of places in `rows`
   * @throws NearsameError PAIRS_LIMIT
   */
  unfold(found: CopiedPairs): CopiedPairs {
    const near = this.#nearOf(found)
    const pairs = { left: new IntList(), right: new IntList(), distance: new DoubleList() }
    const distances = new Float64Array(this.#classOf.length)
    const rights = new IntList()
    for (let left = 0; left < (this.#from ?? this.#classOf.length); left++) {
      const own = this.#classOf[left]
      const from = this.#from ?? left + 1
      rights.length = 0
      this.#note(own, from, 0, distances, rights)
      for (const [other, distance] of near.get(own) ?? [])
        this.#note(other, from, distance, distances, rights)
      if (pairs.left.length + rights.length > mostPairs) throw tooManyPairs()
      for (const right of rights.values.subarray(0, rights.length).sort()) {
        pairs.left.push(left)
        pairs.right.push(right)
        pairs.distance.push(distances[right])
      }
    }
    const { length } = pairs.left
    return {
      left: pairs.left.values.slice(0, length),
      right: pairs.right.values.slice(0, length),
      distance: pairs.distance.values.slice(0, length),
    }
  }

  /** The other classes that each class is near to; of two lists a pair may be found from either side. */
  #nearOf({ left, right, distance }: CopiedPairs): Map<number, Map<number, number>> {
    const near = new Map<number, Map<number, number>>()
    const add = (a: number, b: number, value: number) => {
      const others = near.get(a) ?? new Map<number, number>()
      near.set(a, others.set(b, value))
    }
    for (let pair = 0; pair < left.length; pair++) {
      const [a, b] = [left, right].map(side => this.#classOf[this.rows[side[pair]]])
      if (a === b) continue
      add(a, b, distance[pair])
      add(b, a, distance[pair])
    }
    return near
  }

  /** Adds the rows of a class that are >= `from`. */
  #note(number: number, from: number, distance: number, distances: Float64Array, rights: IntList): void {
    const members = this.#members[number]
    for (let at = members.length - 1; at >= 0 && members[at] >= from; at--) {
      distances[members[at]] = distance
      rights.push(members[at])
    }
  }
}

function tooManyPairs(): NearsameError {
  return new NearsameError('PAIRS_LIMIT', {
    expected: `at most ${mostPairs} pairs`,
    got: 'more',
    fix: 'remove equal texts first, which `dedupe` does with `near` off',
  })
}
