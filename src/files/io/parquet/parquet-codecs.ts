/**
 * Parquet codecs: pages packed and unpacked. Node's where they exist; nothing is unpacked to more bytes than the page
 * promises, and a page promises no more than `mostPageBytes`.
 */
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import type { CompressionCodec, Compressors } from 'hyparquet'
import { withRoom } from '../../../ground/lists/growing-lists.ts'
import { putAll, totalLength } from '../../../ground/lists/joined.ts'
import { releaseLarge } from '../../../ground/lists/release.ts'
import { anyWindow } from '../archives/decompress.ts'
import { packSnappy, unpackSnappy } from '../snappy/snappy.ts'
import { mostPageBytes } from './parquet-values.ts'

/** As pyarrow writes: a third less time than Node's default of 3, for pages 18 % larger. */
const fastZstd = { [constants.ZSTD_c_compressionLevel]: 1 }

/** Room for all of a packed page: Node packs to one buffer, and Zstandard in one go. */
const packedTo = (length: number) => ({ chunkSize: length + (length >> 7) + 1024 })

const encoders: Partial<Record<CompressionCodec, (bytes: Uint8Array) => Uint8Array<ArrayBuffer>>> = {
  GZIP: bytes => gzipSync(bytes, packedTo(bytes.length)),
  ZSTD: bytes => zstdCompressSync(bytes, { ...packedTo(bytes.length), params: fastZstd }),
  BROTLI: bytes => brotliCompressSync(bytes, packedTo(bytes.length)),
}

/** The codec to write for an input with this one: the same, or Zstandard for codecs that are only read (LZ4). */
export function writableCodec(codec: CompressionCodec = 'SNAPPY'): CompressionCodec {
  return codec === 'SNAPPY' || codec === 'UNCOMPRESSED' || encoders[codec] !== undefined ? codec : 'ZSTD'
}

/** The parts of a page packed together; valid until the next call in this thread. REQUIRES: the codec is writable */
export function packed(parts: readonly Uint8Array[], codec: CompressionCodec): Uint8Array {
  if (codec === 'SNAPPY') return packSnappy(parts)
  const encode = encoders[codec]
  if (encode === undefined) return joined(parts)
  releaseLarge(last)
  last = encode(joined(parts))
  return last
}

/** The page that was packed last. */
let last: Uint8Array<ArrayBuffer> = new Uint8Array(0)

/** Bytes of memory that is kept for the next page. */
const mostRoom = 2 ** 22
let room = new Uint8Array(0)

/** Parts as one, valid until the next call. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const length = totalLength(parts)
  if (length > mostRoom) return Buffer.concat(parts)
  room = withRoom(room, length)
  putAll(parts, room)
  return room.subarray(0, length)
}

/** Node unpacks to one buffer of this size if the last byte stays free. */
const unpackedTo = (length: number) => ({ chunkSize: length + 64, maxOutputLength: Math.max(length, 1) })

/** Decoders of all codecs, Node's where they exist. */
export async function parquetDecoders(): Promise<Compressors> {
  const { compressors } = await import('hyparquet-compressors')
  // The library's LZ4 refuses the block of an empty page (one zero byte).
  const unlessEmpty = (codec: 'LZ4' | 'LZ4_RAW') => (bytes: Uint8Array, length: number) =>
    length === 0 ? new Uint8Array(0) : (compressors[codec]?.(bytes, length) ?? bytes)
  return {
    ...compressors,
    SNAPPY: unpackSnappy,
    GZIP: (bytes, length) => gunzipSync(bytes, unpackedTo(length)),
    BROTLI: (bytes, length) => brotliDecompressSync(bytes, unpackedTo(length)),
    ZSTD(bytes, length) {
      const page =
        length === 0 ? bytes : zstdDecompressSync(bytes, { ...unpackedTo(length), params: anyWindow })
      // Node stops at the end of the first frame; the library's decoder reads the rest.
      return page.length === length ? page : (compressors.ZSTD?.(bytes, length) ?? page)
    },
    LZ4: unlessEmpty('LZ4'),
    LZ4_RAW: unlessEmpty('LZ4_RAW'),
  }
}

/** Unpacks to exactly `length` bytes, in `room` if they fit and can. @throws an error of the library, RangeError */
export type Unpack = (bytes: Uint8Array, length: number, room?: Uint8Array) => Uint8Array

let decoders: ReturnType<typeof parquetDecoders> | undefined

/** What unpacks pages; loaded on demand. */
export async function unpackerOf(codec: CompressionCodec): Promise<Unpack> {
  decoders ??= parquetDecoders()
  const unpack: Unpack | undefined = codec === 'UNCOMPRESSED' ? bytes => bytes : (await decoders)[codec]
  if (unpack === undefined) throw new Error(`unsupported compression codec: ${codec}`)
  return (bytes, length, room) => {
    if (length > mostPageBytes) throw new RangeError(`a page of ${length} bytes`)
    const page = length === 0 ? bytes.subarray(0, 0) : unpack(bytes, length, room)
    if (page.length !== length) throw new RangeError(`a page of ${page.length} bytes instead of ${length}`)
    return page
  }
}
