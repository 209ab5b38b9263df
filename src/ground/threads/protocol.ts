/**
 * Messages between the pool and its threads, as plain data.
 *
 *     pool ─ { id, task } ─▶ thread ─ { id, result } | { id, error } ─▶ pool
 *
 * The first request of a pool, `startedId`, has what the thread needs for its tasks; the reply says it has started.
 */
import { type ErrorParts, isNearsameError } from '../errors/nearsame-error.ts'
import { type PackedError, packError } from '../errors/packed-error.ts'

export const startedId = 0

export interface Request {
  readonly id: number
  readonly task: unknown
}

export type Reply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: PackedError }

/** An error as data; a foreign error is a bug of ours, with its stack as the received value. */
export function packFailure(error: unknown): PackedError {
  return isNearsameError(error) ? packError(error) : { code: 'BUG', parts: bugParts(error) }
}

function bugParts(error: unknown): ErrorParts {
  const got = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return {
    expected: 'the operation to succeed',
    got,
    fix: 'please report this with the input that causes it',
    cause: error,
  }
}
