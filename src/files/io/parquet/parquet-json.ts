/**
 * Parquet values as JSON in UTF-8, one character per byte; so the bytes of strings are copied as they are.
 *
 * Integers keep all their digits; times and dates are ISO 8601 strings with the digits of their unit. A decimal is a
 * number; one with a fraction of more digits than a double holds is a string, as a JSON reader would lose digits.
 *
 * The library turns decimals into doubles, so it gets a schema without decimals, and its values are printed by the
 * schema that has them.
 */
import type { FileMetaData, ParquetParsers, SchemaElement, SchemaTree } from 'hyparquet'
import { decimalJson } from '../../../ground/json/decimal.ts'
import { ownValue } from '../../../ground/json/field.ts'
import { storedTime } from '../../../ground/json/stored-times.ts'
import { isDecimal } from './parquet-columns.ts'
import { readerInside } from './parquet-inside.ts'

export type ValuePrinter = (value: unknown) => string

type Shapes = Pick<Awaited<ReturnType<typeof readerInside>>, 'isListLike' | 'isMapLike'>

/** Metadata for the library, which then returns decimals as the stored integers or bytes. */
export function withoutDecimals(metadata: FileMetaData, columns: readonly SchemaTree[]): FileMetaData {
  const decimals = new Set(columns.flatMap(decimalsOf))
  const plain = (element: SchemaElement) => {
    const { converted_type: _, ...rest } = element
    return decimals.has(element) ? rest : element
  }
  return { ...metadata, schema: metadata.schema.map(plain) }
}

function decimalsOf(node: SchemaTree): SchemaElement[] {
  if (isVariant(node)) return []
  return [...(isDecimal(node.element) ? [node.element] : []), ...node.children.flatMap(decimalsOf)]
}

/** Whether a column is a variant: values of any type, which the library assembles from parts. */
function isVariant({ element }: SchemaTree): boolean {
  return element.logical_type?.type === 'VARIANT'
}

/** Loads the library lazily and returns the printer of a column's values. */
export async function loadPrinters(): Promise<(column: SchemaTree) => ValuePrinter> {
  const shapes = await readerInside()
  return column => printerOf(column, shapes)
}

/** The printer of a column, including lists of its values at any depth. */
function printerOf(node: SchemaTree, shapes: Shapes): ValuePrinter {
  if (isVariant(node)) return jsonLatin1
  if (shapes.isListLike(node)) {
    const [repeated] = node.children
    return printerOf(repeated.children.length === 1 ? repeated.children[0] : repeated, shapes)
  }
  const one = shapes.isMapLike(node)
    ? mapPrinter(node, shapes)
    : node.children.length > 0
      ? structPrinter(node, shapes)
      : leafPrinter(node.element)
  const print: ValuePrinter = value => {
    if (value === null || value === undefined) return 'null'
    return isList(value) ? `[${Array.from(value, print).join(',')}]` : one(value)
  }
  return print
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof Uint8Array))
}

function structPrinter({ children }: SchemaTree, shapes: Shapes): ValuePrinter {
  const fields = children.map(child => {
    const { name } = child.element
    return { name, key: jsonLatin1(name), print: printerOf(child, shapes) }
  })
  return value => {
    const struct = value as Record<string, unknown>
    return `{${fields.map(({ name, key, print }) => `${key}:${print(ownValue(struct, name))}`).join(',')}}`
  }
}

function mapPrinter({ children: [pairs] }: SchemaTree, shapes: Shapes): ValuePrinter {
  const [key, value] = pairs.children
  const [printKey, printValue] = [leafPrinter(key.element), printerOf(value, shapes)]
  // The library names entries by their keys, and writes bytes as numbers with commas.
  const { type, logical_type: logical } = key.element
  const isBytes = type?.endsWith('BYTE_ARRAY') && logical?.type !== 'UUID' && logical?.type !== 'FLOAT16'
  const keyOf = (name: string) => (isBytes && name !== '' ? Uint8Array.from(name.split(','), Number) : name)
  return entries =>
    `{${Object.entries(entries as object)
      .map(([name, item]) => `${asKey(printKey(keyOf(name)))}:${printValue(item)}`)
      .join(',')}}`
}

function asKey(json: string): string {
  return json.startsWith('"') ? json : `"${json}"`
}

function leafPrinter(element: SchemaElement): ValuePrinter {
  if (!isDecimal(element)) return jsonLatin1
  const { scale = 0, logical_type: logical } = element
  const places = logical?.type === 'DECIMAL' ? logical.scale : scale
  return value => decimalJson(unscaled(value), places)
}

/** The stored integer of a decimal: a number, or big-endian bytes in two's complement. */
function unscaled(value: unknown): bigint {
  if (!(value instanceof Uint8Array)) return BigInt(value as number | bigint | string)
  if (value.length === 0) return 0n
  const hex = Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')
  return BigInt.asIntN(8 * value.length, BigInt(`0x${hex}`))
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

// The library declares these to return dates; any value they return ends up in the rows.
export const parsers = {
  timestampFromMilliseconds: (count: bigint) => storedTime(BigInt(count), 1000),
  timestampFromMicroseconds: (count: bigint) => storedTime(BigInt(count), 1_000_000),
  timestampFromNanoseconds: (count: bigint) => storedTime(BigInt(count), 1_000_000_000),
  dateFromDays: (days: number) => new Date(days * 86400000).toISOString().replace('T00:00:00.000Z', ''),
  stringFromBytes: (bytes: Uint8Array) => bytes,
} as unknown as Partial<ParquetParsers>
