/** Errors of a client: the problem that the server reports, unchanged, or the reason why no answer came. */
import { type ErrorValues, isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { type ErrorCode, registry } from '../../ground/errors/registry.ts'

/** A failed attempt. */
export interface FailedAttempt {
  readonly error: unknown
  /** Whether another attempt may succeed. */
  readonly isPassing: boolean
  /** The pause that `Retry-After` asks for, in milliseconds. */
  readonly afterMs?: number | undefined
}

const passing = new Set([408, 429, 502, 503, 504])

/** The failure that an unsuccessful status means. */
export async function attemptOf(response: Response, url: string): Promise<FailedAttempt> {
  const text = await response.text()
  return {
    error: problemOf(text) ?? foreign(response, text, url),
    isPassing: passing.has(response.status),
    afterMs: afterMs(response.headers.get('retry-after')),
  }
}

/** The error in a problem document; undefined if it is not from a nearsame server. */
function problemOf(text: string): NearsameError | undefined {
  let problem: Record<string, unknown> | null
  try {
    problem = JSON.parse(text) as Record<string, unknown> | null
  } catch {
    return undefined
  }
  const { code, expected, got, where, fix, values } = problem ?? {}
  if (typeof code !== 'string' || !Object.hasOwn(registry, code)) return undefined
  if (typeof expected !== 'string' || typeof got !== 'string' || typeof fix !== 'string') return undefined
  const parts = {
    ...{ expected, got, fix },
    ...(typeof where === 'string' && { where }),
    ...(typeof values === 'object' && values !== null && { values: values as ErrorValues }),
  }
  return new NearsameError(code as ErrorCode, parts)
}

/** An answer from something else: a proxy, another program, another version. */
function foreign({ status, statusText }: Response, text: string, url: string): NearsameError {
  const said = text.trim().slice(0, 80).replace(/\s+/g, ' ')
  return new NearsameError('SERVER_FAILED', {
    expected: 'an answer from a nearsame server',
    got: `${status} ${statusText}${said === '' ? '' : ` ${JSON.stringify(said)}`}`,
    where: url,
    fix: 'check the address, and any proxy before the server',
  })
}

/** The error for a missing answer. @param cause what `fetch` threw */
export function unreachable(cause: unknown, url: string): NearsameError {
  if (isNearsameError(cause)) return cause
  return new NearsameError('SERVER_FAILED', {
    expected: 'the server to answer',
    got: reasonOf(cause),
    where: url,
    fix: 'check that it is running, and its address',
    cause,
  })
}

/** Node puts the reason into the cause of its own error. */
export function reasonOf(error: unknown): string {
  const { cause } = (error ?? {}) as { cause?: unknown }
  const inner = cause instanceof Error ? cause : error
  if (!(inner instanceof Error)) return String(inner)
  const { code } = inner as { code?: unknown }
  return inner.message || String(code ?? inner.name)
}

export function tooSlow(timeoutMs: number, url: string): NearsameError {
  return new NearsameError('REQUEST_TIMEOUT', {
    expected: `an answer within \`timeoutMs\` ${timeoutMs}`,
    got: 'none',
    where: url,
    fix: 'send smaller requests, or raise `timeoutMs`',
  })
}

/** Seconds, or a date. */
function afterMs(header: string | null): number | undefined {
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? 1000 * Number(header) : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}

/** Undefined if the server has no such document. */
export async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (isNearsameError(error) && error.code === 'DOCUMENT_NOT_FOUND') return undefined
    throw error
  }
}
