/**
 * Errors as data, for messages between threads: structured cloning drops the class and the own fields of an error, so
 * the receiver rebuilds it.
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
