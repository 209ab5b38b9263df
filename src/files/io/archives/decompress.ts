/** Decompresses a stream. Archives of several members (gzip) or frames (zstd) are read to their end. */
import { Readable } from 'node:stream'
import { constants, createGunzip, createZstdDecompress, type Gunzip, type ZstdDecompress } from 'node:zlib'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { kindBytes, kindOf, readsWide, refuseKind } from '../file-kind.ts'
import type { Compression } from '../file-name.ts'
import { inputError } from '../input-errors.ts'
import { BytesAhead } from './bytes-ahead.ts'
import { gzipMembers } from './gzip-members.ts'
import { PackedChunks } from './packed-chunks.ts'
import { dictionaryIn } from './zstd-dictionary.ts'
import { zstdFrames } from './zstd-frames.ts'
import { zstdMembers } from './zstd-members.ts'

// Chunks of 1 MiB: larger ones gain nothing, 16 KiB ones halve the rate. A few are decompressed ahead of the writes.
const buffering = { chunkSize: 1 << 20, highWaterMark: 4 << 20 }
/** Accepts Zstandard frames with any window. */
export const anyWindow = { [constants.ZSTD_d_windowLogMax]: 31 }

type Chunks = AsyncIterable<Uint8Array>

/** A compression: its name in messages, its decoder, and how chunks must be cut for that. */
interface Packing {
  readonly format: string
  readonly open: (dictionary?: Buffer) => Gunzip | ZstdDecompress
  readonly input: (chunks: Chunks) => Chunks
}

const packings: Readonly<Record<Exclude<Compression, 'none'>, Packing>> = {
  gz: { format: 'gzip', open: () => createGunzip(buffering), input: chunks => chunks },
  zst: {
    format: 'zstd',
    open: dictionary => {
      return createZstdDecompress({ ...buffering, params: anyWindow, ...(dictionary && { dictionary }) })
    },
    input: zstdFrames,
  },
}

/**
 * The bytes of a stream, decompressed, in chunks of up to 1 MiB. A compression that the first bytes show replaces that
 * of the name. A stream without a byte has none, whatever its name.
 *
 * @param encoding that of the caller, '' for none, if text in UTF-16 may pass
 * @param faults gets damage of a web archive, which a piece without a byte stands for; else damage is thrown
 * @throws NearsameError ARCHIVE_TRUNCATED, ARCHIVE_CORRUPT, INPUT_UNREADABLE, INPUT_FORMAT_UNKNOWN, all naming `name`.
 */
export async function* decompressed(
  readable: Chunks,
  compression: Compression,
  name: string,
  encoding?: string,
  faults?: NearsameError[],
): AsyncGenerator<Uint8Array> {
  const ahead = new BytesAhead(readable)
  await showKind(ahead).catch(cause => {
    throw inputError(cause, name)
  })
  if (ahead.bytes.length === 0) return
  const kind = kindOf(ahead.bytes)
  // Arrow that another converted format asks for is refused by its reader.
  const isRead = (found: typeof kind) =>
    encoding === undefined ? found?.is === 'arrow' || found?.is === 'xlsx' : readsWide(found, encoding)
  if (kind?.is === 'foreign' || kind?.is === 'parquet') await ahead.close()
  if (kind?.is !== 'packed') {
    if (!isRead(kind)) refuseKind(kind, name, false, encoding === undefined)
    return yield* unpacked(ahead.rest(), compression, name, faults)
  }
  const inside = new BytesAhead(unpacked(ahead.rest(), kind.compression, name, faults))
  try {
    await showKind(inside)
    const inner = kindOf(inside.bytes)
    if (!isRead(inner)) refuseKind(inner, name, true, encoding === undefined)
    yield* inside.rest()
  } finally {
    await inside.close()
  }
}

/** Waits for the bytes that show the kind; fewer at the end, or when a pipe has given a first line of text. */
async function showKind(ahead: BytesAhead): Promise<void> {
  await ahead.readUntil(bytes => bytes.length >= kindBytes || (bytes.length > 16 && bytes.includes(0x0a)))
}

async function* unpacked(
  readable: Chunks,
  compression: Compression,
  name: string,
  faults: NearsameError[] | undefined,
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
  const fail = (cause: unknown, at = 0): never => {
    throw readFailure ?? archiveError(cause, name, format, at, consumed)
  }
  const onDamage = (got: string, at: number) => faults?.push(damaged(got, at, format, name))
  if (faults !== undefined && compression === 'gz')
    return yield* gzipMembers(counted(), { isStart: startsRecord, isOne: isOneRecord, onDamage })
  const ahead = new BytesAhead(counted())
  const dictionary =
    compression === 'zst' ? await dictionaryIn(ahead).catch(cause => fail(cause)) : undefined
  const chunks = ahead.rest()
  if (faults !== undefined)
    return yield* zstdMembers(chunks, () => open(dictionary), { isOne: isOneRecord, onDamage })
  const packed = new PackedChunks(input(chunks))
  let used: number | undefined = 0
  try {
    do {
      const start = used
      const unpack = open(dictionary)
      const place = () => start + Math.max(unpack.bytesWritten, 0)
      try {
        yield* piped(packed.from(start, place), unpack)
      } catch (cause) {
        fail(cause, place())
      }
      used = await packed.skipPadding(place())
    } while (used !== undefined)
  } finally {
    await packed.close()
  }
}

async function* piped(chunks: Chunks, unpack: Gunzip | ZstdDecompress): AsyncGenerator<Uint8Array> {
  const packed = Readable.from(chunks)
  packed.on('error', error => unpack.destroy(error))
  try {
    yield* packed.pipe(unpack)
  } finally {
    packed.destroy()
    unpack.destroy()
  }
}

const isOneRecord = (bytes: Buffer) => bytes.lastIndexOf('\nWARC/1.') < 0
const startsRecord = (bytes: Buffer) => bytes.toString('latin1', 0, 5) === 'WARC/'

function damaged(got: string, at: number, format: string, name: string): NearsameError {
  return new NearsameError('ARCHIVE_CORRUPT', {
    expected: `sound ${format} data`,
    got: `${got} at byte ${at + 1}`,
    where: name,
    fix: 'transfer or write the file again',
  })
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
  if (at === 0 && /incorrect header check|unknown frame descriptor/i.test(message)) {
    return new NearsameError('ARCHIVE_CORRUPT', {
      expected: `${format} data`,
      got: 'other bytes from the start',
      where: name,
      fix: 'if it was unpacked on its way, take the compression out of its name; else transfer it again',
      cause,
    })
  }
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
