/**
 * Spool: a compressed file or a stream, copied decompressed into a plain file, because the engine reads
 * records again by offset.
 *
 * The copy is byte for byte (a byte-order mark stays; a plain source starts behind it). `onBytes` tells how
 * much is written, so that workers can start on the first ranges. Archives of several members (gzip) or
 * frames (zstd) are read to their end.
 *
 * Ours: the zstd stream of Node stops in silence at the end of a frame and drops the rest of the chunk
 * (seen in 24.21: two frames in one write give one), and that of 22 takes a truncated frame for a whole one.
 * So `zstdFrames` cuts the input at the frame ends and sees to it that the last one is complete.
 *
 * Source: RFC 8878, section 3.1.1, for the layout of a zstd frame.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { constants, createGunzip, createZstdDecompress, type Gunzip, type ZstdDecompress } from 'node:zlib'
import { NearsameError } from '../errors/nearsame-error.ts'
import type { Compression } from './file-name.ts'
import { inputError } from './input-errors.ts'
import { temporaryError } from './temporaries.ts'

// Chunks of 1 MiB: larger ones gain nothing, 16 KiB ones halve the rate. Some are unpacked ahead of the writes.
const buffering = { chunkSize: 1 << 20, highWaterMark: 4 << 20 }
/** Takes frames of Zstandard of any window. */
export const anyWindow = { [constants.ZSTD_d_windowLogMax]: 31 }

/**
 * Copies a stream into the file `path` (overwritten), decompressed.
 *
 * @param name what messages call the input
 * @param onBytes called with the bytes written so far, after each chunk
 * @returns the size of the spool
 * @throws NearsameError ARCHIVE_TRUNCATED, ARCHIVE_CORRUPT, INPUT_UNREADABLE, DISK_FULL, OUTPUT_FAILED.
 */
export async function spoolStream(
  readable: AsyncIterable<Uint8Array>,
  compression: Compression,
  path: string,
  onBytes: (availableBytes: number) => void = () => {},
  name = path,
): Promise<number> {
  const file = await open(path, 'w', 0o600).catch((cause: unknown) => {
    throw temporaryError(cause, path)
  })
  try {
    let size = 0
    for await (const chunk of decompressed(readable, compression, name)) {
      await writeAll(file, chunk, path)
      size += chunk.length
      onBytes(size)
    }
    return size
  } finally {
    await file.close()
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array, path: string): Promise<void> {
  try {
    for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
  } catch (cause) {
    throw temporaryError(cause, path)
  }
}

type Chunks = AsyncIterable<Uint8Array>

/** What messages call a packing, what unpacks it, and the chunks as that wants them. */
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
    input: chunks => zstdFrames(chunks),
  },
}

/**
 * The bytes of a stream, decompressed, in chunks of up to 1 MiB.
 *
 * @throws NearsameError ARCHIVE_TRUNCATED, ARCHIVE_CORRUPT, INPUT_UNREADABLE, all naming `name`.
 */
export async function* decompressed(
  readable: AsyncIterable<Uint8Array>,
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
  return new NearsameError('ARCHIVE_CORRUPT', {
    expected: `sound ${format} data`,
    got: `${JSON.stringify((cause as Error).message)} between the bytes ${at} and ${consumed}`,
    where: name,
    fix: 'transfer or write the file again',
    cause,
  })
}

/**
 * The same bytes, cut so that no chunk goes on after the end of a zstd frame.
 *
 * A frame is: magic (4) header (2-14) (block header (3) block)* checksum (0 or 4); a skippable frame is:
 * magic (4) size (4) content. Only these lengths are read. What does not look like a frame is passed on for
 * the decoder to refuse.
 *
 * @throws Error with the code Z_BUF_ERROR, as the decoder would, when the input ends inside a frame or is empty.
 */
async function* zstdFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const walk = new FrameWalk()
  for await (const chunk of chunks) {
    let from = 0
    for (let at = 0; at < chunk.length; ) {
      at += walk.advance(chunk, at)
      if (!walk.isAtEnd) continue
      yield chunk.subarray(from, at)
      from = at
    }
    if (from < chunk.length) yield chunk.subarray(from)
  }
  if (walk.isCut) throw Object.assign(new Error('unexpected end of file'), { code: 'Z_BUF_ERROR' })
}

type Part = 'magic' | 'skip-size' | 'descriptor' | 'header' | 'block' | 'checksum' | 'opaque'

/** Walks over frames byte range by byte range, however they are chunked. */
class FrameWalk {
  /** Whether the bytes taken last ended a frame. */
  isAtEnd = false
  #head: number[] = []
  #needed = 4
  #body = 0
  #part: Part = 'magic'
  #isLast = false
  #hasChecksum = false

  /** Whether what was taken stops inside a frame, or is nothing; not known of what is no frame. */
  get isCut(): boolean {
    return !this.isAtEnd && this.#part !== 'opaque'
  }

  /** Takes bytes from `from` on; returns how many, at least one. Stops at the end of a frame. */
  advance(bytes: Uint8Array, from: number): number {
    this.isAtEnd = false
    if (this.#part === 'opaque') return bytes.length - from
    if (this.#body > 0) {
      const taken = Math.min(this.#body, bytes.length - from)
      this.#body -= taken
      if (this.#body === 0) this.#finishBody()
      return taken
    }
    this.#head.push(bytes[from])
    if (this.#head.length === this.#needed) this.#read(Buffer.from(this.#head))
    return 1
  }

  #expect(part: Part, needed: number): void {
    this.#part = part
    this.#needed = needed
    this.#head = []
  }

  #read(head: Buffer): void {
    if (this.#part === 'magic') {
      const magic = head.readUInt32LE()
      if (magic >>> 4 === 0x184d2a5) this.#expect('skip-size', 4)
      else this.#expect(magic === 0xfd2fb528 ? 'descriptor' : 'opaque', 1)
    } else if (this.#part === 'skip-size') {
      this.#body = head.readUInt32LE()
      this.#isLast = true
      this.#hasChecksum = false
      if (this.#body === 0) this.#finishBody()
    } else if (this.#part === 'descriptor') {
      const isSingle = (head[0] & 0x20) !== 0
      this.#hasChecksum = (head[0] & 4) !== 0
      const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][head[0] >> 6]
      const rest = (isSingle ? 0 : 1) + [0, 1, 2, 4][head[0] & 3] + sizeBytes
      this.#expect('header', rest)
    } else if (this.#part === 'header') {
      this.#expect('block', 3)
    } else if (this.#part === 'block') {
      const header = head.readUIntLE(0, 3)
      this.#isLast = (header & 1) === 1
      this.#body = ((header >> 1) & 3) === 1 ? 1 : header >> 3
      if (this.#body === 0) this.#finishBody()
    } else this.#endFrame()
  }

  #finishBody(): void {
    if (!this.#isLast) this.#expect('block', 3)
    else if (this.#hasChecksum) this.#expect('checksum', 4)
    else this.#endFrame()
  }

  #endFrame(): void {
    this.isAtEnd = true
    this.#expect('magic', 4)
  }
}
