/**
 * Record batch: the wanted columns of a message, as views of its body.
 *
 *     column   a node {length, nulls}, then its buffers (validity, offsets, data), then its children, depth first
 *
 * Buffers are checked before a value is read: their sizes, and that offsets never go back or lead outside. Those of
 * columns that are not wanted are not looked at.
 *
 * Source: Apache Arrow columnar format 1.5, "RecordBatch message" and "Buffer listing for each layout".
 */
import { ArrowDamage } from './arrow-error.ts'
import { unpackBuffer } from './buffer-codec.ts'
import { type FlatTable, longAt } from './flatbuffer.ts'
import type { ArrowField } from './schema.ts'

export interface ArrowColumn {
  readonly length: number
  /** A bit for each value that is not null; undefined if none is. */
  readonly valid: Buffer | undefined
  /** Offsets of texts and lists, one more than there are values; of other types none. */
  readonly offsets: Int32Array | Float64Array
  /** Values of one width; indices of a dictionary; bytes of all texts; views. */
  readonly data: Buffer
  /** Bytes of the long texts of views. */
  readonly more: readonly Buffer[]
  readonly children: readonly ArrowColumn[]
}

/** Bytes that the buffers of a batch may have unpacked, in all. */
const mostUnpacked = 2 ** 32

export class BatchReader {
  readonly length: number
  readonly #nodes: Buffer
  readonly #buffers: Buffer
  readonly #views: Buffer
  readonly #body: Buffer
  readonly #codec: number | undefined
  #node = 0
  #buffer = 0
  #view = 0
  #unpacked = 0

  constructor(batch: FlatTable, body: Buffer) {
    this.length = batch.long(0)
    this.#nodes = batch.structs(1, 16)
    this.#buffers = batch.structs(2, 16)
    this.#views = batch.structs(4, 8)
    this.#codec = batch.table(3)?.byte(0)
    this.#body = body
    const most = this.#codec === undefined ? 8 * body.length + 2 ** 20 : 2 ** 31
    if (this.length < 0 || this.length > most) throw new ArrowDamage(`a batch of ${this.length} rows`)
  }

  /** Whether its buffers are packed. */
  get isPacked(): boolean {
    return this.#codec !== undefined
  }

  /** The next column of the batch. @param length the values that it must have at least */
  column(field: ArrowField, least: number): ArrowColumn {
    const length = longAt(this.#nodes, this.#node)
    if (length < least)
      throw new ArrowDamage(`${length} of ${least} values in the column ${JSON.stringify(field.name)}`)
    const nulls = longAt(this.#nodes, this.#node + 8)
    this.#node += 16
    const stored = field.dictionary?.index ?? field
    const empty = { length, valid: undefined, offsets: noOffsets, data: noBytes, more: [], children: [] }
    if (stored.type === 'null') return empty
    const bits = this.#next(0)
    if (bits.length > 0) atLeast(bits, length / 8)
    else if (nulls > 0) throw new ArrowDamage('nulls without a bitmap')
    const base = { ...empty, valid: bits.length === 0 ? undefined : bits }
    return { ...base, ...this.#values(stored, length) }
  }

  #values(field: ArrowField, length: number): Partial<ArrowColumn> {
    switch (field.type) {
      case 'bool':
        return { data: this.#next(length / 8) }
      case 'utf8':
      case 'binary':
      case 'large-utf8':
      case 'large-binary': {
        const offsets = this.#offsets(field, length)
        return { offsets, data: this.#next(lastOf(offsets)) }
      }
      case 'utf8-view':
      case 'binary-view':
        return this.#ofViews(length)
      case 'list':
      case 'large-list':
      case 'map': {
        const offsets = this.#offsets(field, length)
        return { offsets, children: [this.column(field.children[0], lastOf(offsets))] }
      }
      case 'fixed-list':
        return { children: [this.column(field.children[0], length * field.size)] }
      case 'struct':
        return { children: field.children.map(child => this.column(child, length)) }
      default:
        return { data: this.#next(length * field.size) }
    }
  }

  #offsets({ type }: ArrowField, length: number): ArrowColumn['offsets'] {
    const isLarge = type.startsWith('large')
    const bytes = this.#next(length === 0 ? 0 : (length + 1) * (isLarge ? 8 : 4))
    if (length === 0) return noOffsets
    const { buffer } = Uint8Array.from(bytes.subarray(0, (length + 1) * (isLarge ? 8 : 4))) // aligned
    const offsets = isLarge ? Float64Array.from(new BigInt64Array(buffer), Number) : new Int32Array(buffer)
    let isRising = offsets[0] >= 0
    for (let i = 0; i < length; i++) isRising &&= offsets[i] <= offsets[i + 1]
    if (!isRising) throw new ArrowDamage('offsets out of order')
    return offsets
  }

  #ofViews(length: number): Partial<ArrowColumn> {
    const data = this.#next(length * 16)
    const count = longAt(this.#views, this.#view)
    this.#view += 8
    if (count < 0 || count > this.#buffers.length / 16)
      throw new ArrowDamage(`${count} buffers of a column`)
    return { data, more: Array.from({ length: count }, () => this.#next(0)) }
  }

  /** The next buffer, unpacked, with at least so many bytes. */
  #next(least: number): Buffer {
    const from = longAt(this.#buffers, this.#buffer)
    const length = longAt(this.#buffers, this.#buffer + 8)
    this.#buffer += 16
    if (from < 0 || length < 0 || from + length > this.#body.length)
      throw new ArrowDamage('a buffer outside of its batch')
    const packed = this.#body.subarray(from, from + length)
    const bytes = unpackBuffer(packed, this.#codec, mostUnpacked - this.#unpacked)
    if (bytes !== packed) this.#unpacked += bytes.length
    return atLeast(bytes, least)
  }

  /** Goes to the next column. */
  skip(field: ArrowField): void {
    this.#node += 16
    const stored = field.dictionary?.index ?? field
    if (stored.type === 'utf8-view' || stored.type === 'binary-view') {
      this.#buffer += 16 * longAt(this.#views, this.#view)
      this.#view += 8
    }
    this.#buffer += 16 * (bufferCounts[stored.type] ?? 2)
    if (field.dictionary === undefined) for (const child of field.children) this.skip(child)
  }
}

/** Buffers of a column by itself, if not two. None of unions: they are refused with the schema. */
const bufferCounts: { readonly [type in ArrowField['type']]?: number } = {
  null: 0,
  'run-end-encoded': 0,
  struct: 1,
  'fixed-list': 1,
  utf8: 3,
  binary: 3,
  'large-utf8': 3,
  'large-binary': 3,
  'list-view': 3,
  'large-list-view': 3,
}

const noBytes = Buffer.alloc(0)
const noOffsets = new Int32Array(1)

function atLeast(bytes: Buffer, least: number): Buffer {
  if (bytes.length >= least) return bytes
  throw new ArrowDamage(`a buffer of ${bytes.length} bytes instead of ${Math.ceil(least)}`)
}

/** Whether a value is not null. */
export function isValid({ valid }: ArrowColumn, place: number): boolean {
  return valid === undefined || ((valid[place >> 3] >> (place & 7)) & 1) === 1
}

/** The bytes of the text that a view shows: in itself if it is short. @throws ArrowDamage */
export function viewAt({ data, more }: ArrowColumn, place: number) {
  const at = 16 * place
  const length = data.readInt32LE(at)
  if (length >= 0 && length <= 12) return { bytes: data, from: at + 4, to: at + 4 + length }
  const bytes = more[data.readInt32LE(at + 8)]
  const from = data.readInt32LE(at + 12)
  const isInside = length >= 0 && from >= 0 && from + length <= (bytes?.length ?? -1)
  if (!isInside) throw new ArrowDamage('a view outside of its buffers')
  return { bytes, from, to: from + length }
}

function lastOf(offsets: ArrowColumn['offsets']): number {
  return offsets[offsets.length - 1]
}
