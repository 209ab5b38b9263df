/**
 * Direct file: an output whose whole pages go from our memory to the disk, past the cache of the system.
 *
 * A large output is synced before it gets its name, so that the cache would hold it only on its way; the way costs a
 * copy, and fresh pages for it, which is more than all else that writing takes. Where a system or file system knows
 * no direct writing (it says EINVAL) all goes through the cache. See docs/decisions/0007-direct-output.md.
 */
import { closeSync, constants, openSync, write, writeSync } from 'node:fs'
import { promisify } from 'node:util'

/** What places in the file and in memory must be multiples of: no block of a disk is larger. */
export const pageBytes = 4096

/** Memory that begins with a page. */
export function pageAligned(bytes: number): Uint8Array<ArrayBuffer> {
  const pages = Math.ceil(bytes / 65536) // of WebAssembly, whose memory is aligned
  return new Uint8Array(new WebAssembly.Memory({ initial: pages, maximum: pages }).buffer)
}

const writeLater = promisify(write)

export class DirectFile {
  readonly #cached: number
  #direct: number | undefined

  /** @param path of a file that is there */
  constructor(path: string) {
    this.#cached = openSync(path, 'r+')
    this.#direct = openDirect(path)
  }

  /**
   * Writes `bytes` [from, to) at `position`: directly when all three are multiples of `pageBytes`, and the memory is
   * `pageAligned`. Nobody changes the bytes until they are written.
   */
  async write(bytes: Uint8Array, from: number, to: number, position: number): Promise<void> {
    for (let at = from; at < to; ) at += await this.#writeSome(bytes, at, to - at, position + (at - from))
  }

  async #writeSome(bytes: Uint8Array, from: number, length: number, position: number): Promise<number> {
    if (this.#direct !== undefined && (from | length | position) % pageBytes === 0) {
      try {
        // Waits for the disk, which the thread does not.
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

/** Undefined where there is no direct writing. */
function openDirect(path: string): number | undefined {
  if (constants.O_DIRECT === undefined) return undefined
  try {
    return openSync(path, constants.O_WRONLY | constants.O_DIRECT)
  } catch {
    return undefined
  }
}
