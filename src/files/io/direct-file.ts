/**
 * Direct file: an output whose whole pages go from our memory to the disk, bypassing the page cache.
 *
 * A large output is synced before it gets its name, so the page cache would only add a copy, and fresh pages for it,
 * which cost more than everything else in writing. If the system or file system has no direct writing (EINVAL),
 * everything goes through the cache. See docs/decisions/0007-direct-output.md.
 */
import { closeSync, constants, openSync, write, writeSync } from 'node:fs'
import { promisify } from 'node:util'

/** Offsets in the file and in memory must be multiples of this: no disk has larger blocks. */
export const pageBytes = 4096

/** Memory aligned to a page. */
export function pageAligned(bytes: number): Uint8Array<ArrayBuffer> {
  const pages = Math.ceil(bytes / 65536) // pages of WebAssembly, whose memory is aligned
  return new Uint8Array(new WebAssembly.Memory({ initial: pages, maximum: pages }).buffer)
}

const writeLater = promisify(write)

export class DirectFile {
  readonly #cached: number
  #direct: number | undefined

  /** @param path of an existing file */
  constructor(path: string) {
    this.#cached = openSync(path, 'r+')
    this.#direct = openDirect(path)
  }

  /**
   * Writes `bytes` [from, to) at `position`: directly if all three are multiples of `pageBytes` and the memory is
   * `pageAligned`. The caller must not change the bytes until they are written.
   */
  async write(bytes: Uint8Array, from: number, to: number, position: number): Promise<void> {
    for (let at = from; at < to; ) at += await this.#writeSome(bytes, at, to - at, position + (at - from))
  }

  async #writeSome(bytes: Uint8Array, from: number, length: number, position: number): Promise<number> {
    if (this.#direct !== undefined && (from | length | position) % pageBytes === 0) {
      try {
        // The write waits for the disk; the thread does not.
        return (await writeLater(this.#direct, bytes, from, length, position)).bytesWritten
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code !== 'EINVAL') throw cause
        this.#closeDirect()
      }
    }
    return writeSync(this.#cached, bytes, from, length, position)
  }

  #closeDirect(): void {
    if (this.#direct !== undefined) closeSync(this.#direct)
    this.#direct = undefined
  }

  close(): void {
    this.#closeDirect()
    closeSync(this.#cached)
  }
}

/** Undefined if direct writing is not available. */
function openDirect(path: string): number | undefined {
  if (constants.O_DIRECT === undefined) return undefined
  try {
    return openSync(path, constants.O_WRONLY | constants.O_DIRECT)
  } catch {
    return undefined
  }
}
