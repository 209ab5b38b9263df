/**
 * Parquet leaves: the columns that hold values, and what their pages need to be read and written without interpreting
 * these.
 *
 * A leaf is a sequence of entries: (repetition level, definition level, physical value); the value is present if the
 * definition level is the highest one.
 *
 * Source: Apache Parquet format 2.11, "Nested Encoding"; for the order of values "Column Orders" in parquet.thrift.
 */
import type { ParquetType, SchemaElement, SchemaTree } from 'hyparquet'
import { isDecimal } from './parquet-columns.ts'

/** How the values of a leaf are compared for its statistics; undefined if they have no order, or no fixed width. */
type ValueOrder = 'signed' | 'unsigned' | 'float' | 'bytes' | 'decimal' | undefined

/** Most entries in memory, for a row that does not end: those of two of the largest pages. */
export const mostEntries = 2 ** 27

/** What the pages of a leaf are, as plain data. */
export interface LeafShape {
  readonly type: ParquetType
  /** Bytes of a value; 0 if it is a BYTE_ARRAY. */
  readonly width: number
  readonly maxDefinition: number
  readonly maxRepetition: number
  readonly order: ValueOrder
}

export interface Leaf extends LeafShape {
  /** From the root. */
  readonly path: readonly SchemaTree[]
}

const widths: Readonly<Record<string, number>> = {
  BOOLEAN: 1,
  INT32: 4,
  INT64: 8,
  INT96: 12,
  FLOAT: 4,
  DOUBLE: 8,
  BYTE_ARRAY: 0,
}

/** The leaves of a schema, in order. */
export function leavesOf(root: SchemaTree): Leaf[] {
  return collectLeaves([root])
}

/** The leaves below the last node of a path, in schema order. */
function collectLeaves(path: readonly SchemaTree[]): Leaf[] {
  const node = path[path.length - 1]
  if (node.children.length > 0) return node.children.flatMap(child => collectLeaves([...path, child]))
  if (path.length === 1) return []
  const { type, type_length: length } = node.element
  const width = widths[type ?? ''] ?? length
  if (type === undefined || width === undefined || (type !== 'BYTE_ARRAY' && !(width > 0)))
    throw new Error('a column without its type')
  const inner = path.slice(1).map(({ element }) => element.repetition_type)
  const maxDefinition = inner.filter(repetition => repetition !== 'REQUIRED').length
  const maxRepetition = inner.filter(repetition => repetition === 'REPEATED').length
  if (maxDefinition > 255) throw new Error(`a column in ${maxDefinition} levels`)
  return [{ path, type, width, maxDefinition, maxRepetition, order: orderOf(node.element) }]
}

function orderOf(element: SchemaElement): ValueOrder {
  const { type, converted_type: converted, logical_type: logical } = element
  switch (type) {
    case 'FLOAT':
    case 'DOUBLE':
      return 'float'
    case 'BOOLEAN':
      return 'bytes'
    case 'INT32':
    case 'INT64': {
      const isUnsigned = converted?.startsWith('UINT') || (logical?.type === 'INTEGER' && !logical.isSigned)
      return isUnsigned ? 'unsigned' : 'signed'
    }
    case 'FIXED_LEN_BYTE_ARRAY':
      if (isDecimal(element)) return 'decimal'
      return converted === undefined && (logical === undefined || logical.type === 'UUID')
        ? 'bytes'
        : undefined
    default:
      return undefined
  }
}

/** Number of entries [from, to) with a value. */
export function countPresent(
  definitions: Uint8Array,
  { maxDefinition }: LeafShape,
  from = 0,
  to = definitions.length,
): number {
  let present = 0
  for (let i = from; i < to; i++) present += +(definitions[i] === maxDefinition)
  return present
}

/** A leaf as plain data. */
export function shapeOf({ type, width, maxDefinition, maxRepetition, order }: LeafShape): LeafShape {
  return { type, width, maxDefinition, maxRepetition, order }
}
