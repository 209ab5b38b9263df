/** Number columns: growable typed arrays that are indexed by a number which grows from 1. */

/** A column of u32; 0 where nothing was set. */
export class U32Column {
  #values = new Uint32Array(1024)

  get(number: number): number {
    return number < this.#values.length ? this.#values[number] : 0
  }

  set(number: number, value: number): void {
    if (number >= this.#values.length) {
      const larger = new Uint32Array(Math.max(number + 1, 2 * this.#values.length))
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[number] = value
  }
}

/** A column of doubles; 0 where nothing was set. */
export class F64Column {
  #values = new Float64Array(1024)

  get(number: number): number {
    return number < this.#values.length ? this.#values[number] : 0
  }

  set(number: number, value: number): void {
    if (number >= this.#values.length) {
      const larger = new Float64Array(Math.max(number + 1, 2 * this.#values.length))
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[number] = value
  }
}
