/**
 * Parquet values as JSON in UTF-8, one character per byte; so the bytes of strings are copied as they are.
 *
 * Integers keep all their digits; times and dates are ISO 8601 strings with the digits of their unit. A decimal is a
 * number; one with a fraction of more digits than a double holds is a string, as a JSON reader would lose digits.
 */
import type { SchemaElement } from 'hyparquet'
import { decimalJson } from '../../../ground/json/decimal.ts'
import { halfFloat } from '../../../ground/json/half-float.ts'
import { storedDate, storedTime, storedTimeOfDay } from '../../../ground/json/stored-times.ts'
import { uuidText } from '../../formats/table/uuid-text.ts'
import { isDecimal } from '../parquet/parquet-columns.ts'
import type { FoundValue } from './leaf-cursor.ts'

/** Prints the value of a leaf. */
type LeafPrinter = (value: FoundValue) => string

export function leafPrinter(element: SchemaElement): LeafPrinter {
  const { type, converted_type: converted, logical_type: logical } = element
  if (isDecimal(element)) return decimalPrinter(element)
  const name = converted ?? logical?.type
  if (name === 'DATE') return ({ view, from }) => jsonLatin1(storedDate(view.getInt32(from, true)))
  const unit = unitsPerSecond(element)
  if (name?.startsWith('TIMESTAMP')) return value => jsonLatin1(storedTime(integer(value), unit))
  if (name?.startsWith('TIME_') || name === 'TIME')
    return value => jsonLatin1(storedTimeOfDay(integer(value), unit))
  if (name === 'JSON') return value => jsonLatin1(JSON.parse(bufferOf(value).toString()))
  if (name === 'UUID') return value => `"${uuidText(bufferOf(value), 0)}"`
  if (name === 'FLOAT16') return ({ view, from }) => jsonLatin1(halfFloat(view.getUint16(from, true)))
  const isUnsigned = converted?.startsWith('UINT_') || (logical?.type === 'INTEGER' && !logical.isSigned)
  switch (type) {
    case 'BOOLEAN':
      return ({ view, from }) => String(view.getUint8(from) === 1)
    case 'INT32':
      return isUnsigned
        ? ({ view, from }) => String(view.getUint32(from, true))
        : ({ view, from }) => String(view.getInt32(from, true))
    case 'INT64':
      return isUnsigned
        ? ({ view, from }) => String(view.getBigUint64(from, true))
        : ({ view, from }) => String(view.getBigInt64(from, true))
    case 'INT96':
      return ({ view, from }) => jsonLatin1(storedTime(nanosOf(view, from), 1_000_000_000))
    case 'FLOAT':
      return ({ view, from }) => jsonLatin1(view.getFloat32(from, true))
    case 'DOUBLE':
      return ({ view, from }) => jsonLatin1(view.getFloat64(from, true))
    default:
      return value => JSON.stringify(bufferOf(value).toString('latin1'))
  }
}

function unitsPerSecond({ converted_type: converted, logical_type: logical }: SchemaElement): number {
  const unit = logical !== undefined && 'unit' in logical ? logical.unit : converted?.replace(/^.*_/, '')
  return unit === 'NANOS' ? 1_000_000_000 : unit === 'MICROS' ? 1_000_000 : 1000
}

function bufferOf({ bytes, from, to }: FoundValue): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from)
}

/** The value of a column of INT32 or INT64. */
function integer({ view, from, to }: FoundValue): bigint {
  return to - from === 4 ? BigInt(view.getInt32(from, true)) : view.getBigInt64(from, true)
}

/** Nanoseconds since 1970 of the nanoseconds of a day and the number of the day in the Julian calendar. */
function nanosOf(view: DataView, from: number): bigint {
  return (
    (BigInt(view.getUint32(from + 8, true)) - 2440588n) * 86_400_000_000_000n +
    view.getBigUint64(from, true)
  )
}

function decimalPrinter({ type, scale = 0, logical_type: logical }: SchemaElement): LeafPrinter {
  const places = logical?.type === 'DECIMAL' ? logical.scale : scale
  return type?.startsWith('INT')
    ? value => decimalJson(integer(value), places)
    : value => decimalJson(unscaled(bufferOf(value)), places)
}

/** The integer in big-endian bytes in two's complement. */
function unscaled(bytes: Buffer): bigint {
  return bytes.length === 0 ? 0n : BigInt.asIntN(8 * bytes.length, BigInt(`0x${bytes.toString('hex')}`))
}

/** Values with a JSON type of their own. */
export function jsonLatin1(value: unknown): string {
  if (value instanceof Uint8Array) {
    return JSON.stringify(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1'))
  }
  if (typeof value === 'string') return JSON.stringify(Buffer.from(value).toString('latin1'))
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null'
  if (typeof value === 'boolean') return String(value)
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    return `[${Array.from(value as unknown as ArrayLike<unknown>, jsonLatin1).join(',')}]`
  }
  if (typeof value !== 'object' || value === null) return 'null'
  return `{${Object.entries(value)
    .map(([key, item]) => `${jsonLatin1(key)}:${jsonLatin1(item)}`)
    .join(',')}}`
}
