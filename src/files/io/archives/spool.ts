/**
 * Spool: a compressed file or a stream, copied decompressed into a plain file, because the engine reads
 * records again by offset.
 *
 * The copy is byte for byte (a byte-order mark stays; a plain source starts behind it). `onBytes` reports the
 * bytes written, so that threads can start on the first ranges.
 */
import { open } from 'node:fs/promises'
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
  const failed = (cause: unknown): never => {
    throw temporaryError(cause, path)
  }
  const file = await open(path, 'w', 0o600).catch(failed)
  let size = 0
  try {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at).catch(failed)).bytesWritten
      size += chunk.length
      onBytes(size)
    }
    return size
  } finally {
    await file.close()
  }
}
