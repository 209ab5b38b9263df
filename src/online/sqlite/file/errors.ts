/** Errors of SQLite, and of the files beside it, as errors of the registry. */
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isNearsameError, NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { sqliteKind } from '../../database/sqlite-kind.ts'

const busy = new Set([5, 6])
/** A sound database never violates constraints (19, 20): numbers are unique, columns have their types. */
const corrupt = new Set([11, 19, 20, 26])
/** Messages of generic errors: missing or altered tables. Numbers of our columns fit JavaScript's. */
const isDamage = /^no such |has no column|^unsupported file format|^malformed/
const tooLarge = 'ERR_OUT_OF_RANGE'
const refused = new Set([3, 8, 14, 23])
const ioError = 10
const full = 13
const memory = 7
/** Node's code for a process started with few permissions. */
const denied = 'ERR_ACCESS_DENIED'
const tooBig = 18
/** SQLITE_IOERR_SHORT_READ and SQLITE_IOERR_CORRUPTFS: the file has less than was written. */
const truncated = new Set([522, 8458])

/** The error for a failed statement or file operation; passes our own errors on. */
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
      expected: 'a database that no other program has locked',
      got: message,
      where: file,
      fix: 'end the other program that has the file open, and try again',
      cause: error,
    })
  }
  if (code === denied) return unavailable(file, `${denied} (${message.replace(/\.$/, '')})`, error)
  // Codes of files consist of capitals and digits; others are Node's.
  if (refused.has(kind) || /^E[A-Z0-9]+$/.test(code))
    return unavailable(file, kind === 0 ? code : message, error)
  return new NearsameError('BUG', {
    expected: 'the operation to succeed',
    got: error instanceof Error ? (error.stack ?? message) : message,
    where: file,
    fix: 'please report this with the steps that led to it',
    cause: error,
  })
}

export function corrupted(file: string, got: string, cause?: unknown): NearsameError {
  return new NearsameError('STORE_CORRUPT', {
    expected: 'an undamaged file',
    got,
    where: file,
    fix: 'restore the data directory from a copy, or delete the collection and rebuild it from its documents',
    ...(cause !== undefined && { cause }),
  })
}

/** The error for a table whose rows do not ascend by key. */
export function outOfOrder(file: string): NearsameError {
  return corrupted(file, 'rows out of order')
}

export function unavailable(where: string, got: string, cause?: unknown): NearsameError {
  return new NearsameError('STORE_UNAVAILABLE', {
    expected: 'a readable and writable data directory',
    got,
    where,
    fix: 'check that its disk is mounted and writable, and that its files belong to this user',
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
    fix: 'leave it out, or do not keep texts (`storeText`)',
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

/** SQLite reports an exhausted quota or a file size limit like a broken disk; writing a file shows which it is. */
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
