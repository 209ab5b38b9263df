/**
 * Parquet codecs: pages packed and unpacked. Node's where they exist; nothing is unpacked to more bytes than the page
 * promises, and a page promises no more than `mostPageBytes`.
 */
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { CompressionCodec } from 'hyparquet'
import { parquetDecoders } from './parquet-read.ts'
import { mostPageBytes } from './parquet-values.ts'

type Pack = (bytes: Uint8Array) => Uint8Array

const encoders: Partial<Record<CompressionCodec, Pack>> = {
  UNCOMPRESSED: bytes => bytes,
  GZIP: bytes => gzipSync(bytes),
  ZSTD: bytes => zstdCompressSync(bytes),
  BROTLI: bytes => brotliCompressSync(bytes),
}

/** The codec to write for an input with this one: the same, or Zstandard for codecs that are only read (LZ4). */
export function writableCodec(codec: CompressionCodec = 'SNAPPY'): CompressionCodec {
  return codec === 'SNAPPY' || encoders[codec] !== undefined ? codec : 'ZSTD'
}

let snappy: Promise<Pack> | undefined

/** What packs pages; loaded on demand. */
export async function packerOf(codec: CompressionCodec): Promise<Pack> {
  const known = encoders[codec]
  if (known !== undefined) return known
  snappy ??= import('hysnappy').then(({ snappyCompressor }) => snappyCompressor())
  return snappy
}

/** Unpacks to exactly `length` bytes. @throws an error of the library, RangeError */
export type Unpack = (bytes: Uint8Array, length: number) => Uint8Array

let decoders: ReturnType<typeof parquetDecoders> | undefined

/** What unpacks pages; loaded on demand. */
export async function unpackerOf(codec: CompressionCodec): Promise<Unpack> {
  decoders ??= parquetDecoders()
  const unpack = codec === 'UNCOMPRESSED' ? (bytes: Uint8Array) => bytes : (await decoders)[codec]
  if (unpack === undefined) throw new Error(`unsupported compression codec: ${codec}`)
  return (bytes, length) => {
    if (length > mostPageBytes) throw new RangeError(`a page of ${length} bytes`)
    const page = length === 0 ? bytes.subarray(0, 0) : unpack(bytes, length)
    if (page.length !== length) throw new RangeError(`a page of ${page.length} bytes instead of ${length}`)
    return page
  }
}
