/**
 * Arrays in PostgreSQL's binary format: the values of many rows in one value, without printing or parsing digits.
 *
 *     i32 dimensions (1, or 0 for an empty array), i32 hasNull, i32 type, i32 count, i32 first index (1),
 *     then for every element i32 bytes (-1 for null) and the bytes; all big-endian
 *
 * Source: `array_recv` of the PostgreSQL 15 server; types by their fixed numbers in `pg_type`.
 */
import type { SqlType, SqlValue } from './client.ts'

interface ElementType {
  readonly sql: string
  readonly typeId: number
  readonly bytes: number
}

const elementTypes: Readonly<Record<SqlType, ElementType>> = {
  // Words are stored as signed 4-byte integers: those from 2^31 on are negative.
  word: { sql: 'int4', typeId: 23, bytes: 4 },
  number: { sql: 'int8', typeId: 20, bytes: 8 },
  bytes: { sql: 'bytea', typeId: 17, bytes: 0 },
  text: { sql: 'text', typeId: 25, bytes: 0 },
}

const headBytes = 20

/** Such as `int8[]`. */
export function arrayType(type: SqlType): string {
  return `${elementTypes[type].sql}[]`
}

/** An array as a statement's value; the client sends a Buffer as a binary value. */
export function arrayValue(type: SqlType, values: ArrayLike<SqlValue>): Buffer {
  const { typeId } = elementTypes[type]
  const { length } = values
  const array = Buffer.allocUnsafe(length === 0 ? 12 : sizeOf(type, values))
  array.writeInt32BE(length === 0 ? 0 : 1, 0)
  array.writeInt32BE(0, 4)
  array.writeInt32BE(typeId, 8)
  if (length === 0) return array
  array.writeInt32BE(length, 12)
  array.writeInt32BE(1, 16)
  let at = headBytes
  for (let i = 0; i < length; i++) {
    const value = values[i]
    if (value === null) {
      array.writeInt32BE(1, 4)
      at = array.writeInt32BE(-1, at)
    } else if (typeof value === 'number') at = writeNumber(array, at, type, value)
    else {
      const bytes = bytesOf(value)
      at = array.writeInt32BE(bytes.length, at)
      array.set(bytes, at)
      at += bytes.length
    }
  }
  return array
}

function sizeOf(type: SqlType, values: ArrayLike<SqlValue>): number {
  let bytes = headBytes + 4 * values.length
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (typeof value === 'number') bytes += elementTypes[type].bytes
    else if (value !== null) bytes += Buffer.byteLength(value)
  }
  return bytes
}

function bytesOf(value: string | Uint8Array): Uint8Array {
  return typeof value === 'string' ? Buffer.from(value) : value
}

function writeNumber(array: Buffer, at: number, type: SqlType, value: number): number {
  if (type === 'word') return array.writeInt32BE(value | 0, array.writeInt32BE(4, at))
  const high = array.writeInt32BE(Math.floor(value / 2 ** 32), array.writeInt32BE(8, at))
  return array.writeUInt32BE(value >>> 0, high)
}
