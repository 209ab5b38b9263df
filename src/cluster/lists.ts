/** Typed arrays that grow, and lists in them, whose length is doubled when it is used up. */

/** What may grow. */
export type NumberArray =
  | Uint8Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>

/**
 * The same entries with 0 behind them, `length` in all. The given array is empty afterwards: its memory is back at
 * once, not when the collector comes by. REQUIRES: `length` is not below its own; nobody else reads it.
 */
export function resized<T extends NumberArray>(array: T, length: number): T {
  // `transfer(bytes)` would do all of it, but touches the new room, which takes no memory as long as it is untouched.
  const larger = new (array.constructor as new (length: number) => T)(length)
  larger.set(array)
  array.buffer.transfer(0)
  return larger
}

/** A growing list of 32-bit whole numbers. Read `values` afresh after a push. */
export class IntList {
  values: Int32Array<ArrayBuffer>
  length = 0

  constructor(capacity = 16) {
    this.values = new Int32Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      this.values = resized(this.values, Math.max(16, this.length * 2))
    }
    this.values[this.length++] = value
  }

  /** The entry at `index` in [0, length). */
  at(index: number): number {
    return this.values[index]
  }
}

/** A growing list of doubles. Read `values` afresh after a push. */
export class DoubleList {
  values: Float64Array<ArrayBuffer>
  length = 0

  constructor(capacity = 16) {
    this.values = new Float64Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      this.values = resized(this.values, Math.max(16, this.length * 2))
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

  /** Nodes added from now on lie above it, the others do not. */
  get mark(): number {
    return this.#nodes.length - 1
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
