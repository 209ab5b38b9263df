/**
 * Parquet values: those of a page as bytes in plain encoding, whatever its encoding is. No value becomes a value of
 * JavaScript.
 *
 *     INT32, INT64, INT96, FLOAT, DOUBLE, FIXED_LEN     their bytes, one after the other
 *     BOOLEAN                                           a byte each; in a page it is a bit
 *     BYTE_ARRAY                                        the length (u32) in front of each
 *
 * Source: Apache Parquet format 2.11, "Encodings".
 */
import type { Encoding } from 'hyparquet'
import { readHybrid } from './parquet-hybrid.ts'
import type { readerInside } from './parquet-inside.ts'
import type { LeafShape } from './parquet-leaf.ts'

/** Most bytes of a page, unpacked: more than twice those of the largest record. */
export const mostPageBytes = 2 ** 29 + 2 ** 20

interface PlainValues {
  readonly bytes: Uint8Array
  /** Where each value of a BYTE_ARRAY begins with its length, and the end of the last; undefined for others. */
  readonly starts: Uint32Array | undefined
}

export interface Dictionary extends PlainValues {
  readonly count: number
}

/** The values of a page that are present. */
export interface PageValues extends PlainValues {
  /** Of each value that in `bytes`, if they are a dictionary; else they are in order. */
  readonly indices?: Uint32Array
}

type Inside = Awaited<ReturnType<typeof readerInside>>

/** What a page says of its values. */
interface Written {
  readonly encoding: Encoding | undefined
  readonly count: number
  readonly dictionary: Dictionary | undefined
}

/** @param page behind its levels @throws RangeError or an error of the library if they do not fit */
export function readPageValues(
  page: Uint8Array,
  { encoding, count, dictionary }: Written,
  shape: LeafShape,
  { deltaBinaryUnpack }: Inside,
): PageValues {
  if (count === 0)
    return { bytes: page.subarray(0, 0), starts: shape.width === 0 ? new Uint32Array(1) : undefined }
  const reader = { view: new DataView(page.buffer, page.byteOffset, page.length), offset: 0 }
  const unpacked = (values: Int32Array<ArrayBuffer> | BigInt64Array<ArrayBuffer>) => {
    checkDelta(page, reader.offset)
    deltaBinaryUnpack(reader, count, values)
    return values
  }
  switch (encoding) {
    case 'PLAIN':
      return shape.type === 'BOOLEAN' ? plainBits(page, count) : plainValues(page, count, shape)
    case 'PLAIN_DICTIONARY':
    case 'RLE_DICTIONARY': {
      if (dictionary === undefined) throw new RangeError('a page refers to a dictionary that is not there')
      return lookedUp(page, count, dictionary)
    }
    case 'RLE': {
      const bits = new Uint8Array(count)
      readHybrid(page, [4, page.length], 1, bits)
      return { bytes: bits, starts: undefined }
    }
    case 'DELTA_BINARY_PACKED': {
      if (!shape.type.startsWith('INT') || shape.width > 8) throw new Error(`differences of ${shape.type}`)
      const values = unpacked(new BigInt64Array(count)) as BigInt64Array<ArrayBuffer>
      return {
        bytes: shape.width === 4 ? lowWords(values) : new Uint8Array(values.buffer),
        starts: undefined,
      }
    }
    case 'DELTA_LENGTH_BYTE_ARRAY': {
      const lengths = unpacked(new Int32Array(count)) as Int32Array
      return joined(page.subarray(reader.offset), undefined, lengths, shape)
    }
    case 'DELTA_BYTE_ARRAY': {
      const shared = unpacked(new Int32Array(count)) as Int32Array
      const lengths = unpacked(new Int32Array(count)) as Int32Array
      return joined(page.subarray(reader.offset), shared, lengths, shape)
    }
    case 'BYTE_STREAM_SPLIT':
      return { bytes: unsplit(page, count, shape.width), starts: undefined }
    default:
      throw new Error(`unsupported encoding: ${encoding}`)
  }
}

/** The values of a dictionary page, or of a data page in the same encoding. */
export function plainValues(page: Uint8Array, count: number, { width }: LeafShape): PlainValues {
  if (width > 0) {
    if (count * width > page.length) throw new RangeError('values that end early')
    return { bytes: page.subarray(0, count * width), starts: undefined }
  }
  if (4 * count > page.length) throw new RangeError('values that end early')
  const view = new DataView(page.buffer, page.byteOffset, page.length)
  const starts = new Uint32Array(count + 1)
  let at = 0
  for (let i = 0; i < count; i++) {
    if (at + 4 > page.length) throw new RangeError('values that end early')
    at += 4 + view.getUint32(at, true)
    starts[i + 1] = at
  }
  if (at > page.length) throw new RangeError('values that end early')
  return { bytes: page, starts }
}

/** Bytes with their length in front: a BYTE_ARRAY, and the levels of a page. */
export function withLength(bytes: Uint8Array): Uint8Array {
  const all = Buffer.alloc(4 + bytes.length)
  all.writeUInt32LE(bytes.length)
  all.set(bytes, 4)
  return all
}

function plainBits(page: Uint8Array, count: number): PlainValues {
  if (count > 8 * page.length) throw new RangeError('values that end early')
  const bytes = new Uint8Array(count)
  for (let i = 0; i < count; i++) bytes[i] = (page[i >> 3] >> (i & 7)) & 1
  return { bytes, starts: undefined }
}

function lookedUp(page: Uint8Array, count: number, { count: known, ...values }: Dictionary): PageValues {
  const width = page[0]
  if (!(width <= 32)) throw new RangeError('indices of a dictionary that end early')
  const indices = new Uint32Array(count)
  if (width > 0) readHybrid(page, [1, page.length], width, indices)
  for (const index of indices)
    if (index >= known) throw new RangeError(`value ${index} of a dictionary of ${known}`)
  return { ...values, indices }
}

/** As 32-bit integers: DuckDB writes differences of unsigned ones as those of 64-bit integers, others modulo 2^32. */
function lowWords({ buffer, length }: BigInt64Array<ArrayBuffer>): Uint8Array {
  const halves = new Int32Array(buffer)
  for (let i = 0; i < length; i++) halves[i] = halves[2 * i]
  return new Uint8Array(buffer, 0, 4 * length)
}

/** The library makes room for as many blocks as the bytes promise. */
function checkDelta(page: Uint8Array, from: number): void {
  let at = from
  const varint = () => {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = page[at++]
      value += (byte & 127) * 2 ** shift
      if (byte < 128) return value
    }
    throw new RangeError('a block of differences without its size')
  }
  const [size, parts] = [varint(), varint()]
  if (parts > 0 && size > 0 && size <= 2 ** 20 && size % parts === 0) return
  throw new RangeError(`blocks of ${size} differences in ${parts} parts`)
}

/** Byte arrays of their lengths, with what each shares with the one before. */
function joined(
  bytes: Uint8Array,
  shared: Int32Array | undefined,
  lengths: Int32Array,
  { width }: LeafShape,
): PlainValues {
  const head = width > 0 ? 0 : 4
  let total = 0
  let used = 0
  let before = 0
  for (let i = 0; i < lengths.length; i++) {
    const prefix = shared?.[i] ?? 0
    used += lengths[i]
    if (lengths[i] < 0 || prefix < 0 || prefix > before) throw new RangeError('a length that does not fit')
    before = prefix + lengths[i]
    if (width > 0 && before !== width) throw new RangeError('a length that does not fit')
    total += head + before
  }
  if (used > bytes.length || total > mostPageBytes)
    throw new RangeError('lengths that do not fit their page')
  const out = new Uint8Array(total)
  const view = new DataView(out.buffer)
  const starts = new Uint32Array(lengths.length + 1)
  let from = 0
  for (let i = 0, at = 0; i < lengths.length; i++) {
    const prefix = shared?.[i] ?? 0
    const value = at + head
    if (head > 0) view.setUint32(at, prefix + lengths[i], true)
    if (prefix > 0) out.copyWithin(value, starts[i - 1] + head, starts[i - 1] + head + prefix)
    out.set(bytes.subarray(from, from + lengths[i]), value + prefix)
    from += lengths[i]
    at = value + prefix + lengths[i]
    starts[i + 1] = at
  }
  return { bytes: out, starts: width > 0 ? undefined : starts }
}

function unsplit(page: Uint8Array, count: number, width: number): Uint8Array {
  if (width === 0 || count * width > page.length) throw new RangeError('values that end early')
  const bytes = new Uint8Array(count * width)
  for (let part = 0; part < width; part++)
    for (let i = 0; i < count; i++) bytes[i * width + part] = page[part * count + i]
  return bytes
}
