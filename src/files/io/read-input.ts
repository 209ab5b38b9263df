/** Reads from open files. */
import { closeSync, openSync, readSync } from 'node:fs'
import { inputError } from './input-errors.ts'

/** One read of an open input: `length` bytes from `position` on, put at `at`. */
interface Reading {
  readonly at: number
  readonly length: number
  readonly position: number
}

/** @param name of the input in messages @returns bytes read @throws NearsameError INPUT_UNREADABLE */
export function readInput(fd: number, name: string, into: Uint8Array, reading: Reading): number {
  try {
    return readSync(fd, into, reading.at, reading.length, reading.position)
  } catch (cause) {
    throw inputError(cause, name)
  }
}

/** Calls `use` with a file that is open for it. */
export function withOpen<Result>(path: string, use: (fd: number) => Result): Result {
  const fd = openSync(path, 'r')
  try {
    return use(fd)
  } finally {
    closeSync(fd)
  }
}

/** Fills memory from a position of a file on. @returns bytes read: fewer only at the end of the file */
export function readFully(fd: number, into: Uint8Array, position: number): number {
  for (let at = 0; at < into.length; ) {
    const got = readSync(fd, into, at, into.length - at, position + at)
    if (got === 0) return at
    at += got
  }
  return into.length
}
