/**
 * Union-find: which elements are connected after any number of links.
 *
 * A forest in one array: `parent[x]` is nearer to the root, a root is its own parent. The root of a set is always its
 * first element, so the result depends only on the links, never on their order.
 *
 * Source: R. E. Tarjan, J. van Leeuwen, "Worst-case analysis of set union algorithms", J. ACM 31 (1984),
 * section 3, for path halving.
 * Ours: the first element as root, where theirs is the larger or the deeper tree.
 * Cost: 4 bytes an element; O(log n) amortised a call.
 */
export class UnionFind {
  readonly #parent: Int32Array
  readonly #rank: Int32Array | undefined

  /**
   * @param count elements are numbered [0, count); each starts alone.
   * @param rank [count], the place of every element in the order that decides roots; without it, its number.
   */
  constructor(count: number, rank?: Int32Array) {
    this.#parent = new Int32Array(count)
    for (let element = 0; element < count; element++) this.#parent[element] = element
    this.#rank = rank
  }

  /** The first element of the set of `element`. */
  find(element: number): number {
    const parent = this.#parent
    let at = element
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]]
      at = parent[at]
    }
    return at
  }

  /** Links two sets. @returns false if they were one already. */
  union(left: number, right: number): boolean {
    const a = this.find(left)
    const b = this.find(right)
    if (a === b) return false
    const rank = this.#rank
    const isLeftFirst = rank === undefined ? a < b : rank[a] < rank[b]
    if (isLeftFirst) this.#parent[b] = a
    else this.#parent[a] = b
    return true
  }
}
