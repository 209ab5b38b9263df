/**
 * Connection: single requests to a server, each with its time limit, repeated where that is safe.
 *
 *     attempt ─▶ answer
 *        ▲   └─▶ fault that passes, and may be repeated ─▶ pause ─┐
 *        └────────────────────────────────────────────────────────┘
 *
 * Pauses are 0.1, 0.2, 0.4 … 6.4 s, or what `Retry-After` says where that is more, and up to as much as the first of
 * the two longer by chance, so that clients that failed together do not come back together. Seven of them, as many as
 * there are unless others are asked for, take 12.7 to 25.4 s: a server is started anew in that.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { fromJson } from '../../ground/json/exact-json.ts'
import { attemptOf, type FailedAttempt, tooSlow, unreachable } from './answer-errors.ts'
import type { ResolvedClientOptions } from './client-options.ts'

export interface ServerCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** With a leading slash, encoded. */
  readonly path: string
  /** Values that are undefined are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  /** JSON text. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether it does the same however often it is sent. */
  readonly isSafe: boolean
  readonly signal?: AbortSignal | undefined
}

interface Answer {
  readonly status: number
  readonly text: string
}

const firstPauseMs = 100
/** Pauses do not grow beyond it. */
const lastPauseMs = 6_400
/** A server that asks for more is asked again when the caller wants. */
const longestPauseMs = 30_000

export class Connection {
  readonly options: ResolvedClientOptions
  readonly #pause: typeof pause

  /** @param wait what pauses are made with */
  constructor(options: ResolvedClientOptions, wait = pause) {
    this.options = options
    this.#pause = wait
  }

  /** @throws NearsameError that of the server, SERVER_FAILED, REQUEST_TIMEOUT; the reason of the signal */
  async send(request: ServerCall): Promise<Answer> {
    const retries = request.isSafe ? this.options.retries : 0
    for (let attempt = 0; ; attempt++) {
      const answer = await this.#attempt(request)
      if (!('error' in answer)) return answer
      const { error, isPassing, afterMs = 0 } = answer
      if (!isPassing || attempt >= retries || afterMs > longestPauseMs) throw error
      const pauseMs = Math.min(lastPauseMs, firstPauseMs * 2 ** attempt)
      await this.#pause(Math.max(pauseMs, afterMs) + pauseMs * Math.random(), request.signal)
    }
  }

  /** @throws as `send` */
  async json<T>(request: ServerCall): Promise<T> {
    const { text } = await this.send(request)
    try {
      return fromJson(text) as T
    } catch (cause) {
      throw new NearsameError('SERVER_FAILED', {
        expected: 'JSON from a nearsame server',
        got: JSON.stringify(text.slice(0, 80)),
        where: this.urlOf(request),
        fix: 'check the address, and what stands between here and the server',
        cause,
      })
    }
  }

  /** An answer whose body is read as it comes; the request may still be sent then. @throws as `send` */
  async stream(
    request: Omit<ServerCall, 'isSafe' | 'body'>,
    body: ReadableStream<Uint8Array>,
  ): Promise<Response> {
    const url = this.urlOf(request)
    // Half: what the standard calls a request whose body is a stream.
    const init = { body, duplex: 'half' } as RequestInit
    try {
      const response = await this.#fetch(url, { ...initOf(request, this.options), ...init })
      if (response.ok) return response
      throw (await attemptOf(response, url)).error
    } catch (cause) {
      request.signal?.throwIfAborted()
      throw unreachable(cause, url)
    }
  }

  urlOf({ path, query = {} }: Pick<ServerCall, 'path' | 'query'>): string {
    const named = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    )
    const text = String(new URLSearchParams(named))
    return `${this.options.base}${path}${text === '' ? '' : `?${text}`}`
  }

  async #attempt(request: ServerCall): Promise<Answer | FailedAttempt> {
    const { signal } = request
    signal?.throwIfAborted()
    const { timeoutMs } = this.options
    const url = this.urlOf(request)
    const late = AbortSignal.timeout(timeoutMs)
    const init = initOf(request, this.options)
    try {
      const response = await this.#fetch(url, {
        ...init,
        ...(request.body !== undefined && { body: request.body }),
        signal: signal === undefined ? late : AbortSignal.any([signal, late]),
      })
      if (!response.ok) return await attemptOf(response, url)
      return { status: response.status, text: await response.text() }
    } catch (cause) {
      signal?.throwIfAborted()
      return { error: late.aborted ? tooSlow(timeoutMs, url) : unreachable(cause, url), isPassing: true }
    }
  }

  #fetch(url: string, init: RequestInit): Promise<Response> {
    const { fetch } = this.options
    return fetch(url, init)
  }
}

function initOf(
  { method, headers, body, signal }: Omit<ServerCall, 'path' | 'isSafe'>,
  options: ResolvedClientOptions,
): RequestInit {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  return {
    method,
    headers: { ...type, ...options.headers, ...headers },
    redirect: 'error',
    ...(signal !== undefined && { signal }),
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // Every runtime has this timer, and unlike that of a signal it keeps a program alive.
    const timer = globalThis.setTimeout(done, ms)
    const abort = () => {
      globalThis.clearTimeout(timer)
      reject(signal?.reason)
    }
    function done(): void {
      signal?.removeEventListener('abort', abort)
      resolve()
    }
    signal?.addEventListener('abort', abort, { once: true })
  })
}
