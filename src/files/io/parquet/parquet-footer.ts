/**
 * Parquet footer: copies the schema of one file byte for byte into the footer of another.
 *
 * The writing library gives the bit widths of integers a type that other readers refuse, and drops logical types
 * that it does not know. So the schema is copied, never written:
 *
 *     footer = version (field 1) schema (field 2) rows, row groups, ... 00
 *                                ^ from        ^ to
 *
 * Source: Apache Parquet format 2.11, `FileMetaData`; Apache Thrift, "Thrift Compact protocol encoding".
 */
import type { FileMetaData } from 'hyparquet'
import type { ParquetBuffer } from './parquet-file.ts'

/** The bytes of the schema in the footer of a file. */
export async function readSchema(buffer: ParquetBuffer, metadata: FileMetaData): Promise<Uint8Array> {
  const end = buffer.byteLength - 8
  const footer = new Uint8Array(await buffer.slice(end - metadata.metadata_length, end))
  return footer.slice(...schemaRange(footer))
}

/** A footer with the bytes of another schema in place of its own. */
export function withSchema(footer: Uint8Array, schema: Uint8Array): Uint8Array {
  const [from, to] = schemaRange(footer)
  return Buffer.concat([footer.subarray(0, from), schema, footer.subarray(to)])
}

/** The elements of a schema. */
export function elementsOf(schema: Uint8Array): Uint8Array[] {
  const isLong = schema[0] >> 4 === 15
  const count = isLong ? varint(schema, 1) : schema[0] >> 4
  let at = isLong ? afterVarint(schema, 1) : 1
  return Array.from({ length: count }, () => {
    const from = at
    at = afterValue(schema, from, 12)
    return schema.subarray(from, at)
  })
}

/** A schema of these elements. */
export function writtenElements(elements: readonly Uint8Array[]): Uint8Array {
  const { length } = elements
  const head = length < 15 ? [(length << 4) | 12] : [0xfc, ...varintBytes(length)]
  return Buffer.concat([Uint8Array.from(head), ...elements])
}

/** An element with another number of children. REQUIRES: it has some. */
export function withChildren(element: Uint8Array, count: number): Uint8Array {
  const at = fieldAt(element, 5)
  const value = Uint8Array.from(varintBytes(2 * count))
  return Buffer.concat([element.subarray(0, at), value, element.subarray(afterVarint(element, at))])
}

/** An element that is required as one that is optional. */
export function withOptional(element: Uint8Array): Uint8Array {
  const copy = element.slice()
  copy[fieldAt(element, 3)] = 2 // 1 as a signed number, in place of 0
  return copy
}

/** Offset of the value of a field of a struct. */
function fieldAt(bytes: Uint8Array, wanted: number): number {
  let at = 0
  for (let id = 0; bytes[at] !== 0; ) {
    const head = bytes[at++]
    id = head < 16 ? varint(bytes, at) / 2 : id + (head >> 4)
    if (head < 16) at = afterVarint(bytes, at)
    if (id === wanted) return at
    at = afterValue(bytes, at, head & 15)
  }
  throw new Error(`no field ${wanted} in the schema`)
}

function varintBytes(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varintBytes(Math.floor(value / 128))]
}

/** The range of the schema in a footer: field 2, a list, after the version, field 1, an i32. */
function schemaRange(footer: Uint8Array): [from: number, to: number] {
  const from = afterVarint(footer, 1) + 1
  if (footer[0] !== 0x15 || footer[from - 1] !== 0x19)
    throw new Error('a footer without version and schema')
  return [from, afterValue(footer, from, 9)]
}

/**
 * Offset after a value of the Thrift compact protocol: a struct is `((delta << 4 | type) [id] value)* 00`, a
 * list `(count << 4 | type) [count] value*`. Only the types that a schema can contain.
 */
function afterValue(bytes: Uint8Array, from: number, type: number): number {
  if (type === 1 || type === 2) return from
  if (type === 3) return from + 1
  if (type >= 4 && type <= 6) return afterVarint(bytes, from)
  if (type === 7) return from + 8
  if (type === 8) return afterVarint(bytes, from) + varint(bytes, from)
  let at = from + 1
  if (type === 9) {
    const isLong = bytes[from] >> 4 === 15
    if (isLong) at = afterVarint(bytes, at)
    const count = isLong ? varint(bytes, from + 1) : bytes[from] >> 4
    for (let i = 0; i < count; i++) at = afterValue(bytes, at, bytes[from] & 15)
    return at
  }
  if (type !== 12) throw new Error(`an unknown type ${type} in the schema`)
  for (let head = bytes[from]; head !== 0; head = bytes[at++]) {
    if (head === undefined) throw new Error('a footer that ends early')
    at = afterValue(bytes, head < 16 ? afterVarint(bytes, at) : at, head & 15)
  }
  return at
}

function afterVarint(bytes: Uint8Array, from: number): number {
  let at = from
  while (bytes[at] >= 128) at++
  return at + 1
}

function varint(bytes: Uint8Array, from: number): number {
  const rest = bytes[from] >= 128 ? varint(bytes, from + 1) : 0
  return rest * 128 + (bytes[from] & 127)
}
