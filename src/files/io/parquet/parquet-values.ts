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
import { readDeltas } from './parquet-delta.ts'
import { readHybrid } from './parquet-hybrid.ts'
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
): PageValues {
  if (count === 0)
    return { bytes: page.subarray(0, 0), starts: shape.width === 0 ? new Uint32Array(1) : undefined }
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
      const { values } = readDeltas(page, 0, count, shape.width / 4)
      return { bytes: new Uint8Array(values.buffer), starts: undefined }
    }
    case 'DELTA_LENGTH_BYTE_ARRAY': {
      const lengths = readDeltas(page, 0, count, 1)
      return joined(page.subarray(lengths.end), undefined, lengths.values, shape)
    }
    case 'DELTA_BYTE_ARRAY': {
      const shared = readDeltas(page, 0, count, 1)
      const lengths = readDeltas(page, shared.end, count, 1)
      return joined(page.subarray(lengths.end), shared.values, lengths.values, shape)
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
