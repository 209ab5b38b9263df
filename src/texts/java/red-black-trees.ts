/**
 * Red-black trees of numbered nodes: the shapes of the bins of a Java hash map.
 *
 * Only the shape matters here: the parent of a new node, and the root. Nodes are added, never removed. All trees share
 * four arrays, because a node is in at most one tree; the empty tree is -1.
 *
 * Source: Cormen, Leiserson, Rivest, Stein, "Introduction to Algorithms", 3rd edition, section 13.3.
 * Cost: O(log n) a node; 13 bytes a node.
 */

/** Negative if node `a` is to the left of node `b`, else positive; never zero. */
type CompareNodes = (a: number, b: number) => number

export class RedBlackTrees {
  readonly #parent: Int32Array
  /** [2 * node] is the left child of a node, [2 * node + 1] the right one. */
  readonly #child: Int32Array
  readonly #isRed: Uint8Array
  readonly #compare: CompareNodes

  constructor(nodes: number, compare: CompareNodes) {
    this.#parent = new Int32Array(nodes)
    this.#child = new Int32Array(2 * nodes)
    this.#isRed = new Uint8Array(nodes)
    this.#compare = compare
  }

  /** Adds `node`, which may have been in another tree, as a leaf. `balance` must follow. @returns its parent */
  hang(root: number, node: number): number {
    this.#child[2 * node] = -1
    this.#child[2 * node + 1] = -1
    this.#isRed[node] = 1
    let parent = -1
    let side = 0
    for (let at = root; at >= 0; at = this.#child[2 * at + side]) {
      parent = at
      side = this.#compare(node, at) < 0 ? 0 : 1
    }
    this.#parent[node] = parent
    if (parent >= 0) this.#child[2 * parent + side] = node
    return parent
  }

  /** Restores the red-black property after `node` was added as a leaf. @returns the root */
  balance(root: number, node: number): number {
    let at = node
    while (this.#isRedNode(this.#parent[at])) {
      const parent = this.#parent[at]
      const grandparent = this.#parent[parent]
      const side = this.#sideOf(parent)
      const uncle = this.#child[2 * grandparent + 1 - side]
      if (this.#isRedNode(uncle)) {
        this.#isRed[parent] = 0
        this.#isRed[uncle] = 0
        this.#isRed[grandparent] = 1
        at = grandparent
        continue
      }
      if (this.#sideOf(at) !== side) {
        at = parent
        this.#rotate(at, side)
      }
      this.#isRed[this.#parent[at]] = 0
      this.#isRed[grandparent] = 1
      this.#rotate(grandparent, 1 - side)
    }
    let top = root < 0 ? node : root
    while (this.#parent[top] >= 0) top = this.#parent[top]
    this.#isRed[top] = 0
    return top
  }

  #isRedNode(node: number): boolean {
    return node >= 0 && this.#isRed[node] === 1
  }

  #sideOf(node: number): number {
    return this.#child[2 * this.#parent[node] + 1] === node ? 1 : 0
  }

  /** Moves `node` down to the `side` (0 left, 1 right); its child on the other side takes its place. */
  #rotate(node: number, side: number): void {
    const riser = this.#child[2 * node + 1 - side]
    const moved = this.#child[2 * riser + side]
    const parent = this.#parent[node]
    if (parent >= 0) this.#child[2 * parent + this.#sideOf(node)] = riser
    this.#parent[riser] = parent
    this.#child[2 * riser + side] = node
    this.#parent[node] = riser
    this.#child[2 * node + 1 - side] = moved
    if (moved >= 0) this.#parent[moved] = node
  }
}
