/**
 * Zstandard dictionary: the one that an archive of a crawl carries in its first frame.
 *
 *     magic 5d 2a 4d 18, length (4), dictionary or dictionary in a Zstandard frame
 *
 * Source: "Use of Zstandard Compression in WARC Files 1.0" of the IIPC.
 */
import { constants, zstdDecompressSync } from 'node:zlib'
import type { BytesAhead } from './bytes-ahead.ts'

const magic = 0x184d2a5d
const frameMagic = 0xfd2fb528
/** Bytes of a dictionary; larger ones are of no use. */
const most = 2 ** 26

/** The dictionary, if there is one; its bytes stay ahead. @throws Error with a code of zlib */
export async function dictionaryIn(ahead: BytesAhead): Promise<Buffer | undefined> {
  const isThere =
    (await ahead.readUntil(({ length }) => length >= 8)) && ahead.bytes.readUInt32LE() === magic
  const end = isThere ? 8 + ahead.bytes.readUInt32LE(4) : 0
  if (!isThere || end > 8 + most || !(await ahead.readUntil(({ length }) => length >= end)))
    return undefined
  return unpackedDictionary(ahead.bytes.subarray(8, end))
}

/** @throws Error with a code of zlib */
function unpackedDictionary(content: Buffer): Buffer {
  if (content.length < 4 || content.readUInt32LE() !== frameMagic) return content
  const params = { [constants.ZSTD_d_windowLogMax]: 31 }
  return zstdDecompressSync(content, { params, maxOutputLength: most })
}
