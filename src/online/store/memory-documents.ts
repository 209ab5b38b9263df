/**
 * Memory documents: documents by number, in columns and one arena of records:
 *
 *     u32 bytes of the name │ u32 postings │ hashes 32 │ postings 4 each │ name │ body
 */
import { NumberColumn } from '../../ground/lists/growing-lists.ts'
import type { Sketch } from '../../methods/contract/sketch.ts'
import { RecordArena } from './record-arena.ts'
import type { StoredDocument } from './store.ts'

const headBytes = 8
const hashBytes = 32
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Placeholder for a body that the caller did not ask for. */
export const absentBody: Uint8Array = new Uint8Array(0)

export class MemoryDocuments {
  #arena = new RecordArena()
  /** Address plus one; 0 if there is no document. */
  readonly #address = new NumberColumn(Float64Array)
  readonly #addedAt = new NumberColumn(Float64Array)
  /** Infinity for never. */
  readonly #expiresAt = new NumberColumn(Float64Array)
  /** The highest number so far. */
  last = 0
  count = 0

  get storedBytes(): number {
    return this.#arena.bytes
  }

  get wastedBytes(): number {
    return this.#arena.wasted
  }

  has(number: number): boolean {
    return this.#address.get(number) !== 0
  }

  add(document: StoredDocument): void {
    const { number, addedAt, expiresAt } = document
    this.#address.set(number, this.#arena.add(packed(document)) + 1)
    this.#addedAt.set(number, addedAt)
    this.#expiresAt.set(number, expiresAt ?? Number.POSITIVE_INFINITY)
    this.last = number
    this.count++
  }

  remove(number: number): void {
    this.#arena.remove(this.#address.get(number) - 1)
    this.#address.set(number, 0)
    this.count--
  }

  /** All but its cluster. The body is a view. */
  get(number: number): Omit<StoredDocument, 'cluster'> {
    const { name, ...parts } = this.#parts(number)
    const times = { addedAt: this.addedAt(number), expiresAt: this.expiresAt(number) }
    return { number, name: decoder.decode(name), ...times, ...parts }
  }

  name(number: number): string {
    return decoder.decode(this.#parts(number).name)
  }

  addedAt(number: number): number {
    return this.#addedAt.get(number)
  }

  expiresAt(number: number): number | null {
    const at = this.#expiresAt.get(number)
    return at === Number.POSITIVE_INFINITY ? null : at
  }

  /** @returns bytes reclaimed */
  compact(): number {
    const before = this.#arena.wasted
    if (before === 0) return 0
    const old = this.#arena
    this.#arena = new RecordArena()
    for (let number = 1; number <= this.last; number++) {
      const address = this.#address.get(number)
      if (address !== 0) this.#address.set(number, this.#arena.add(old.at(address - 1)) + 1)
    }
    return before
  }

  #parts(number: number): { name: Uint8Array; sketch: Sketch; body: Uint8Array } {
    const record = this.#arena.at(this.#address.get(number) - 1)
    const view = new DataView(record.buffer, record.byteOffset)
    const nameFrom = headBytes + hashBytes + 4 * view.getUint32(4, true)
    const bodyFrom = nameFrom + view.getUint32(0, true)
    // A copy, because words in a record may be unaligned.
    const words = new Uint32Array(record.slice(headBytes, nameFrom).buffer)
    const sketch = { hashes: words.subarray(0, 8), postings: words.subarray(8) }
    return { name: record.subarray(nameFrom, bodyFrom), sketch, body: record.subarray(bodyFrom) }
  }
}

function packed({ name, sketch, body }: StoredDocument): Uint8Array {
  const nameBytes = encoder.encode(name)
  const { hashes, postings } = sketch
  const nameFrom = headBytes + hashBytes + 4 * postings.length
  const record = new Uint8Array(nameFrom + nameBytes.length + body.length)
  const words = new Uint32Array(record.buffer, 0, nameFrom / 4)
  words[0] = nameBytes.length
  words[1] = postings.length
  words.set(hashes, headBytes / 4)
  words.set(postings, (headBytes + hashBytes) / 4)
  record.set(nameBytes, nameFrom)
  record.set(body, nameFrom + nameBytes.length)
  return record
}
