/** Errors of an S3 store, in words of what the caller can do. */
import { isNearsameError, NearsameError } from '../../../ground/errors/nearsame-error.ts'

interface Failure {
  /** Name of the error, as `NoSuchKey`. */
  readonly name: string
  /** HTTP status of the answer, if there was one. */
  readonly status: number | undefined
}

const missing = new Set(['NoSuchKey', 'NoSuchBucket', 'NotFound'])
const withoutKeys = new Set(['CredentialsProviderError', 'InvalidAccessKeyId', 'SignatureDoesNotMatch'])

/** What a failure says about an object that is read: INPUT_MISSING, INPUT_CHANGED or INPUT_UNREADABLE. */
export function objectInputError(cause: unknown, url: string): Error {
  if (isNearsameError(cause) || isAbort(cause)) return cause
  const failure = failureOf(cause)
  if (failure.status === 412) {
    return new NearsameError('INPUT_CHANGED', {
      expected: 'the object to stay as it is during the run',
      got: 'another version',
      where: url,
      fix: 'run again while nothing writes to it',
    })
  }
  if (missing.has(failure.name)) {
    return new NearsameError('INPUT_MISSING', {
      expected: 'an existing object, prefix or glob',
      got: failure.name,
      where: url,
      fix: 'check the bucket and the key',
      cause,
    })
  }
  return new NearsameError('INPUT_UNREADABLE', {
    expected: 'a readable object',
    got: failure.name,
    where: url,
    fix: fixOf(failure),
    cause,
  })
}

/** What a failure says about an object that is written: OUTPUT_DIRECTORY for a missing bucket, else OUTPUT_FAILED. */
export function objectOutputError(cause: unknown, url: string): Error {
  if (isNearsameError(cause) || isAbort(cause)) return cause
  const failure = failureOf(cause)
  const isMissing = missing.has(failure.name)
  return new NearsameError(isMissing ? 'OUTPUT_DIRECTORY' : 'OUTPUT_FAILED', {
    expected: isMissing ? 'an existing bucket to write in' : 'a bucket that accepts the object',
    got: failure.name,
    where: url,
    fix: isMissing ? 'create the bucket first' : fixOf(failure),
    cause,
  })
}

/** An interrupt is thrown as it is. */
function isAbort(cause: unknown): cause is Error {
  return cause instanceof Error && cause.name === 'AbortError'
}

function failureOf(cause: unknown): Failure {
  const { name, message, code, $metadata } = cause as {
    name?: unknown
    message?: unknown
    code?: unknown
    $metadata?: { httpStatusCode?: number }
  }
  const said = name === 'Error' ? message : name // such as that of a region that is missing
  return { name: String(code ?? said ?? cause), status: $metadata?.httpStatusCode }
}

function fixOf({ name, status }: Failure): string {
  if (withoutKeys.has(name)) return 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE'
  if (status === 403) return 'check the permissions of the credentials in use'
  return 'check the network, AWS_REGION and, for a store elsewhere, AWS_ENDPOINT_URL_S3'
}
