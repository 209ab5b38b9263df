/**
 * Batch filter: selected rows of the columns of a record batch, copied as bytes.
 *
 *     rows      [from, to) [from, to) ...        of lists, the items of these rows are the rows of their child
 *     texts     neighbours are copied together, their offsets begin at 0 again
 *
 * No value is interpreted. Bytes of long texts that only removed views show are left out.
 */
import { bitCount } from '../../../texts/similarity/bit-count.ts'
import { type ArrowColumn, isValid, viewAt } from './batch.ts'
import type { ArrowField } from './schema.ts'

/** From, to, from, to, ... in ascending order. */
type Ranges = readonly number[]

/** Bytes of long texts in one buffer, which are found by 31 bits. */
const mostOfBuffer = 2 ** 30
const noBytes = Buffer.alloc(0)

/** The indices of a column into its dictionary, as the output has them. */
export type Indices = (dictionary: NonNullable<ArrowField['dictionary']>, column: ArrowColumn) => Buffer

/** The rows [from, to) that are kept, neighbours together. @param first number of the first row in `kept` */
export function keptRanges(kept: Uint8Array, first: number, count: number): Ranges {
  const ranges: number[] = []
  for (let row = 0; row < count; row++) if (kept[first + row] === 1) addRange(ranges, row, row + 1)
  return ranges
}

function addRange(ranges: number[], from: number, to: number): void {
  if (ranges.length > 0 && ranges[ranges.length - 1] === from) ranges[ranges.length - 1] = to
  else ranges.push(from, to)
}

export class FilteredBatch {
  readonly #indices: Indices
  readonly length: number
  /** Of each column its length and nulls, in the order of the format, and its buffers. */
  readonly nodes: number[] = []
  readonly buffers: Uint8Array[] = []
  /** Number of buffers with long texts of each column of views. */
  readonly views: number[] = []

  constructor(rows: Ranges, indices: Indices) {
    this.#indices = indices
    this.length = countOf(rows)
  }

  add(field: ArrowField, column: ArrowColumn, rows: Ranges): void {
    const length = countOf(rows)
    const stored = field.dictionary?.index ?? field
    const valid = column.valid && keptBits(column.valid, rows, length)
    const nulls = stored.type === 'null' ? length : length - (valid ? onesOf(valid) : length)
    this.nodes.push(length, nulls)
    if (stored.type === 'null') return
    this.buffers.push(nulls > 0 && valid !== undefined ? valid : noBytes)
    if (field.dictionary === undefined) this.#addValues(field, column, rows)
    else this.buffers.push(keptBytes(this.#indices(field.dictionary, column), rows, stored.size))
  }

  #addValues(field: ArrowField, column: ArrowColumn, rows: Ranges): void {
    const { children, data, offsets } = column
    switch (field.type) {
      case 'bool':
        this.buffers.push(keptBits(data, rows, countOf(rows)))
        return
      case 'utf8':
      case 'binary':
      case 'large-utf8':
      case 'large-binary':
        this.buffers.push(keptOffsets(field, offsets, rows), keptBytes(data, itemsOf(offsets, rows), 1))
        return
      case 'utf8-view':
      case 'binary-view': {
        const more = this.#addViews(column, rows)
        this.views.push(more.length)
        this.buffers.push(...more)
        return
      }
      case 'list':
      case 'large-list':
      case 'map':
        this.buffers.push(keptOffsets(field, offsets, rows))
        this.add(field.children[0], children[0], itemsOf(offsets, rows))
        return
      case 'fixed-list': {
        const items = rows.map(row => row * field.size)
        this.add(field.children[0], children[0], items)
        return
      }
      case 'struct':
        for (const [i, child] of field.children.entries()) this.add(child, children[i], rows)
        return
      default:
        this.buffers.push(keptBytes(data, rows, field.size))
    }
  }

  /** Adds views, those of nulls as zeros. @returns the bytes of their long texts */
  #addViews(column: ArrowColumn, rows: Ranges): Uint8Array[] {
    const { data } = column
    const views = Buffer.alloc(16 * countOf(rows))
    const buffers: Uint8Array[][] = []
    let used = 0
    let at = -16
    for (const row of rowsIn(rows)) {
      at += 16
      if (!isValid(column, row)) continue
      data.copy(views, at, 16 * row, 16 * row + 16)
      const { bytes, from, to } = viewAt(column, row)
      if (bytes === data) continue
      if (buffers.length === 0 || used + to - from > mostOfBuffer) {
        buffers.push([])
        used = 0
      }
      views.writeInt32LE(buffers.length - 1, at + 8)
      views.writeInt32LE(used, at + 12)
      buffers[buffers.length - 1].push(bytes.subarray(from, to))
      used += to - from
    }
    this.buffers.push(views)
    return buffers.map(parts => Buffer.concat(parts))
  }
}

function* rowsIn(rows: Ranges): Generator<number> {
  for (let i = 0; i < rows.length; i += 2) for (let row = rows[i]; row < rows[i + 1]; row++) yield row
}

function countOf(rows: Ranges): number {
  let count = 0
  for (let i = 0; i < rows.length; i += 2) count += rows[i + 1] - rows[i]
  return count
}

/** The items that lists have, or the bytes that texts have. */
function itemsOf(offsets: ArrowColumn['offsets'], rows: Ranges): Ranges {
  const items: number[] = []
  for (let i = 0; i < rows.length; i += 2) addRange(items, offsets[rows[i]], offsets[rows[i + 1]])
  return items
}

function keptOffsets({ type }: ArrowField, offsets: ArrowColumn['offsets'], rows: Ranges): Uint8Array {
  const kept = type.startsWith('large')
    ? new Float64Array(countOf(rows) + 1)
    : new Int32Array(countOf(rows) + 1)
  let end = 0
  for (let i = 0; i < rows.length; i += 2) {
    const shift = kept[end] - offsets[rows[i]]
    for (let row = rows[i]; row < rows[i + 1]; row++) kept[++end] = offsets[row + 1] + shift
  }
  const numbers = kept instanceof Int32Array ? kept : BigInt64Array.from(kept, BigInt)
  return new Uint8Array(numbers.buffer)
}

/** Values of one width. */
function keptBytes(bytes: Buffer, rows: Ranges, width: number): Uint8Array {
  const kept = Buffer.allocUnsafeSlow(countOf(rows) * width)
  let end = 0
  for (let i = 0; i < rows.length; i += 2)
    end += bytes.copy(kept, end, rows[i] * width, rows[i + 1] * width)
  return kept
}

function keptBits(bits: Uint8Array, rows: Ranges, length: number): Uint8Array {
  const kept = new Uint8Array((length + 7) >> 3)
  let end = 0
  for (let i = 0; i < rows.length; i += 2)
    for (let row = rows[i]; row < rows[i + 1]; row++, end++)
      kept[end >> 3] |= ((bits[row >> 3] >> (row & 7)) & 1) << (end & 7)
  return kept
}

function onesOf(bits: Uint8Array): number {
  let ones = 0
  for (const byte of bits) ones += bitCount(byte)
  return ones
}
