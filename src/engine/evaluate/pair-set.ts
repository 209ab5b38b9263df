/**
 * Pair set: unordered pairs of ids, each once, 8 bytes a pair.
 *
 * Ids are numbered as they come; a pair is the double low * 2^26 + high, exact below 2^52. Pairs are gathered
 * in any order and sorted once; a merge of two sorted sets intersects them.
 */
import { withoutRepeats } from '../../ground/lists/distinct.ts'
import { withRoom } from '../../ground/lists/growing-lists.ts'

/** Maximum size of one `Map`; further ids go to another one. */
const mostOfMap = 2 ** 23

/** Numbers ids. Pair sets can be compared when they share one. */
export class IdNumbers {
  readonly #maps: Map<string, number>[] = [new Map()]
  readonly #most: number
  #count = 0

  constructor(most = mostOfMap) {
    this.#most = most
  }

  /** The number of an id; a new one if it has none. */
  of(id: string): number {
    for (const map of this.#maps) {
      const known = map.get(id)
      if (known !== undefined) return known
    }
    if (this.#maps[0].size === this.#most) this.#maps.unshift(new Map())
    this.#maps[0].set(id, this.#count)
    return this.#count++
  }
}

const idBits = 2 ** 26

export class PairSet {
  #keys: Float64Array<ArrayBuffer>
  #count = 0
  #isSorted = true

  constructor(capacity = 1024) {
    this.#keys = new Float64Array(capacity)
  }

  /** Adds the pair in either order; a pair of an id with itself is no pair. */
  add(a: string, b: string, numbers: IdNumbers): void {
    if (a === b) return
    const x = numbers.of(a)
    const y = numbers.of(b)
    this.#keys = withRoom(this.#keys, this.#count + 1)
    this.#keys[this.#count++] = Math.min(x, y) * idBits + Math.max(x, y)
    this.#isSorted = false
  }

  /** The number of different pairs. */
  get size(): number {
    return this.#sorted().length
  }

  /** The pairs that are in both sets. */
  intersect(other: PairSet): PairSet {
    const a = this.#sorted()
    const b = other.#sorted()
    const shared = new PairSet(Math.max(1, Math.min(a.length, b.length)))
    for (let i = 0, j = 0; i < a.length && j < b.length; ) {
      if (a[i] === b[j]) shared.#keys[shared.#count++] = a[i]
      // Both advance if equal, else the smaller one; a[i] is read before i advances.
      const left = a[i]
      if (left <= b[j]) i++
      if (b[j] <= left) j++
    }
    return shared
  }

  /** The keys, ascending, each once. */
  #sorted(): Float64Array {
    const keys = this.#keys.subarray(0, this.#count)
    if (this.#isSorted) return keys
    const sorted = withoutRepeats(keys.sort())
    this.#count = sorted.length
    this.#isSorted = true
    return sorted
  }
}
