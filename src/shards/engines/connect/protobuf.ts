/**
 * Protobuf: writes and reads the few messages of Spark Connect that are used, without a schema.
 *
 *     field = (number << 3 | wire type) as a varint, then the value: 0 a varint, 1 eight bytes, 2 a length and bytes,
 *             5 four bytes
 *
 * Source: Protocol Buffers, "Encoding". Ours: the code.
 */

/** A field to write: whole numbers and booleans become varints, texts and messages bytes. Undefined is left out. */
type Field = readonly [number: number, value: string | Uint8Array | number | boolean | undefined]

/** The values of each field read, in the order of the message; those of fixed size stay bytes. */
type Message = ReadonlyMap<number, readonly (number | Uint8Array)[]>

/** @example message([1, 'ab'], [2, 300]) // => Uint8Array.of(10, 2, 97, 98, 16, 172, 2) */
export function message(...fields: readonly Field[]): Uint8Array {
  const bytes: number[] = []
  for (const [number, value] of fields) {
    if (value === undefined) continue
    if (typeof value === 'number' || typeof value === 'boolean') {
      writeVarint(bytes, number * 8)
      writeVarint(bytes, Number(value))
      continue
    }
    const content = typeof value === 'string' ? Buffer.from(value) : value
    writeVarint(bytes, number * 8 + 2)
    writeVarint(bytes, content.length)
    for (const byte of content) bytes.push(byte)
  }
  return Uint8Array.from(bytes)
}

/** @throws RangeError if the bytes are not a message */
export function readMessage(bytes: Uint8Array): Message {
  const fields = new Map<number, (number | Uint8Array)[]>()
  const reader = new Reader(bytes)
  while (!reader.isAtEnd) {
    const tag = reader.varint()
    const values = fields.get(Math.floor(tag / 8)) ?? []
    fields.set(Math.floor(tag / 8), values)
    values.push(reader.value(tag % 8))
  }
  return fields
}

/** The first value of a field as a number, 0 if there is none. */
export function numberOf(read: Message, field: number): number {
  const value = read.get(field)?.[0]
  return typeof value === 'number' ? value : 0
}

/** The bytes of each value of a field. */
export function messagesIn(read: Message, field: number): readonly Uint8Array[] {
  return (read.get(field) ?? []).filter(value => value instanceof Uint8Array)
}

function writeVarint(bytes: number[], value: number): void {
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  bytes.push(rest)
}

class Reader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  /** Beyond 2^53 the lower digits are lost; no such number is used. */
  varint(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      if (this.isAtEnd) throw new RangeError('a message that ends inside a number')
      const byte = this.#bytes[this.#at++]
      value += (byte % 128) * scale
      if (byte < 128) return value
    }
  }

  value(wireType: number): number | Uint8Array {
    if (wireType === 0) return this.varint()
    if (wireType === 1) return this.#take(8)
    if (wireType === 2) return this.#take(this.varint())
    if (wireType === 5) return this.#take(4)
    throw new RangeError(`a message with the wire type ${wireType}`)
  }

  #take(length: number): Uint8Array {
    const from = this.#at
    this.#at += length
    if (this.#at > this.#bytes.length) throw new RangeError('a message that ends inside a value')
    return this.#bytes.subarray(from, this.#at)
  }
}
