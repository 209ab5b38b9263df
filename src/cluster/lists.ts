/** Lists that grow, in typed arrays: the length is doubled when it is used up. Read `values` afresh after a push. */

/** A growing list of 32-bit whole numbers. */
export class IntList {
  values: Int32Array<ArrayBuffer>
  length = 0

  constructor(capacity = 16) {
    this.values = new Int32Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Int32Array(Math.max(16, this.length * 2))
      grown.set(this.values)
      this.values.buffer.transfer(0) // back at once, not when the collector comes by
      this.values = grown
    }
    this.values[this.length++] = value
  }

  /** The entry at `index` in [0, length). */
  at(index: number): number {
    return this.values[index]
  }
}

/** A growing list of doubles. */
export class DoubleList {
  values: Float64Array<ArrayBuffer>
  length = 0

  constructor(capacity = 16) {
    this.values = new Float64Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Float64Array(Math.max(16, this.length * 2))
      grown.set(this.values)
      this.values.buffer.transfer(0)
      this.values = grown
    }
    this.values[this.length++] = value
  }
}

/** For every group a list of documents, newest first: chains of nodes, `next` 0 at their end. */
export class GroupLists {
  readonly #heads: Int32Array
  /** Node n, an even number from 2 on: its document at n, the node after it at n + 1. */
  readonly #nodes = new IntList()

  /** @param groups group numbers lie in [1, groups]. */
  constructor(groups: number) {
    this.#heads = new Int32Array(groups + 1)
    this.#nodes.length = 2
  }

  add(group: number, document: number): void {
    const node = this.#nodes.length
    this.#nodes.push(document)
    this.#nodes.push(this.#heads[group])
    this.#heads[group] = node
  }

  /** The first node of a group, 0 when it has none. */
  head(group: number): number {
    return this.#heads[group]
  }

  document(node: number): number {
    return this.#nodes.at(node)
  }

  next(node: number): number {
    return this.#nodes.at(node + 1)
  }
}
