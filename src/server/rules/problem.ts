/**
 * Problems: every error as `application/problem+json`.
 *
 *     { type, title, status, detail, code, expected, got, where?, fix, instance }
 *
 * `code` and status are those of the error registry. Of an error that our code rules out the client learns nothing but
 * that it happened, and the id of its request, under which the log has the rest.
 *
 * Source: RFC 9457.
 */
import { isAbsolute } from 'node:path'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { type ErrorCode, registry } from '../../ground/errors/registry.ts'
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
  /** The id of the request. */
  readonly instance: string
}

export const problemType = 'application/problem+json; charset=utf-8'

/** An error as it may leave the machine: without places of files; of a fault of ours only that it happened. */
export function publicError(error: NearsameError): NearsameError {
  if (error.code === 'BUG') return ourFault(error)
  const { where, ...parts } = error.parts
  const isPlace = registry[error.code].http >= 500 && where !== undefined && isAbsolute(where)
  return isPlace ? new NearsameError(error.code, parts) : error
}

/** What a client is told. */
export function problemOf(given: NearsameError, requestId: string): Problem {
  const { code, message, parts } = publicError(given)
  const { expected, got, where, fix } = parts
  return {
    type: `urn:nearsame:error:${code.toLowerCase().replaceAll('_', '-')}`,
    title: titleOf(code),
    status: registry[code].http,
    detail: message,
    code,
    expected,
    got,
    ...(where !== undefined && { where }),
    fix,
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

/** Anything thrown as an error of ours: what the framework refuses, and what nobody expected. */
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
      expected: 'a request that HTTP allows',
      got: String(message),
      fix: 'correct the request',
      cause: error,
    })
  }
  return ourFault(error)
}

function ourFault(cause: unknown): NearsameError {
  return new NearsameError('BUG', {
    expected: 'no error of this kind',
    got: 'one that is in the log of the server',
    fix: 'report what the log has under the id of this request',
    cause,
  })
}

export function bodyTooLong(bodyBytes: number): NearsameError {
  return new NearsameError('REQUEST_TOO_LARGE', {
    expected: `at most ${bodyBytes} bytes in a body, the limit \`bodyBytes\``,
    got: 'more',
    fix: 'send several requests, or documents as NDJSON, which may be of any length',
  })
}

function wrongContentType(given: string | undefined): NearsameError {
  return new NearsameError('CONTENT_TYPE', {
    expected: 'a body whose type this route reads',
    got: given === undefined || given === '' ? 'no type' : JSON.stringify(given.slice(0, 80)),
    fix: 'name the type of the body in Content-Type: application/json, or application/x-ndjson for a list of documents',
  })
}
