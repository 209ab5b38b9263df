/**
 * Written pieces: which pieces of the kept records are in their unfinished file, with checksums.
 *
 *     frame = position f64 · bytes f64 · CRC-32 u32, written after the piece
 *
 * A run that resumes has the same pieces at the same positions. Each is read again and compared with its checksum.
 *
 * Ours: all of it. Cost: 28 bytes on disk for each 4 MiB.
 */
import { dirname, join } from 'node:path'
import { temporaryPrefix } from '../io/leftovers.ts'
import type { LogFile } from './log-file.ts'

/** The file of kept records until they get their name: another run finds it. */
export function unfinishedPath(output: string): string {
  return join(dirname(output), `${temporaryPrefix(output)}progress`)
}

interface Written {
  readonly bytes: number
  readonly checksum: number
}

const frameBytes = 20

export class WrittenPieces {
  readonly #log: LogFile
  readonly #known = new Map<number, Written>()
  #isEnded = false

  /** @param log of an earlier run, read here */
  constructor(log: LogFile) {
    this.#log = log
    for (const frame of log.frames()) {
      const bytes = frame.readDoubleLE(8)
      this.#known.set(frame.readDoubleLE(0), { bytes, checksum: frame.readUInt32LE(16) })
    }
    log.cutAt(log.length)
  }

  /** The checksum of a piece that an earlier run wrote; undefined if it did not. */
  checksumOf(position: number, bytes: number): number | undefined {
    const known = this.#known.get(position)
    return known?.bytes === bytes ? known.checksum : undefined
  }

  /** Call when the piece is written. */
  add(position: number, { bytes, checksum }: Written): void {
    if (this.#isEnded || this.checksumOf(position, bytes) === checksum) return
    const frame = Buffer.alloc(frameBytes)
    frame.writeDoubleLE(position, 0)
    frame.writeDoubleLE(bytes, 8)
    frame.writeUInt32LE(checksum, 16)
    this.#log.append(frame)
  }

  /** Ignores pieces from now on: the log is about to be closed. */
  end(): void {
    this.#isEnded = true
  }
}
