/**
 * Problems: every error as `application/problem+json`.
 *
 *     { type, title, status, detail, code, expected, got, where?, fix, values?, instance }
 *
 * `code` and status are those of the error registry. For an internal error, the client gets only that it happened and
 * the id of its request, under which the log has the rest.
 *
 * Source: RFC 9457.
 */
import { isAbsolute } from 'node:path'
import { type ErrorValues, isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { ErrorCode } from '../../ground/errors/registry.ts'
import type { ServerLimits } from './server-limits.ts'

interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ErrorCode
  readonly expected: string
  readonly got: string
  readonly where?: string
  readonly fix: string
  readonly values?: ErrorValues
  /** The id of the request. */
  readonly instance: string
}

export const problemType = 'application/problem+json; charset=utf-8'

/** An error as it may leave the machine: without file paths; an internal error, or a foreign one, without details. */
export function publicError(error: unknown): NearsameError {
  if (!isNearsameError(error) || error.code === 'BUG') return ourFault(error)
  const { where, ...parts } = error.parts
  const isPlace = error.httpStatus >= 500 && where !== undefined && isAbsolute(where)
  return isPlace ? new NearsameError(error.code, parts) : error
}

/** The problem document for a client. */
export function problemOf(given: NearsameError, requestId: string): Problem {
  const { code, message, parts, httpStatus } = publicError(given)
  const { expected, got, where, fix, values } = parts
  return {
    type: `urn:nearsame:error:${code.toLowerCase().replaceAll('_', '-')}`,
    title: titleOf(code),
    status: httpStatus,
    detail: message,
    code,
    expected,
    got,
    ...(where !== undefined && { where }),
    fix,
    ...(values && { values }),
    instance: requestId,
  }
}

/** @example titleOf('OPTION_VALUE') // => 'Option value' */
export function titleOf(code: ErrorCode): string {
  return code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ')
}

interface FrameworkError {
  readonly code?: unknown
  readonly statusCode?: unknown
  readonly message?: unknown
}

/** Converts anything thrown into a NearsameError: refusals by the framework, and unexpected errors. */
export function nearsameErrorOf(
  error: unknown,
  limits: ServerLimits,
  contentType: string | undefined,
): NearsameError {
  if (isNearsameError(error)) return error
  const { code, statusCode, message } = (error ?? {}) as FrameworkError
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLong(limits.bodyBytes)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return wrongContentType(contentType)
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new NearsameError('REQUEST_SYNTAX', {
      expected: 'a valid HTTP request',
      got: String(message),
      fix: 'correct the request',
      cause: error,
    })
  }
  return ourFault(error)
}

function ourFault(cause: unknown): NearsameError {
  return new NearsameError('BUG', {
    expected: 'the request to succeed',
    got: 'an internal error, which the log of the server has',
    fix: 'report the log entry with the id of this request',
    cause,
  })
}

export function bodyTooLong(bodyBytes: number): NearsameError {
  return new NearsameError('REQUEST_TOO_LARGE', {
    expected: `at most ${bodyBytes} bytes in a body, the limit \`bodyBytes\``,
    got: 'more',
    fix: 'send several requests, or send documents as NDJSON, which has no length limit',
  })
}

function wrongContentType(given: string | undefined): NearsameError {
  return new NearsameError('CONTENT_TYPE', {
    expected: 'a body of a type that this route reads',
    got: given === undefined || given === '' ? 'no type' : JSON.stringify(given.slice(0, 80)),
    fix:
      'name the type of the body in Content-Type: application/json, application/x-ndjson for a list of documents, or ' +
      'application/octet-stream for a file',
  })
}
