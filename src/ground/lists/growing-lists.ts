/** Typed arrays that grow, and lists on top of them that double when full. */

import { release } from './release.ts'

/** Arrays that can grow. */
type NumberArray =
  | Uint8Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>

/**
 * The same entries followed by 0, `length` in all. The given array is empty afterwards: its memory is freed at once,
 * not at the next garbage collection. REQUIRES: `length` is not below its own; no other code reads it.
 */
export function resized<T extends NumberArray>(array: T, length: number): T {
  // `transfer(bytes)` would do this, but touches the new memory, which costs nothing as long as it is untouched.
  const larger = new (array.constructor as new (length: number) => T)(length)
  larger.set(array)
  release(array)
  return larger
}

/** The array, or a larger one with room for `length` entries: at least twice as long, so that copying is rare. */
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

  /** The entries so far; a view. */
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

/** A growing list of u32, to which one or many are added at once. */
export class WordList {
  #values: Uint32Array<ArrayBuffer>
  length = 0

  constructor(capacity = 1024) {
    this.#values = new Uint32Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.#values.length) this.#values = withRoom(this.#values, this.length + 1)
    this.#values[this.length++] = value
  }

  append(more: Uint32Array): void {
    this.#values = withRoom(this.#values, this.length + more.length)
    this.#values.set(more, this.length)
    this.length += more.length
  }

  /** The entries so far; a view. */
  taken(): Uint32Array<ArrayBuffer> {
    return this.#values.subarray(0, this.length)
  }
}

/** A growing column of u32 or doubles; unset entries are 0. */
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
