/**
 * Plain columns: values of tables as bytes in the plain encoding of Parquet, and back. Numbers of 64 bits are doubles
 * here: they are whole numbers below 2^53.
 */

import type { LeafShape } from '../../files/io/parquet/parquet-leaf.ts'
import type { Entries } from '../../files/io/parquet/parquet-levels.ts'
import type { PageValues } from '../../files/io/parquet/parquet-values.ts'
import type { ColumnType, TableRows } from './columns.ts'

/** The rows of a required column. */
export function plainColumn(type: ColumnType, values: TableRows[string]): Entries {
  return {
    count: values.length,
    definitions: undefined,
    repetitions: undefined,
    values:
      type === 'STRING'
        ? plainTexts(values as readonly string[])
        : plainNumbers(type, values as Float64Array),
  }
}

function plainTexts(values: readonly string[]): PageValues {
  const starts = new Uint32Array(values.length + 1)
  for (let row = 0; row < values.length; row++)
    starts[row + 1] = starts[row] + 4 + Buffer.byteLength(values[row])
  const bytes = Buffer.alloc(starts[values.length])
  for (let row = 0; row < values.length; row++) {
    bytes.writeUInt32LE(starts[row + 1] - starts[row] - 4, starts[row])
    bytes.write(values[row], starts[row] + 4)
  }
  return { bytes, starts }
}

function plainNumbers(type: ColumnType, values: Int32Array | Float64Array | BigInt64Array): PageValues {
  const { buffer, byteOffset, byteLength } =
    type === 'INT64' && values instanceof Float64Array ? integersOf(values) : values
  return { bytes: new Uint8Array(buffer, byteOffset, byteLength), starts: undefined }
}

/** Whole numbers of 64 bits: the lower half, then the upper one. */
function integersOf(values: Float64Array): Uint32Array {
  const halves = new Uint32Array(2 * values.length)
  for (let i = 0; i < values.length; i++) {
    halves[2 * i] = values[i] >>> 0
    halves[2 * i + 1] = Math.floor(values[i] / 2 ** 32)
  }
  return halves
}

/** Puts the numbers of a page into `into` from `at` on. @throws RangeError if they are no numbers */
export function readNumbers(
  { bytes, indices }: PageValues,
  { type, width }: LeafShape,
  into: Float64Array,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let i = 0; i < into.length; i++) {
    const at = width * (indices === undefined ? i : indices[i])
    if (type === 'INT64') into[i] = view.getUint32(at, true) + view.getInt32(at + 4, true) * 2 ** 32
    else if (type === 'INT32') into[i] = view.getInt32(at, true)
    else if (type === 'DOUBLE') into[i] = view.getFloat64(at, true)
    else throw new RangeError(`numbers of type ${type}`)
  }
}

/** The texts of a page; those of a dictionary are decoded once. */
export function readStrings({ bytes, starts, indices }: PageValues, count: number): string[] {
  const ends = starts as Uint32Array
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const textAt = (value: number) => buffer.toString('utf8', ends[value] + 4, ends[value + 1])
  if (indices === undefined) return Array.from({ length: count }, (_, i) => textAt(i))
  const known: string[] = []
  return Array.from(indices, value => (known[value] ??= textAt(value)))
}
