/** Errors of SQLite, and of the files beside it, in the words of the registry. */
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isNearsameError, NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { sqliteKind } from '../../database/sqlite-kind.ts'

const busy = new Set([5, 6])
/** Constraints (19, 20) are kept by whatever is whole: numbers are given once, columns have their types. */
const corrupt = new Set([11, 19, 20, 26])
/** Of a generic error: tables that are missing or altered. Numbers of our columns fit into those of the language. */
const isDamage = /^no such |has no column|^unsupported file format|^malformed/
const tooLarge = 'ERR_OUT_OF_RANGE'
const refused = new Set([3, 8, 14, 23])
const ioError = 10
const full = 13
const memory = 7
/** Of Node, for a process that is started with few permissions. */
const denied = 'ERR_ACCESS_DENIED'
const tooBig = 18
/** SQLITE_IOERR_SHORT_READ and SQLITE_IOERR_CORRUPTFS: less there than was written. */
const truncated = new Set([522, 8458])

/** What a failed statement or file operation means for who uses the collection. Ours are passed on. */
export function sqliteError(error: unknown, file: string): NearsameError {
  if (isNearsameError(error)) return error
  const {
    errcode = 0,
    code = '',
    message = String(error),
  } = error as Error & { errcode?: number; code?: string }
  const kind = sqliteKind(error)
  if (kind === full || isOfRoom(code)) return diskFull(file, 'a full disk', error)
  const isDamaged = (kind === 1 && isDamage.test(message)) || code === tooLarge
  if (corrupt.has(kind) || truncated.has(errcode) || isDamaged) return corrupted(file, message, error)
  if (kind === ioError) {
    const limit = whyNoRoom(file)
    return limit === undefined
      ? unavailable(file, `${message} (${errcode})`, error)
      : diskFull(file, limit, error)
  }
  if (kind === tooBig) return tooLong(error)
  if (kind === memory) return exhausted(error)
  if (busy.has(kind)) {
    return new NearsameError('STORE_BUSY', {
      expected: 'the database to be free for this',
      got: message,
      where: file,
      fix: 'end the other program that has the file open, and try again',
      cause: error,
    })
  }
  if (code === denied) return unavailable(file, `${denied} (${message.replace(/\.$/, '')})`, error)
  // The codes of files are capitals only; others are of Node.
  if (refused.has(kind) || /^E[A-Z0-9]+$/.test(code))
    return unavailable(file, kind === 0 ? code : message, error)
  return new NearsameError('BUG', {
    expected: 'no such failure',
    got: error instanceof Error ? (error.stack ?? message) : message,
    where: file,
    fix: 'please report this with what led to it',
    cause: error,
  })
}

export function corrupted(file: string, got: string, cause?: unknown): NearsameError {
  return new NearsameError('STORE_CORRUPT', {
    expected: 'the file as it was written',
    got,
    where: file,
    fix: 'bring the data directory back from a copy, or delete the collection and make it anew from its documents',
    ...(cause !== undefined && { cause }),
  })
}

/** Of a table whose rows do not ascend by their key. */
export function outOfOrder(file: string): NearsameError {
  return corrupted(file, 'rows that are not in their order')
}

export function unavailable(where: string, got: string, cause?: unknown): NearsameError {
  return new NearsameError('STORE_UNAVAILABLE', {
    expected: 'to read and write the data directory',
    got,
    where,
    fix: 'check that its disk is there and writable, and that its files belong to this user',
    ...(cause !== undefined && { cause }),
  })
}

function diskFull(file: string, got: string, cause: unknown): NearsameError {
  return new NearsameError('DISK_FULL', {
    expected: 'room on the disk',
    got,
    where: file,
    fix: 'free some space and try again; everything acknowledged before is kept',
    cause,
  })
}

function tooLong(cause: unknown): NearsameError {
  return new NearsameError('RECORD_TOO_LONG', {
    expected: 'a document of at most 1,000,000,000 bytes',
    got: 'a longer one',
    fix: 'leave it out, or do without its texts by `storeText`',
    cause,
  })
}

function exhausted(cause: unknown): NearsameError {
  return new NearsameError('MEMORY_EXHAUSTED', {
    expected: 'memory for the database',
    got: 'none left',
    fix: 'give the process more memory, or add fewer documents at once',
    cause,
  })
}

function isOfRoom(code: string): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG'
}

const probeBytes = 1 << 18

/**
 * SQLite does not tell an exhausted quota or a limit on the size of files from a broken disk: a file does.
 */
function whyNoRoom(file: string): string | undefined {
  const sizes = [file, `${file}-wal`].map(path => statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  const path = join(dirname(file), `.probe-${process.pid}-${Math.random().toString(36).slice(2)}`)
  try {
    const handle = openSync(path, 'wx')
    try {
      for (const at of [0, Math.max(...sizes)])
        writeSync(handle, new Uint8Array(probeBytes), 0, probeBytes, at)
    } finally {
      closeSync(handle)
    }
    return undefined
  } catch (error) {
    const code = String((error as { code?: unknown }).code)
    if (!isOfRoom(code)) return undefined
    return code === 'EFBIG'
      ? 'a limit on the size of files'
      : code === 'EDQUOT'
        ? 'an exhausted quota'
        : 'a full disk'
  } finally {
    rmSync(path, { force: true })
  }
}
