/** Typed arrays that grow, and lists in them, whose length is doubled when it is used up. */

import { release } from './release.ts'

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
  release(array)
  return larger
}

/** The array, or a larger one with room for `length` entries: twice as long at least, so that few are copied. */
export function withRoom<T extends NumberArray>(array: T, length: number): T {
  return length <= array.length ? array : resized(array, Math.max(16, 2 * array.length, length))
}

/** A growing list of 32-bit whole numbers. Read `values` again after a push. */
export class IntList {
  values: Int32Array<ArrayBuffer>
  length = 0

  constructor(capacity = 16) {
    this.values = new Int32Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.values.length) this.values = withRoom(this.values, this.length + 1)
    this.values[this.length++] = value
  }

  /** The entry at `index` in [0, length). */
  at(index: number): number {
    return this.values[index]
  }

  /** What is in the list; a view. */
  taken(): Int32Array<ArrayBuffer> {
    return this.values.subarray(0, this.length)
  }
}

/** A growing list of doubles. Read `values` again after a push. */
export class DoubleList {
  values: Float64Array<ArrayBuffer>
  length = 0

  constructor(capacity = 16) {
    this.values = new Float64Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.values.length) this.values = withRoom(this.values, this.length + 1)
    this.values[this.length++] = value
  }
}

/** A growing list of u32, taken in by many at once. */
export class WordList {
  #values = new Uint32Array(1024)
  length = 0

  append(more: Uint32Array): void {
    this.#values = withRoom(this.#values, this.length + more.length)
    this.#values.set(more, this.length)
    this.length += more.length
  }

  /** What is in the list; a view. */
  taken(): Uint32Array<ArrayBuffer> {
    return this.#values.subarray(0, this.length)
  }
}

/** A growing column of u32 or of doubles; 0 where nothing was set. */
export class NumberColumn {
  #values: Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

  /** @param kind `Uint32Array` or `Float64Array` */
  constructor(kind: new (length: number) => Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>) {
    this.#values = new kind(1024)
  }

  get(index: number): number {
    return index < this.#values.length ? this.#values[index] : 0
  }

  set(index: number, value: number): void {
    this.#values = withRoom(this.#values, index + 1)
    this.#values[index] = value
  }
}
