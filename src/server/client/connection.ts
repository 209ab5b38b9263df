/**
 * Connection: sends single requests to a server, each with a timeout, and repeats those that are safe to repeat.
 *
 *     attempt ─▶ answer
 *        ▲   └─▶ transient failure of a safe request ─▶ pause ─┐
 *        └─────────────────────────────────────────────────────┘
 *
 * Pauses back off exponentially, 0.1, 0.2, 0.4 … 6.4 s, or as long as `Retry-After` asks if that is longer. Each gets
 * random jitter of up to its own exponential length, so that clients that failed together do not return together. The
 * default of seven pauses takes 12.7 to 25.4 s, enough for a server to restart.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { fromJson } from '../../ground/json/exact-json.ts'
import { attemptOf, type FailedAttempt, tooSlow, unreachable } from './answer-errors.ts'
import type { ResolvedClientOptions } from './client-options.ts'

export interface ServerCall {
  /** Default: GET. */
  readonly method?: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Behind the path of the connection, encoded, with a leading slash. */
  readonly path: string
  /** Undefined values are omitted. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** JSON text. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the request is idempotent. Default: true. */
  readonly isSafe?: boolean
  readonly signal?: AbortSignal | undefined
}

interface Answer {
  readonly status: number
  readonly text: string
}

const firstPauseMs = 100
/** The longest pause of the exponential backoff. */
const lastPauseMs = 6_400
/** If `Retry-After` asks for more, the client does not retry. */
const longestPauseMs = 30_000

export class Connection {
  readonly options: ResolvedClientOptions
  readonly #pause: typeof pause
  readonly #path: string

  /** @param wait makes the pauses @param path before that of every call */
  constructor(options: ResolvedClientOptions, wait = pause, path = '') {
    this.options = options
    this.#pause = wait
    this.#path = path
  }

  /** The same for calls below a path. */
  within(path: string): Connection {
    return new Connection(this.options, this.#pause, path)
  }

  /** @throws NearsameError that of the server, SERVER_FAILED, REQUEST_TIMEOUT; the reason of the signal */
  async send(request: ServerCall): Promise<Answer> {
    const retries = request.isSafe === false ? 0 : this.options.retries
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
        fix: 'check the address, and any proxy before the server',
        cause,
      })
    }
  }

  /** An answer with a streamed body, which may begin before the request is sent completely. @throws as `send` */
  async stream(
    request: Omit<ServerCall, 'isSafe' | 'body'>,
    body: ReadableStream<Uint8Array> | Blob,
  ): Promise<Response> {
    const url = this.urlOf(request)
    // `half`: the standard requires it for a request with a streamed body.
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
    return `${this.options.base}${this.#path}${path}${text === '' ? '' : `?${text}`}`
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
  { method = 'GET', headers, body, signal }: Omit<ServerCall, 'path' | 'isSafe'>,
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

export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // Every runtime has this timer, and unlike that of a signal it keeps the program alive.
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
