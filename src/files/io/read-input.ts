/** Reads from an open input, with its errors. */
import { readSync } from 'node:fs'
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
