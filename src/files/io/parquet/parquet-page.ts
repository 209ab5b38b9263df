/**
 * Parquet page: levels and values of some rows as a page of the file, packed.
 *
 *     header  ┊ repetition levels ┊ definition levels ┊ values    packed together, behind the header
 *
 * Source: Apache Parquet format 2.11, "Data Pages", `PageHeader` and `Statistics` in parquet.thrift.
 */
import { crc32 } from 'node:zlib'
import type { CompressionCodec } from 'hyparquet'
import { totalLength } from '../../../ground/lists/joined.ts'
import { packed } from './parquet-codecs.ts'
import { bitsFor, writeHybrid } from './parquet-hybrid.ts'
import type { writerInside } from './parquet-inside.ts'
import { countPresent, type LeafShape } from './parquet-leaf.ts'
import { leastAndMost, type ValueBounds } from './parquet-order.ts'
import { withLength } from './parquet-values.ts'

interface PageContent {
  readonly shape: LeafShape
  readonly codec: CompressionCodec
  /** Number of entries; of a dictionary, of its values. */
  readonly count: number
  /** Values in plain encoding (`parquet-values.ts`), or indices of a dictionary. */
  readonly values: Uint8Array | Uint32Array
  /** Of each entry; empty if they can only be 0. */
  readonly definitions: Uint8Array
  readonly repetitions: Uint8Array
  readonly isDictionary?: boolean
}

interface PackedPage {
  /** Its bytes, valid until the next page is packed. */
  readonly parts: readonly Uint8Array[]
  /** Bytes of the page before it was packed, with its header. */
  readonly size: number
  readonly nulls: number
  /** Least and most value in plain encoding; undefined if the values have no order, or there is none. */
  readonly bounds: ValueBounds | undefined
}

export function packedPage(
  { shape, codec, count, values, definitions, repetitions, isDictionary = false }: PageContent,
  { thrift, encodings }: Awaited<ReturnType<typeof writerInside>>,
): PackedPage {
  const nulls = definitions.length - countPresent(definitions, shape)
  const isIndex = values instanceof Uint32Array
  const parts = [
    levels(repetitions, shape.maxRepetition),
    levels(definitions, shape.maxDefinition),
    ...(isIndex ? indices(values) : [shape.type === 'BOOLEAN' ? bitsOf(values) : values]),
  ]
  const size = totalLength(parts)
  const body = packed(parts, codec)
  const encoding = encodings.indexOf(isIndex ? 'RLE_DICTIONARY' : 'PLAIN')
  const rle = encodings.indexOf('RLE')
  const header = thrift({
    field_1: isDictionary ? 2 : 0,
    field_2: size,
    field_3: body.length,
    field_4: crc32(body) | 0,
    ...(isDictionary
      ? { field_7: { field_1: count, field_2: encoding } }
      : { field_5: { field_1: count, field_2: encoding, field_3: rle, field_4: rle } }),
  })
  const bounds = isIndex ? undefined : leastAndMost(values, shape)
  return { parts: [header, body], size: header.length + size, nulls, bounds }
}

/** Levels with their length in front; none if they can only be 0. */
function levels(values: Uint8Array, most: number): Uint8Array {
  return values.length === 0 ? values : withLength(writeHybrid(values, bitsFor(most)))
}

function indices(values: Uint32Array): Uint8Array[] {
  let most = 0
  for (const value of values) most = Math.max(most, value)
  const width = Math.max(1, bitsFor(most))
  return [Uint8Array.of(width), writeHybrid(values, width)]
}

function bitsOf(values: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(values.length / 8))
  for (let i = 0; i < values.length; i++) bits[i >> 3] |= values[i] << (i & 7)
  return bits
}
