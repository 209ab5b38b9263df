/**
 * Flatbuffer tables, read where they are in the bytes.
 *
 *     root    u32 offset of a table          vtable  u16 size, u16 size of the table, u16 offset of each field
 *     table   i32 back to its vtable, fields
 *
 * Source: FlatBuffers internals. Error: RangeError for an offset outside of the bytes, as `Buffer` throws it. Offsets
 * lead forward only, so nothing contains itself; that many may lead to one table is the reader's to bound.
 */

/** A table, a string or a vector, and where it begins in bytes that go along. */
export interface FlatPlace {
  readonly bytes: Uint8Array
  readonly at: number
}

export class FlatTable {
  readonly #bytes: Buffer
  readonly #at: number

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  static root(bytes: Buffer): FlatTable {
    return new FlatTable(bytes, bytes.readUInt32LE(0))
  }

  /** Offset of a field; 0 if it has its default. */
  #field(number: number): number {
    const vtable = this.#at - this.#bytes.readInt32LE(this.#at)
    const entry = 4 + 2 * number
    if (entry + 2 > this.#bytes.readUInt16LE(vtable)) return 0
    const offset = this.#bytes.readUInt16LE(vtable + entry)
    return offset === 0 ? 0 : this.#at + offset
  }

  /** Where it is, with all that it refers to. */
  get place(): FlatPlace {
    return { bytes: this.#bytes, at: this.#at }
  }

  byte(number: number): number {
    const at = this.#field(number)
    return at === 0 ? 0 : this.#bytes.readUInt8(at)
  }

  short(number: number, unless = 0): number {
    const at = this.#field(number)
    return at === 0 ? unless : this.#bytes.readInt16LE(at)
  }

  int(number: number, unless = 0): number {
    const at = this.#field(number)
    return at === 0 ? unless : this.#bytes.readInt32LE(at)
  }

  long(number: number): number {
    const at = this.#field(number)
    return at === 0 ? 0 : longAt(this.#bytes, at)
  }

  /** A table, a string or a vector: where its offset leads; 0 if there is none. */
  #target(number: number): number {
    const at = this.#field(number)
    return at === 0 ? 0 : at + this.#bytes.readUInt32LE(at)
  }

  /** That of a table, a string or a vector. */
  placeOf(number: number): FlatPlace | undefined {
    const at = this.#target(number)
    return at === 0 ? undefined : { bytes: this.#bytes, at }
  }

  table(number: number): FlatTable | undefined {
    const at = this.#target(number)
    return at === 0 ? undefined : new FlatTable(this.#bytes, at)
  }

  string(number: number): string {
    return this.structs(number, 1).toString('utf8')
  }

  /** The bytes of a vector of structs, or numbers, of one size. */
  structs(number: number, sizeBytes: number): Buffer {
    const at = this.#target(number)
    if (at === 0) return Buffer.alloc(0)
    const end = at + 4 + sizeBytes * this.#bytes.readUInt32LE(at)
    if (end > this.#bytes.length) throw new RangeError('a vector beyond the end')
    return this.#bytes.subarray(at + 4, end)
  }

  tables(number: number): FlatTable[] {
    const offsets = this.structs(number, 4)
    const from = this.#target(number) + 4
    return Array.from({ length: offsets.length / 4 }, (_, i) => {
      return new FlatTable(this.#bytes, from + 4 * i + offsets.readUInt32LE(4 * i))
    })
  }
}

/** A number of 64 bits that is a count or an offset. */
export function longAt(bytes: Buffer, at: number): number {
  const value = Number(bytes.readBigInt64LE(at))
  if (!Number.isSafeInteger(value)) throw new RangeError('a number beyond 2^53')
  return value
}
