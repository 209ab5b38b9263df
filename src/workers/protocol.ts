/**
 * Messages between the pool and its threads, as plain data. Errors cross as `{ code, parts }`: structured
 * cloning keeps neither class nor own fields of an error, so the pool builds it anew.
 *
 *     pool ─ { id, task } ─▶ thread ─ { id, result } | { id, error } ─▶ pool
 */
import { type ErrorParts, isNearsameError, NearsameError } from '../errors/nearsame-error.ts'
import type { ErrorCode } from '../errors/registry.ts'

export interface Request {
  readonly id: number
  readonly task: unknown
}

export type Reply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: { code: ErrorCode; parts: ErrorParts } }

/** An error as data; anything that is not ours is a bug of ours, with its stack as what was got. */
export function packError(error: unknown): { code: ErrorCode; parts: ErrorParts } {
  if (isNearsameError(error)) {
    const { cause, ...parts } = error.parts
    return { code: error.code, parts: cause === undefined ? parts : { ...parts, cause: String(cause) } }
  }
  return { code: 'BUG', parts: bugParts(error) }
}

export function unpackError({ code, parts }: { code: ErrorCode; parts: ErrorParts }): NearsameError {
  return new NearsameError(code, parts)
}

export function bugParts(error: unknown): ErrorParts {
  const got = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return {
    expected: 'no such failure',
    got,
    fix: 'please report this with the input that shows it',
    cause: error,
  }
}
