/** Rows: the growing columns of one range's documents, which become its result. */
import { withRoom } from '../../ground/lists/growing-lists.ts'

export interface RowColumns {
  readonly documents: number
  /** Rows of `Kernels.describe`. */
  readonly described: Uint32Array<ArrayBuffer>
  /** [documents] of each record in its file. */
  readonly offsets: Float64Array<ArrayBuffer>
  readonly lengths: Uint32Array<ArrayBuffer>
  readonly textBytes: Uint32Array<ArrayBuffer>
  /** For each keep-rule field, the value in each document. */
  readonly fields: readonly unknown[][]
}

export class Rows {
  readonly #stride: number
  readonly #fields: unknown[][]
  #count = 0
  #describedCount = 0
  #described: Uint32Array<ArrayBuffer>
  #offsets: Float64Array<ArrayBuffer>
  #lengths: Uint32Array<ArrayBuffer>
  #textBytes: Uint32Array<ArrayBuffer>

  /** @param capacity initial room in rows; the columns grow beyond it */
  constructor(stride: number, fields: number, capacity: number) {
    this.#stride = stride
    this.#described = new Uint32Array(capacity * stride)
    this.#offsets = new Float64Array(capacity)
    this.#lengths = new Uint32Array(capacity)
    this.#textBytes = new Uint32Array(capacity)
    this.#fields = Array.from({ length: fields }, () => [])
  }

  add(offset: number, length: number, textBytes: number, fields: readonly unknown[]): void {
    const row = this.#count++
    this.#offsets = withRoom(this.#offsets, row + 1)
    this.#lengths = withRoom(this.#lengths, row + 1)
    this.#textBytes = withRoom(this.#textBytes, row + 1)
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
    this.#described = withRoom(this.#described, at + rows.length)
    this.#described.set(rows, at)
    this.#describedCount += rows.length / this.#stride
  }

  /** Views of the rows; their buffers may be transferred to another thread, so no more documents can be added. */
  finish(): RowColumns {
    const documents = this.#count
    // Trimming the buffers would copy them; untouched room behind the rows costs nothing.
    return {
      documents,
      described: this.#described.subarray(0, documents * this.#stride),
      offsets: this.#offsets.subarray(0, documents),
      lengths: this.#lengths.subarray(0, documents),
      textBytes: this.#textBytes.subarray(0, documents),
      fields: this.#fields,
    }
  }
}
