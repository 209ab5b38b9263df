/** Decompresses a stream. Archives of several members (gzip) or frames (zstd) are read to their end. */
import { Readable } from 'node:stream'
import { constants, createGunzip, createZstdDecompress, type Gunzip, type ZstdDecompress } from 'node:zlib'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { kindBytes, kindOf, readsWide, refuseKind } from '../file-kind.ts'
import type { Compression } from '../file-name.ts'
import { inputError } from '../input-errors.ts'
import { zstdFrames } from './zstd-frames.ts'

// Chunks of 1 MiB: larger ones gain nothing, 16 KiB ones halve the rate. A few are decompressed ahead of the writes.
const buffering = { chunkSize: 1 << 20, highWaterMark: 4 << 20 }
/** Accepts Zstandard frames with any window. */
export const anyWindow = { [constants.ZSTD_d_windowLogMax]: 31 }

type Chunks = AsyncIterable<Uint8Array>

/** A compression: its name in messages, its decoder, and how chunks must be cut for that. */
interface Packing {
  readonly format: string
  readonly open: () => Gunzip | ZstdDecompress
  readonly input: (chunks: Chunks) => Chunks
}

const packings: Readonly<Record<Exclude<Compression, 'none'>, Packing>> = {
  gz: { format: 'gzip', open: () => createGunzip(buffering), input: chunks => chunks },
  zst: {
    format: 'zstd',
    open: () => createZstdDecompress({ ...buffering, params: anyWindow }),
    input: zstdFrames,
  },
}

/**
 * The bytes of a stream, decompressed, in chunks of up to 1 MiB. A compression that the first bytes show replaces that
 * of the name. A stream without a byte has none, whatever its name.
 *
 * @param encoding that of the caller, '' for none, if text in UTF-16 may pass
 * @throws NearsameError ARCHIVE_TRUNCATED, ARCHIVE_CORRUPT, INPUT_UNREADABLE, INPUT_FORMAT_UNKNOWN, all naming `name`.
 */
export async function* decompressed(
  readable: Chunks,
  compression: Compression,
  name: string,
  encoding?: string,
): AsyncGenerator<Uint8Array> {
  const chunks = readable[Symbol.asyncIterator]()
  const start = await startOf(chunks).catch(cause => {
    throw inputError(cause, name)
  })
  if (start.length === 0) return
  const kind = kindOf(start)
  const isRead = (found: typeof kind) => encoding !== undefined && readsWide(found, encoding)
  if (kind?.is === 'foreign' || kind?.is === 'parquet') await chunks.return?.()
  if (kind?.is !== 'packed') {
    if (!isRead(kind)) refuseKind(kind, name, false, encoding === undefined)
    return yield* unpacked(joined(start, chunks), compression, name)
  }
  const inside = unpacked(joined(start, chunks), kind.compression, name)
  const insideStart = await startOf(inside)
  try {
    const inner = kindOf(insideStart)
    if (!isRead(inner)) refuseKind(inner, name, true, encoding === undefined)
    yield* joined(insideStart, inside)
  } finally {
    await inside.return(undefined)
  }
}

/** The first bytes, enough to show the kind; fewer at the end, or when a pipe has given a first line of text. */
async function startOf(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let start: Uint8Array = new Uint8Array()
  while (start.length < kindBytes && !(start.length > 16 && start.includes(0x0a))) {
    const { value, done } = await chunks.next()
    if (done) break
    start = start.length === 0 ? value : Buffer.concat([start, value])
  }
  return start
}

async function* joined(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (start.length > 0) yield start
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

async function* unpacked(
  readable: Chunks,
  compression: Compression,
  name: string,
): AsyncGenerator<Uint8Array> {
  let consumed = 0
  let readFailure: NearsameError | undefined
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of readable) {
        consumed += chunk.length
        yield chunk
      }
    } catch (cause) {
      readFailure = inputError(cause, name)
      throw readFailure
    }
  }
  if (compression === 'none') return yield* counted()
  const { format, open, input } = packings[compression]
  const unpack = open()
  const packed = Readable.from(input(counted()))
  packed.on('error', error => unpack.destroy(error))
  try {
    yield* packed.pipe(unpack)
  } catch (cause) {
    if (readFailure !== undefined) throw readFailure
    throw archiveError(cause, name, format, Math.max(unpack.bytesWritten, 0), consumed)
  } finally {
    packed.destroy()
    unpack.destroy()
  }
}

function archiveError(
  cause: unknown,
  name: string,
  format: string,
  at: number,
  consumed: number,
): NearsameError {
  const code = (cause as { code?: unknown }).code
  if (code === 'Z_BUF_ERROR') {
    return new NearsameError('ARCHIVE_TRUNCATED', {
      expected: `a complete ${format} file`,
      got: `its end at byte ${consumed}, in the middle of the data`,
      where: name,
      fix: 'transfer or write the file again',
      cause,
    })
  }
  const { message } = cause as Error
  return new NearsameError('ARCHIVE_CORRUPT', {
    expected: `sound ${format} data`,
    got: `${JSON.stringify(message)} between the bytes ${at} and ${consumed}`,
    where: name,
    fix: /dictionary/i.test(message)
      ? 'decompress it with its dictionary first, as with `zstd -d -D DICTIONARY`'
      : 'transfer or write the file again',
    cause,
  })
}
