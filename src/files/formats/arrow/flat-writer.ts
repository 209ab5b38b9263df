/**
 * Flatbuffer tables, written: each field takes 8 bytes, and what it refers to comes behind the table.
 *
 *     table   i32 back to its vtable, 0, fields      vtable   as `flatbuffer.ts` reads it, behind the table
 *
 * All parts are as long as a multiple of 8 bytes, so numbers stay where their type may be. A part may be a whole
 * flatbuffer of somebody else, of which one table is referred to.
 */
import type { FlatPlace } from './flatbuffer.ts'

/** Bytes filled up with zeros to a multiple of 8. */
export function padded(bytes: Uint8Array): Uint8Array {
  const rest = -bytes.length & 7
  return rest === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(rest)])
}

/** @param fields numbers, what they refer to, or undefined for defaults */
export function flatTable(fields: readonly (number | FlatPlace | undefined)[]): FlatPlace {
  const size = 8 + 8 * fields.length
  const own = Buffer.alloc(size + 4 + 2 * fields.length)
  own.writeInt32LE(-size)
  own.writeUInt16LE(own.length - size, size)
  own.writeUInt16LE(size, size + 2)
  const parts = [padded(own)]
  let length = parts[0].length
  for (const [i, field] of fields.entries()) {
    if (field === undefined) continue
    const at = 8 + 8 * i
    own.writeUInt16LE(at, size + 4 + 2 * i)
    if (typeof field === 'number') own.writeBigInt64LE(BigInt(field), at)
    else {
      own.writeUInt32LE(length + field.at - at, at)
      parts.push(padded(field.bytes))
      length += parts[parts.length - 1].length
    }
  }
  parts[0] = padded(own)
  return { bytes: Buffer.concat(parts), at: 0 }
}

/** A vector of structs of 8 bytes or a multiple. */
export function flatVector(structs: Uint8Array, sizeBytes: number): FlatPlace {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(structs.length / sizeBytes, 4)
  return { bytes: Buffer.concat([head, structs]), at: 4 }
}

/** Numbers of 64 bits. */
export function longs(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(8 * values.length)
  for (const [i, value] of values.entries()) bytes.writeBigInt64LE(BigInt(value), 8 * i)
  return bytes
}

/** The flatbuffer of a table. */
export function flatRoot({ bytes, at }: FlatPlace): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(8 + at)
  return Buffer.concat([head, bytes])
}
