/** Rows: the growing columns of one range's documents, from which its result is made. */
import { resized } from '../cluster/lists.ts'

export interface RowColumns {
  readonly documents: number
  readonly described: Uint32Array<ArrayBuffer>
  readonly offsets: Float64Array<ArrayBuffer>
  readonly lengths: Uint32Array<ArrayBuffer>
  readonly textBytes: Uint32Array<ArrayBuffer>
  readonly fields: readonly unknown[][]
}

export class Rows {
  readonly #stride: number
  readonly #fields: unknown[][]
  #count = 0
  #describedCount = 0
  #described: Uint32Array<ArrayBuffer>
  #offsets = new Float64Array(256)
  #lengths = new Uint32Array(256)
  #textBytes = new Uint32Array(256)

  constructor(stride: number, fields: number) {
    this.#stride = stride
    this.#described = new Uint32Array(256 * stride)
    this.#fields = Array.from({ length: fields }, () => [])
  }

  add(offset: number, length: number, textBytes: number, fields: readonly unknown[]): void {
    const row = this.#count++
    if (row === this.#offsets.length) {
      this.#offsets = resized(this.#offsets, 2 * row)
      this.#lengths = resized(this.#lengths, 2 * row)
      this.#textBytes = resized(this.#textBytes, 2 * row)
    }
    this.#offsets[row] = offset
    this.#lengths[row] = length
    this.#textBytes[row] = textBytes
    fields.forEach((value, i) => {
      this.#fields[i].push(value)
    })
  }

  /** Rows of `Kernels.describe` for the documents added since the last call; copied. */
  describe(rows: Uint32Array): void {
    const at = this.#describedCount * this.#stride
    while (at + rows.length > this.#described.length)
      this.#described = resized(this.#described, 2 * this.#described.length)
    this.#described.set(rows, at)
    this.#describedCount += rows.length / this.#stride
  }

  /** Arrays of exactly the documents' size, which may be handed to another thread; nothing can be added any more. */
  finish(): RowColumns {
    const documents = this.#count
    // The buffers are cut to size, not copied: what a range leaves behind would be collected late.
    return {
      documents,
      described: new Uint32Array(this.#described.buffer.transfer(4 * documents * this.#stride)),
      offsets: new Float64Array(this.#offsets.buffer.transfer(8 * documents)),
      lengths: new Uint32Array(this.#lengths.buffer.transfer(4 * documents)),
      textBytes: new Uint32Array(this.#textBytes.buffer.transfer(4 * documents)),
      fields: this.#fields,
    }
  }
}
