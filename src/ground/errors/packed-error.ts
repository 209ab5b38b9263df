/**
 * Errors as data, for the way between threads: structured cloning keeps neither class nor own fields of an error, so
 * whoever hears of one builds it anew.
 */
import { type ErrorParts, NearsameError } from './nearsame-error.ts'
import type { ErrorCode } from './registry.ts'

export interface PackedError {
  readonly code: ErrorCode
  readonly parts: ErrorParts
}

export function packError({ code, parts }: NearsameError): PackedError {
  const { cause, ...rest } = parts
  return { code, parts: cause === undefined ? rest : { ...rest, cause: String(cause) } }
}

export function unpackError({ code, parts }: PackedError): NearsameError {
  return new NearsameError(code, parts)
}
