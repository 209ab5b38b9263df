/**
 * Progress: what a run has done so far, as checksummed files in one directory.
 *
 *     scan           the job; then what the scan keeps, block by block                    (scan-blocks.ts)
 *     measured       measured pairs                                                       (measured-pairs.ts)
 *     memberships    documents and their groups, and what follows from them, if memory has no room: `block-0` …,
 *                    `carried`; made again by a run that resumes
 *     lock           the process that writes here, if another one may resume          (directory-lock.ts)
 *
 * All but the last are logs (log-file.ts). A run that resumes reads the frames up to the first that fails a check, and
 * goes on from there: what follows is overwritten.
 *
 * Ours: all of it.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { WordFile } from '../../engine/cluster/divided.ts'
import type { BlockShape } from '../../engine/columns/blocks.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { isForeignOwner } from '../io/leftovers.ts'
import { makeDirectory } from '../io/make-directory.ts'
import { temporaryError } from '../io/temporaries.ts'
import { DirectoryLock } from './directory-lock.ts'
import { checkSame, type JobIdentity } from './job-identity.ts'
import { LogFile, paddedBytes, wordPieces, writing } from './log-file.ts'
import { ScanBlocks } from './scan-blocks.ts'

interface ProgressSettings {
  readonly directory: string
  /** Held, if another run may resume here; released by `close`. */
  readonly lock: DirectoryLock | undefined
  readonly job: JobIdentity
  readonly shape: BlockShape
  /** Bytes of columns in a block. */
  readonly blockBytes: number
}

export class RunProgress {
  readonly directory: string
  readonly scan: ScanBlocks
  readonly measured: LogFile
  readonly #lock: DirectoryLock | undefined
  readonly #logs: LogFile[] = []

  /** @throws NearsameError RESUME_REFUSED, DISK_FULL, OUTPUT_DIRECTORY, OUTPUT_FAILED */
  constructor({ directory, lock, job, shape, blockBytes }: ProgressSettings) {
    this.directory = directory
    this.#lock = lock
    writing(directory, () => makeDirectory(directory))
    const log = this.#opened('scan')
    const frames = log.frames()
    const before = frames.next().value
    if (before !== undefined) checkSame(deserialize(before), job)
    this.scan = new ScanBlocks(log, shape, blockBytes)
    for (const frame of frames) this.scan.restore(frame)
    log.cutAt(log.length)
    this.measured = this.#opened('measured')
    if (before === undefined) this.#begin(log, job)
  }

  /** Begins without what was there. */
  #begin(scan: LogFile, job: JobIdentity): void {
    for (const log of this.#logs) log.cutAt(0)
    const bytes = serialize(job)
    scan.append(Buffer.concat([bytes], paddedBytes(bytes.length)))
  }

  #opened(name: string): LogFile {
    const log = new LogFile(join(this.directory, name))
    this.#logs.push(log)
    return log
  }

  /** A new, empty file of words, which a run that resumes makes again. */
  words(name: string): WordFile {
    const log = this.#opened(name)
    log.cutAt(0)
    return {
      append: piece => log.append(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength)),
      read: () => wordPieces(log),
    }
  }

  /** @param isKept whether another run may resume here */
  close(isKept: boolean): void {
    try {
      if (isKept) this.scan.flush()
    } catch {} // the disk is full: the buffered block will be scanned again
    for (const log of this.#logs) log.close()
    if (!isKept) rmSync(this.directory, { recursive: true, force: true })
    this.#lock?.release()
  }
}

/** Makes the directory of a job ours. @throws NearsameError RESUME_REFUSED if another run works there */
export function lockProgress(directory: string): DirectoryLock {
  return new DirectoryLock(directory, {
    // A job may go on in another container; a killed one does not say that it has ended.
    mayRun: isForeignOwner,
    failed: temporaryError,
    refused: () =>
      new NearsameError('RESUME_REFUSED', {
        expected: 'a run that has ended',
        got: 'one that still runs',
        where: directory,
        fix: 'wait until it has ended, or use another `temp`',
      }),
  })
}
