import { type ErrorCode, registry } from './registry.ts'

export type ErrorValues = Readonly<Record<string, number | string>>

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
  /** Numbers and words of the message by name, for programs (`docs/errors.md`). Default: none */
  readonly values?: ErrorValues
  /** Of TEXT_MISSING: whether the record has none of the text fields, not even null. Default: no. */
  readonly lacksFields?: boolean
  /** The error behind this one. Default: none. */
  readonly cause?: unknown
}

/**
 * An error as data. `--json` of the command, results of single documents and the server have it, and `JSON.stringify`
 * makes it; the server's problem documents call `message` and `httpStatus` `detail` and `status`, as RFC 9457 does.
 */
export interface ErrorJson {
  /** A code of `docs/errors.md`, or of a later version. */
  readonly code: string
  /** The whole sentence. */
  readonly message: string
  readonly expected: string
  readonly got: string
  readonly where?: string
  readonly fix: string
  readonly values?: ErrorValues
  readonly httpStatus: number
}

/**
 * The one error class. The message reads
 * `CODE: expected <requirement>, got <value>[, at <where>]. To fix: <action>.`
 *
 * Class identity does not survive a thread boundary, so threads exchange `{ code, parts }` and rebuild the error.
 *
 * @example new NearsameError('BUG', { expected: 'a', got: 'b', fix: 'c' }).message // => 'BUG: expected a, got b. To fix: c.'
 * @example new NearsameError('RATE_LIMIT', { expected: 'a', got: 'b', fix: 'c' }).httpStatus // => 429
 */
export class NearsameError extends Error {
  readonly code: ErrorCode
  readonly parts: ErrorParts
  /** As in `parts`, and so the next four. */
  readonly expected: string
  readonly got: string
  readonly where: string | undefined
  readonly fix: string
  readonly values: ErrorValues | undefined
  /** The status with which a server of nearsame answers, in [400, 599]; a server of your own may do the same. */
  readonly httpStatus: number

  constructor(code: ErrorCode, parts: ErrorParts) {
    const where = parts.where === undefined ? '' : `, at ${parts.where}`
    super(`${code}: expected ${parts.expected}, got ${parts.got}${where}. To fix: ${parts.fix}.`, {
      cause: parts.cause,
    })
    this.name = 'NearsameError'
    this.code = code
    this.parts = parts
    this.expected = parts.expected
    this.got = parts.got
    this.where = parts.where
    this.fix = parts.fix
    this.values = parts.values
    // A later server may send a code that this version does not know.
    this.httpStatus = registry[code]?.http ?? 500
  }

  toJSON(): ErrorJson {
    return errorJson(this)
  }
}

export function errorJson({
  code,
  message,
  parts,
  httpStatus,
}: Pick<NearsameError, 'code' | 'message' | 'parts' | 'httpStatus'>): ErrorJson {
  const { expected, got, where, fix, values } = parts
  const beside = { ...(where !== undefined && { where }), fix, ...(values && { values }) }
  return { code, message, expected, got, ...beside, httpStatus }
}

/** Whether a value is a `NearsameError`, also one rebuilt by another copy of this package. */
export function isNearsameError(value: unknown): value is NearsameError {
  return value instanceof Error && value.name === 'NearsameError' && 'code' in value && 'parts' in value
}
