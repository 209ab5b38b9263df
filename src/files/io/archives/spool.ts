/**
 * Spool: a compressed file or a stream, copied decompressed into a plain file, because the engine reads
 * records again by offset.
 *
 * The copy is byte for byte (a byte-order mark stays; a plain source starts behind it). `onBytes` reports the
 * bytes written, so that threads can start on the first ranges.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { temporaryError } from '../temporaries.ts'

/**
 * Copies chunks into the file `path` (overwritten).
 *
 * @param onBytes called with the bytes written so far, after each chunk
 * @returns the size of the spool
 * @throws NearsameError DISK_FULL, OUTPUT_FAILED; those of the chunks
 */
export async function spoolChunks(
  chunks: AsyncIterable<Uint8Array>,
  path: string,
  onBytes: (availableBytes: number) => void = () => {},
): Promise<number> {
  const spool = await SpoolWriter.open(path)
  try {
    for await (const chunk of chunks) {
      await spool.write(chunk)
      onBytes(spool.size)
    }
    return spool.size
  } finally {
    await spool.close()
  }
}

/** Writes a spool. Call order: `open write* close`. */
class SpoolWriter {
  readonly #file: FileHandle
  readonly #path: string
  /** Bytes written. */
  size = 0

  private constructor(file: FileHandle, path: string) {
    this.#file = file
    this.#path = path
  }

  /** Overwrites an existing file. @throws NearsameError DISK_FULL, OUTPUT_FAILED, OUTPUT_DIRECTORY */
  static async open(path: string): Promise<SpoolWriter> {
    const file = await open(path, 'w', 0o600).catch((cause: unknown) => {
      throw temporaryError(cause, path)
    })
    return new SpoolWriter(file, path)
  }

  /** @throws NearsameError DISK_FULL, OUTPUT_FAILED */
  async write(bytes: Uint8Array): Promise<void> {
    try {
      for (let at = 0; at < bytes.length; ) at += (await this.#file.write(bytes, at)).bytesWritten
    } catch (cause) {
      throw temporaryError(cause, this.#path)
    }
    this.size += bytes.length
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}
