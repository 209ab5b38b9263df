/**
 * Log file: checksummed frames, appended one after the other; what a killed run left half-written is not there.
 *
 *     frame = length u32 · CRC-32 of the payload u32 · payload        (little endian)
 *
 * Reading ends before the first frame that is incomplete, whose checksum differs, or that is empty: a large payload is
 * written before its head, whose bytes are zeros until then. Nothing is synced: a process that is killed loses nothing
 * that it wrote, and what a power failure loses fails its checksum.
 *
 * Ours: all of it.
 */
import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { readFully } from '../io/read-input.ts'
import { temporaryError } from '../io/temporaries.ts'

/** Bytes of a frame before its payload: length, checksum. */
export const frameHeadBytes = 8
/** Bytes from which a payload is written on its own instead of being copied behind the head of its frame. */
const largePayload = 2 ** 16
const readAheadBytes = 2 ** 18

/** The bytes of a payload with which the next frame begins at a multiple of 8, as well. */
export const paddedBytes = (bytes: number): number => 8 * Math.ceil(bytes / 8)

export class LogFile {
  readonly path: string
  readonly #fd: number
  readonly #failed: WriteError
  /** Bytes [#readFrom, #readTo) of the file, for `frameAt`. */
  #room = Buffer.allocUnsafeSlow(0)
  #readFrom = 0
  #readTo = 0
  /** Bytes so far: where the next frame begins. */
  length = 0

  /**
   * Opens a file, which is created if it does not exist. Call `cutAt` before the first `append`.
   *
   * @param failed what a failed write throws. Default: that of a temporary file
   */
  constructor(path: string, failed: WriteError = temporaryError) {
    this.path = path
    this.#failed = failed
    this.#fd = opened(path, failed)
  }

  /** Drops everything from `length` on. */
  cutAt(length: number): void {
    writing(this.path, () => ftruncateSync(this.#fd, length), this.#failed)
    this.length = length
  }

  /** Nothing if the payload is empty. @throws NearsameError DISK_FULL, OUTPUT_FAILED */
  append(payload: Uint8Array): void {
    if (payload.length === 0) return
    const isLarge = payload.length > largePayload
    const frame = Buffer.allocUnsafe(frameHeadBytes + (isLarge ? 0 : payload.length))
    frame.writeUInt32LE(payload.length, 0)
    frame.writeUInt32LE(crc32(payload), 4)
    if (isLarge) this.#write(payload, this.length + frameHeadBytes)
    else frame.set(payload, frameHeadBytes)
    this.#write(frame, this.length)
    this.length += frameHeadBytes + payload.length
  }

  #write(bytes: Uint8Array, position: number): void {
    writeWhole(this.#fd, this.path, bytes, position, this.#failed)
  }

  /**
   * The payloads of all whole frames before `end`, each in memory that the next one overwrites; afterwards `length` is
   * the end of the last one read.
   */
  *frames(end = Number.POSITIVE_INFINITY): Generator<Buffer> {
    const size = Math.min(end, fstatSync(this.#fd).size)
    const head = Buffer.alloc(frameHeadBytes)
    let room = Buffer.allocUnsafeSlow(0)
    for (this.length = 0; this.length + frameHeadBytes <= size; ) {
      readFully(this.#fd, head, this.length)
      const bytes = head.readUInt32LE(0)
      if (bytes === 0 || this.length + frameHeadBytes + bytes > size) return
      if (bytes > room.length) room = Buffer.allocUnsafeSlow(bytes)
      const payload = room.subarray(0, bytes)
      if (readFully(this.#fd, payload, this.length + frameHeadBytes) < bytes) return
      if (crc32(payload) !== head.readUInt32LE(4)) return
      this.length += frameHeadBytes + bytes
      yield payload
    }
  }

  /**
   * The payload of one frame, in memory that the next call overwrites. Frames that follow each other at short
   * distances are read together.
   *
   * @param at where the frame begins, a multiple of 8
   * @returns undefined if there is no whole frame with `bytes` of payload
   */
  frameAt(at: number, bytes: number): Buffer | undefined {
    const end = at + frameHeadBytes + bytes
    if (at < this.#readFrom || end > this.#readTo) this.#readAhead(at, end)
    if (end > this.#readTo) return undefined
    const frame = this.#room.subarray(at - this.#readFrom, end - this.#readFrom)
    const payload = frame.subarray(frameHeadBytes)
    return frame.readUInt32LE(0) === bytes && crc32(payload) === frame.readUInt32LE(4) ? payload : undefined
  }

  #readAhead(at: number, end: number): void {
    const isNear = at >= this.#readFrom && at < this.#readTo + readAheadBytes
    const bytes = isNear ? Math.max(readAheadBytes, end - at) : end - at
    if (bytes > this.#room.length) this.#room = Buffer.allocUnsafeSlow(bytes)
    this.#readFrom = at
    this.#readTo = at + readFully(this.#fd, this.#room.subarray(0, bytes), at)
  }

  /** Reads bytes of a frame, unchecked. @throws NearsameError TEMPORARY_CORRUPT if there are fewer */
  readAt(position: number, into: Uint8Array): void {
    if (readFully(this.#fd, into, position) < into.length) throw this.damaged()
  }

  /** The error of a log that ends earlier than it was written. */
  damaged(): NearsameError {
    return temporaryCorrupt(this.path)
  }

  close(): void {
    closeSync(this.#fd)
  }
}

/** Frames of 32-bit words. @throws NearsameError TEMPORARY_CORRUPT if fewer are whole than were written */
export function* wordPieces(log: LogFile): Generator<Uint32Array> {
  const { length } = log
  for (const frame of log.frames()) yield new Uint32Array(frame.buffer, frame.byteOffset, frame.length / 4)
  if (log.length < length) throw log.damaged()
}

/** The error of a temporary file with other bytes than were written. */
export function temporaryCorrupt(path: string): NearsameError {
  return new NearsameError('TEMPORARY_CORRUPT', {
    expected: 'the bytes that the run wrote',
    got: 'others',
    where: path,
    fix: 'check the disk, and run again with another directory as `temp`',
  })
}

/** The error of a write that failed in a path. */
type WriteError = (cause: unknown, path: string) => NearsameError

/** The file for reading and writing, created if it does not exist. @throws NearsameError OUTPUT_FAILED */
export function opened(path: string, failed?: WriteError): number {
  return writing(path, () => openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600), failed)
}

/** @throws NearsameError DISK_FULL, OUTPUT_FAILED */
export function writeWhole(
  fd: number,
  path: string,
  bytes: Uint8Array,
  position: number,
  failed?: WriteError,
): void {
  const write = () => {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, position + at)
  }
  writing(path, write, failed)
}

/** What writes to a path. @throws NearsameError DISK_FULL, OUTPUT_DIRECTORY, OUTPUT_FAILED */
export function writing<T>(path: string, work: () => T, failed: WriteError = temporaryError): T {
  try {
    return work()
  } catch (cause) {
    throw failed(cause, path)
  }
}
