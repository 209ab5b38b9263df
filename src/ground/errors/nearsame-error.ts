import type { ErrorCode } from './registry.ts'

/** The parts of an error message: what was expected, what came instead, where, and how to fix it. */
export interface ErrorParts {
  /** What was expected; continues "expected …". */
  readonly expected: string
  /** What came instead. */
  readonly got: string
  /** The place of the value, such as `file:record`. Default: the message names no place. */
  readonly where?: string
  /** How to fix it; continues "To fix: …". */
  readonly fix: string
  /** The error behind this one. Default: none. */
  readonly cause?: unknown
}

/**
 * The one error class. The message reads
 * `CODE: expected <requirement>, got <value>[, at <where>]. To fix: <action>.`
 *
 * Class identity does not survive a thread boundary, so threads exchange `{ code, parts }` and rebuild the error.
 *
 * @example new NearsameError('BUG', { expected: 'a', got: 'b', fix: 'c' }).message // => 'BUG: expected a, got b. To fix: c.'
 */
export class NearsameError extends Error {
  readonly code: ErrorCode
  readonly parts: ErrorParts

  constructor(code: ErrorCode, parts: ErrorParts) {
    const where = parts.where === undefined ? '' : `, at ${parts.where}`
    super(`${code}: expected ${parts.expected}, got ${parts.got}${where}. To fix: ${parts.fix}.`, {
      cause: parts.cause,
    })
    this.name = 'NearsameError'
    this.code = code
    this.parts = parts
  }
}

/** Whether a value is a `NearsameError`, also one rebuilt by another copy of this package. */
export function isNearsameError(value: unknown): value is NearsameError {
  return value instanceof Error && value.name === 'NearsameError' && 'code' in value && 'parts' in value
}
