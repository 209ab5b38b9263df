/**
 * Written pieces: which pieces of the kept records are in their unfinished file, with checksums.
 *
 *     frame = a row (log-rows.ts): bytes · CRC-32 · position, written after the piece
 *
 * A run that resumes has the same pieces at the same positions. Each is read again and compared with its checksum.
 *
 * Ours: all of it. Cost: 24 bytes on disk for each 4 MiB.
 */
import { dirname, join } from 'node:path'
import { temporaryPrefix } from '../io/leftovers.ts'
import type { LogFile } from './log-file.ts'
import { appendRows, restoreRows } from './log-rows.ts'

/** The file of kept records until they get their name: another run finds it. */
export function unfinishedPath(output: string): string {
  return join(dirname(output), `${temporaryPrefix(output)}progress`)
}

interface Written {
  readonly bytes: number
  readonly checksum: number
}

export class WrittenPieces {
  readonly #log: LogFile
  readonly #known = new Map<number, Written>()
  #isEnded = false

  /** @param log of an earlier run, read here */
  constructor(log: LogFile) {
    this.#log = log
    restoreRows(log, (bytes, checksum, position) => {
      this.#known.set(position, { bytes, checksum: checksum >>> 0 })
    })
  }

  /** The checksum of a piece that an earlier run wrote; undefined if it did not. */
  checksumOf(position: number, bytes: number): number | undefined {
    const known = this.#known.get(position)
    return known?.bytes === bytes ? known.checksum : undefined
  }

  /** Call when the piece is written. */
  add(position: number, { bytes, checksum }: Written): void {
    if (this.#isEnded || this.checksumOf(position, bytes) === checksum) return
    appendRows(this.#log, [bytes], [checksum], [position])
  }

  /** Ignores pieces from now on: the log is about to be closed. */
  end(): void {
    this.#isEnded = true
  }
}
