/**
 * Crowded hash map: the order of a `java.util.HashMap` in which some bin reaches nine keys.
 *
 * Such a bin doubles a table of fewer than 64 slots, full or not. In a larger table it becomes a tree: it keeps its
 * order as a list, but the root of the tree moves to the front, and a key added later follows its parent in the tree
 * instead of coming last. So the order reveals the balancing of red-black trees, by signed hash and then by key.
 * Doubling splits a tree bin into two lists; those with more than six keys become trees again. If all keys go the
 * same way, the bin stays unchanged.
 *
 * Source: Java SE 17, class `java.util.HashMap`; observed, since none of it is specified.
 * Cost: O(n log n) time, 26 bytes a key and 5 a slot.
 */
import { RedBlackTrees } from './red-black-trees.ts'
import { spreadHash } from './string-hash.ts'

/** Negative, zero or positive if key number `a` comes before, equals, or comes after key number `b`. */
export type CompareKeys = (a: number, b: number) => number

/** Slots of a new map. */
export const firstSlots = 16
/** Number of keys from which a bin is not a plain list. */
export const crowdedBin = 9
const slotsForTrees = 64
/** Maximum size of a part of a split tree that becomes a plain list again. */
const smallPart = 6

const none = -1

class CrowdedHashMap {
  readonly #hashes: Int32Array
  readonly #trees: RedBlackTrees
  readonly #next: Int32Array
  readonly #previous: Int32Array
  #first = new Int32Array(firstSlots).fill(none)
  #isTree = new Uint8Array(firstSlots)
  #size = 0

  constructor(hashes: Int32Array, compare: CompareKeys) {
    this.#hashes = hashes.map(spreadHash)
    const spread = this.#hashes
    this.#trees = new RedBlackTrees(hashes.length, (a, b) =>
      spread[a] === spread[b] ? compare(a, b) : spread[a] < spread[b] ? -1 : 1,
    )
    this.#next = new Int32Array(hashes.length).fill(none)
    this.#previous = new Int32Array(hashes.length).fill(none)
  }

  insert(key: number): void {
    const slot = this.#hashes[key] & (this.#first.length - 1)
    if (this.#first[slot] === none) this.#first[slot] = key
    else if (this.#isTree[slot]) this.#insertInTree(slot, key)
    else this.#append(slot, key)
    this.#size++
    if (this.#size > 0.75 * this.#first.length) this.#double()
  }

  /** All keys, slot by slot. */
  order(): Uint32Array {
    const order = new Uint32Array(this.#size)
    let at = 0
    for (const first of this.#first) {
      for (let key = first; key !== none; key = this.#next[key]) order[at++] = key
    }
    return order
  }

  #append(slot: number, key: number): void {
    let last = this.#first[slot]
    let count = 2
    for (; this.#next[last] !== none; last = this.#next[last]) count++
    this.#link(last, key)
    if (count < crowdedBin) return
    if (this.#first.length < slotsForTrees) this.#double()
    else this.#makeTree(slot)
  }

  /** The root of a tree bin is its first key, before and afterwards. */
  #insertInTree(slot: number, key: number): void {
    const root = this.#first[slot]
    const parent = this.#trees.hang(root, key)
    const after = this.#next[parent]
    this.#link(parent, key)
    this.#link(key, after)
    this.#moveToFront(slot, this.#trees.balance(root, key))
  }

  #makeTree(slot: number): void {
    let root = none
    for (let key = this.#first[slot]; key !== none; key = this.#next[key]) {
      this.#trees.hang(root, key)
      root = this.#trees.balance(root, key)
    }
    this.#isTree[slot] = 1
    this.#moveToFront(slot, root)
  }

  #moveToFront(slot: number, key: number): void {
    const first = this.#first[slot]
    if (first === key) return
    this.#link(this.#previous[key], this.#next[key])
    this.#link(key, first)
    this.#previous[key] = none
    this.#first[slot] = key
  }

  /** Puts `after` behind `key`; either may be absent. */
  #link(key: number, after: number): void {
    if (key !== none) this.#next[key] = after
    if (after !== none) this.#previous[after] = key
  }

  #double(): void {
    const [first, isTree] = [this.#first, this.#isTree]
    this.#first = new Int32Array(2 * first.length).fill(none)
    this.#isTree = new Uint8Array(2 * first.length)
    for (let slot = 0; slot < first.length; slot++) {
      if (first[slot] !== none) this.#split(slot, first[slot], isTree[slot] === 1)
    }
  }

  /** Moves the keys of a bin of the old table, from `first` on, to its two bins in the new table. */
  #split(slot: number, first: number, wasTree: boolean): void {
    const half = this.#first.length / 2
    const counts = [0, 0]
    const last = [none, none]
    for (let key = first; key !== none; ) {
      const after = this.#next[key]
      const part = (this.#hashes[key] & half) === 0 ? 0 : 1
      if (counts[part]++ === 0) {
        this.#first[slot + part * half] = key
        this.#previous[key] = none
      } else this.#link(last[part], key)
      this.#next[key] = none
      last[part] = key
      key = after
    }
    if (!wasTree) return
    for (const part of [0, 1]) {
      if (counts[part] <= smallPart) continue
      if (counts[1 - part] === 0) this.#isTree[slot + part * half] = 1
      else this.#makeTree(slot + part * half)
    }
  }
}

/**
 * The order of iteration, as key numbers.
 *
 * @param hashes `hashCode()` of the keys, all different keys, in the order of their first insertion
 * @returns shape [hashes.length], each number once
 */
export function crowdedHashMapOrder(hashes: Int32Array, compare: CompareKeys): Uint32Array {
  const map = new CrowdedHashMap(hashes, compare)
  for (let key = 0; key < hashes.length; key++) map.insert(key)
  return map.order()
}
