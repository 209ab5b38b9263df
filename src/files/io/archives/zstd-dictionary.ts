/**
 * Zstandard dictionary: the one that an archive of a crawl carries in its first frame.
 *
 *     magic 5d 2a 4d 18, length (4), dictionary or dictionary in a Zstandard frame
 *
 * Source: "Use of Zstandard Compression in WARC Files 1.0" of the IIPC.
 */
import { constants, zstdDecompressSync } from 'node:zlib'

const magic = 0x184d2a5d
const frameMagic = 0xfd2fb528
/** Bytes of a dictionary; larger ones are of no use. */
const most = 2 ** 26

/** @returns the dictionary, if there is one, and all chunks */
export async function withDictionary(chunks: AsyncIterable<Uint8Array>): Promise<{
  readonly dictionary: Buffer | undefined
  readonly chunks: AsyncIterable<Uint8Array>
}> {
  const rest = chunks[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  const arrived = async (length: number) => {
    while (start.length < length) {
      const { value, done } = await rest.next()
      if (done) return false
      start = Buffer.concat([start, value])
    }
    return true
  }
  const hasOne = (await arrived(8)) && start.readUInt32LE() === magic && start.readUInt32LE(4) <= most
  const isWhole = hasOne && (await arrived(8 + start.readUInt32LE(4)))
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield start
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
    } finally {
      await rest.return?.()
    }
  }
  const content = isWhole ? start.subarray(8, 8 + start.readUInt32LE(4)) : undefined
  return { dictionary: content && unpackedDictionary(content), chunks: all() }
}

/** @throws Error with a code of zlib */
function unpackedDictionary(content: Buffer): Buffer {
  if (content.length < 4 || content.readUInt32LE() !== frameMagic) return content
  const params = { [constants.ZSTD_d_windowLogMax]: 31 }
  return zstdDecompressSync(content, { params, maxOutputLength: most })
}
