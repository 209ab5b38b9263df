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
