/**
 * Dictionary of a column chunk: each value once. Whether a chunk gets one depends on its values alone, so the bytes of
 * the file do not depend on how its rows were divided before.
 */
import { withRoom } from '../../../ground/lists/growing-lists.ts'
import type { LeafShape } from './parquet-leaf.ts'

/** Values that show whether a dictionary is worth it: at most half of them may be distinct, and they are short. */
const shownValues = 1000
const shownBytes = 2 ** 17
const mostBytes = 2 ** 20

export class ChunkDictionary {
  readonly #shape: LeafShape
  #bytes = new Uint8Array(2 ** 12)
  #length = 0
  /** Where each value begins, and the end of the last. */
  #starts = new Uint32Array(2 ** 8)
  /** Open addressing: numbers of values plus 1. */
  #slots = new Uint32Array(2 ** 10)
  #count = 0

  private constructor(shape: LeafShape) {
    this.#shape = shape
  }

  /** A dictionary for a chunk that begins with these values in plain encoding; undefined if it is better without. */
  static for(values: Uint8Array, shape: LeafShape): ChunkDictionary | undefined {
    if (shape.type === 'BOOLEAN' || values.length === 0) return undefined
    const ends = endsOf(values, shape, shownValues)
    const end = ends[ends.length - 1]
    if (end > shownBytes) return undefined
    const dictionary = new ChunkDictionary(shape)
    dictionary.indicesOf(values.subarray(0, end))
    return 2 * dictionary.#count <= ends.length ? new ChunkDictionary(shape) : undefined
  }

  /** The numbers of values in plain encoding, new ones added; undefined if it is full. */
  indicesOf(values: Uint8Array): Uint32Array | undefined {
    const ends = endsOf(values, this.#shape)
    const indices = new Uint32Array(ends.length)
    for (let i = 0, from = 0; i < ends.length; i++) {
      if (this.#length > mostBytes) return undefined
      indices[i] = this.#indexOf(values, from, ends[i])
      from = ends[i]
    }
    return indices
  }

  get count(): number {
    return this.#count
  }

  /** All values in plain encoding. */
  get values(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  #indexOf(values: Uint8Array, from: number, to: number): number {
    const mask = this.#slots.length - 1
    let slot = hashOf(values, from, to) & mask
    for (; this.#slots[slot] > 0; slot = (slot + 1) & mask) {
      const index = this.#slots[slot] - 1
      if (this.#isAt(index, values, from, to)) return index
    }
    this.#slots[slot] = ++this.#count
    this.#append(values, from, to)
    if (2 * this.#count > this.#slots.length) this.#rehash()
    return this.#count - 1
  }

  #isAt(index: number, values: Uint8Array, from: number, to: number): boolean {
    const start = this.#starts[index]
    if (this.#starts[index + 1] - start !== to - from) return false
    for (let i = 0; i < to - from; i++) if (this.#bytes[start + i] !== values[from + i]) return false
    return true
  }

  #append(values: Uint8Array, from: number, to: number): void {
    const length = this.#length + to - from
    this.#bytes = withRoom(this.#bytes, length)
    this.#bytes.set(values.subarray(from, to), this.#length)
    this.#length = length
    this.#starts = withRoom(this.#starts, this.#count + 1)
    this.#starts[this.#count] = length
  }

  #rehash(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length)
    const mask = this.#slots.length - 1
    for (let index = 0; index < this.#count; index++) {
      let slot = hashOf(this.#bytes, this.#starts[index], this.#starts[index + 1]) & mask
      while (this.#slots[slot] > 0) slot = (slot + 1) & mask
      this.#slots[slot] = index + 1
    }
  }
}

/** FNV-1a, finished, as the low bits of products depend on low bits only. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193)
  return hash ^ (hash >>> 15)
}

/** Where each value ends. @param most number of values */
function endsOf(
  values: Uint8Array,
  { width }: LeafShape,
  most = Number.POSITIVE_INFINITY,
): readonly number[] {
  const view = new DataView(values.buffer, values.byteOffset, values.length)
  const ends: number[] = []
  for (let at = 0; at < values.length && ends.length < most; ) {
    at += width > 0 ? width : 4 + view.getUint32(at, true)
    ends.push(at)
  }
  return ends
}
