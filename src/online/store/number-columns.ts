/** Number columns: growable typed arrays that are indexed by a number which grows from 1. */
import { resized } from '../../ground/lists/growing-lists.ts'

type Values = Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

/** A column of u32 or of doubles; 0 where nothing was set. */
export class NumberColumn {
  #values: Values

  /** @param kind `Uint32Array` or `Float64Array` */
  constructor(kind: new (length: number) => Values) {
    this.#values = new kind(1024)
  }

  get(number: number): number {
    return number < this.#values.length ? this.#values[number] : 0
  }

  set(number: number, value: number): void {
    const { length } = this.#values
    if (number >= length) this.#values = resized(this.#values, Math.max(number + 1, 2 * length))
    this.#values[number] = value
  }
}
