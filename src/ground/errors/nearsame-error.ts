import type { ErrorCode } from './registry.ts'

/** What an error says: the requirement, what came instead, where, and the action that mends it. */
export interface ErrorParts {
  readonly expected: string
  readonly got: string
  readonly where?: string
  readonly fix: string
  readonly cause?: unknown
}

/**
 * The one error class. The message reads
 * `CODE: expected <requirement>, got <value>[, at <where>]. To fix: <action>.`
 *
 * Class identity does not survive a thread boundary, so threads exchange `{ code, parts }` and rebuild.
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
