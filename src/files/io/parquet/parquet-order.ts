/**
 * Least and most values of columns of a fixed width, for their statistics. Engines answer `min(x)` from these, so they
 * are exact, and a value without a place in the order (NaN) is in none.
 *
 * Source: Apache Parquet format 2.11, `ColumnOrder` and `Statistics` in parquet.thrift.
 */
import type { LeafShape } from './parquet-leaf.ts'

export type ValueBounds = readonly [least: Uint8Array, most: Uint8Array]

/** Negative if the value of `a` is before that of `b`. */
type Compare = (a: DataView, aAt: number, b: DataView, bAt: number) => number

/** @param values in plain encoding @returns copies */
export function leastAndMost(values: Uint8Array, shape: LeafShape): ValueBounds | undefined {
  const compare = compareOf(shape)
  if (compare === undefined) return undefined
  const { width } = shape
  const view = viewOf(values)
  let least = -1
  let most = -1
  for (let at = 0; at < values.length; at += width) {
    if (shape.order === 'float' && isNaNAt(view, at, width)) continue
    if (least < 0) least = most = at
    else if (compare(view, at, view, least) < 0) least = at
    else if (compare(view, at, view, most) > 0) most = at
  }
  if (least < 0) return undefined
  const bounds = [least, most].map(at => values.slice(at, at + width)) as unknown as ValueBounds
  return shape.order === 'float' ? withSigns(bounds, width) : bounds
}

/** The bounds of values with these bounds. */
export function joinBounds(
  a: ValueBounds | undefined,
  b: ValueBounds | undefined,
  shape: LeafShape,
): ValueBounds | undefined {
  const compare = compareOf(shape)
  if (a === undefined || b === undefined || compare === undefined) return a ?? b
  const isBefore = (x: Uint8Array, y: Uint8Array) => compare(viewOf(x), 0, viewOf(y), 0) < 0
  return [isBefore(b[0], a[0]) ? b[0] : a[0], isBefore(a[1], b[1]) ? b[1] : a[1]]
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length)
}

function isNaNAt(view: DataView, at: number, width: number): boolean {
  return Number.isNaN(width === 4 ? view.getFloat32(at, true) : view.getFloat64(at, true))
}

/** Zero has two signs: as the least value it is negative, as the most positive. */
function withSigns([least, most]: ValueBounds, width: number): ValueBounds {
  const isZero = (value: Uint8Array) => {
    const view = viewOf(value)
    return (width === 4 ? view.getFloat32(0, true) : view.getFloat64(0, true)) === 0
  }
  if (isZero(least)) least[width - 1] = 0x80
  if (isZero(most)) most[width - 1] = 0
  return [least, most]
}

function compareOf({ order, width }: LeafShape): Compare | undefined {
  const isShort = width === 4
  switch (order) {
    case 'signed':
      return isShort
        ? (a, i, b, j) => a.getInt32(i, true) - b.getInt32(j, true)
        : (a, i, b, j) => Number(a.getBigInt64(i, true) - b.getBigInt64(j, true))
    case 'unsigned':
      return isShort
        ? (a, i, b, j) => a.getUint32(i, true) - b.getUint32(j, true)
        : (a, i, b, j) => Number(a.getBigUint64(i, true) - b.getBigUint64(j, true))
    case 'float':
      return isShort
        ? (a, i, b, j) => sign(a.getFloat32(i, true), b.getFloat32(j, true))
        : (a, i, b, j) => sign(a.getFloat64(i, true), b.getFloat64(j, true))
    case 'bytes':
      return (a, i, b, j) => compareBytes(a, i, b, j, width)
    case 'decimal':
      return (a, i, b, j) => a.getInt8(i) - b.getInt8(j) || compareBytes(a, i, b, j, width)
    default:
      return undefined
  }
}

/** Infinities have no difference. */
function sign(a: number, b: number): number {
  return +(a > b) - +(a < b)
}

function compareBytes(a: DataView, i: number, b: DataView, j: number, width: number): number {
  for (let at = 0; at < width; at++) {
    const difference = a.getUint8(i + at) - b.getUint8(j + at)
    if (difference !== 0) return difference
  }
  return 0
}
