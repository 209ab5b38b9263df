/**
 * Redis client: what the Redis store needs of a client, and how it opens its own through the package `ioredis`, loaded
 * on demand.
 *
 * Timeouts of our own client: calls fail within two seconds if the server refuses connections, within 30 if it does not
 * answer. Once the server answers again, so does the store.
 */

import { createHash } from 'node:crypto'
import { loadPackage } from '../../../ground/errors/optional-package.ts'
import { within } from '../../database/within.ts'
import { redisDatabase } from '../../store/database-url.ts'
import { closed, isLostConnection, isUnknownScript, redisError } from './errors.ts'

export type RedisArgument = string | number | Buffer
export type RedisCommand = readonly [string, ...RedisArgument[]]

/** The used part of a `Redis` or a `Cluster` of ioredis. */
export interface RedisClient {
  callBuffer(command: string, args: RedisArgument[]): Promise<unknown>
  pipeline(): RedisPipeline
  disconnect(): void
}

/** The used part of its pipelines: results come as pairs of error and reply, in order. */
interface RedisPipeline {
  callBuffer(command: string, args: RedisArgument[]): unknown
  exec(): Promise<readonly (readonly [error: unknown, reply?: unknown])[] | null>
}

export interface RedisClientOptions {
  /** Address such as `redis://user:password@host:6379/0` or `rediss://…`. Default: none, a `client` is given. */
  readonly url?: string
  /** The caller's own client, also a `Cluster`; the caller closes it. Default: a new client for the `url`. */
  readonly client?: RedisClient
  /** Loads the package `ioredis`; for tests and bundlers. Default: an import of the package. */
  readonly load?: () => Promise<unknown>
}

/** A script with the name under which the server knows it. */
export interface RedisScript {
  readonly text: string
  readonly digest: string
}

export function redisScript(text: string): RedisScript {
  return Object.freeze({ text, digest: createHash('sha1').update(text).digest('hex') })
}

const connectMs = 5000
const answerMs = 30_000
const retriesPerRequest = 4
/** Longest pause between attempts to connect; the first pauses are shorter. */
const longestPauseMs = 250

/**
 * Runs commands and scripts through a client. Every command and script of the store is idempotent, so a call whose
 * connection is lost is retried once.
 */
export class RedisConnection {
  readonly #options: RedisClientOptions
  #opened: Promise<RedisClient> | undefined
  /** Why the client could not connect, which its commands do not report. */
  #lost: unknown

  /** The first command opens the client. */
  constructor(options: RedisClientOptions) {
    this.#options = options
  }

  /** @throws NearsameError, as `redisError` */
  async command(name: string, ...args: RedisArgument[]): Promise<unknown> {
    return this.#twice(client => client.callBuffer(name, args))
  }

  /** Runs commands in one pipeline; others may come in between. @throws NearsameError, as `redisError` */
  async commands(list: readonly RedisCommand[]): Promise<unknown[]> {
    return this.#twice(async client => {
      const replies = await piped(client, list)
      const failed = replies.find(reply => reply instanceof Error)
      if (failed !== undefined) throw failed
      return replies
    })
  }

  /** Runs a script on the collection of a key. @throws NearsameError, as `redisError` */
  async run(script: RedisScript, key: string, args: readonly RedisArgument[]): Promise<unknown> {
    return this.#twice(async client => {
      try {
        return await client.callBuffer('EVALSHA', [script.digest, 1, key, ...args])
      } catch (error) {
        if (!isUnknownScript(error)) throw error
        return client.callBuffer('EVAL', [script.text, 1, key, ...args])
      }
    })
  }

  /** Runs a script for each list of arguments, in one pipeline. @throws NearsameError, as `redisError` */
  async runEach(script: RedisScript, key: string, lists: readonly RedisArgument[][]): Promise<unknown[]> {
    if (lists.length === 0) return []
    const calls = lists.map(args => ['EVALSHA', script.digest, 1, key, ...args] as const)
    return this.#twice(async client => {
      const replies = await piped(client, calls)
      const failed = replies.find(reply => reply instanceof Error)
      if (failed === undefined) return replies
      if (!isUnknownScript(failed)) throw failed
      // The server may have restarted and lost its scripts: the first call brings the script along.
      const [first, ...rest] = lists
      const reply = await client.callBuffer('EVAL', [script.text, 1, key, ...first])
      return [reply, ...(await this.runEach(script, key, rest))]
    })
  }

  /** Closes our own client. */
  async close(): Promise<void> {
    const opened = this.#opened
    this.#opened = Promise.reject(closed())
    this.#opened.catch(() => {})
    if (this.#options.client !== undefined) return
    const client = await opened?.catch(() => undefined)
    client?.disconnect()
  }

  #client(): Promise<RedisClient> {
    if (this.#opened === undefined) {
      const opening = openClient(this.#options, error => {
        this.#lost = error
      })
      this.#opened = opening
      // After a failure, the next command tries again.
      opening.catch(() => {
        if (this.#opened === opening) this.#opened = undefined
      })
    }
    return this.#opened
  }

  async #twice<T>(use: (client: RedisClient) => Promise<T>): Promise<T> {
    try {
      const client = await this.#client()
      const answer = () => (this.#options.client === undefined ? inTime(use(client)) : use(client))
      try {
        return await answer()
      } catch (error) {
        if (!isLostConnection(error)) throw error
        return await answer()
      }
    } catch (error) {
      const isGivenUp = (error as Error).name === 'MaxRetriesPerRequestError'
      throw redisError(isGivenUp ? (this.#lost ?? error) : error)
    }
  }
}

/**
 * The answer to a call of our own client, with a timeout. The client's own timeout would keep a process alive until it
 * has passed, because it never gives up commands that began a refused connection.
 */
function inTime<T>(answer: Promise<T>): Promise<T> {
  return within(answer, answerMs, () => new Error(`no answer within ${answerMs / 1000} s`))
}

async function piped(client: RedisClient, list: readonly RedisCommand[]): Promise<unknown[]> {
  const pipeline = client.pipeline()
  for (const [name, ...args] of list) pipeline.callBuffer(name, args)
  const replies = (await pipeline.exec()) ?? []
  return replies.map(([error, reply]) => error ?? reply)
}

async function openClient(
  { url, client, load }: RedisClientOptions,
  onLost: (error: unknown) => void,
): Promise<RedisClient> {
  if (client !== undefined) return client
  // A variable, so that the compiler need not find the package.
  const name: string = 'ioredis'
  const { Redis } = await loadPackage<{
    Redis: new (url: string, options: object) => RedisClient & Emitter
  }>(name, load ?? (() => import(name)), 'keep the collections in SQLite, which needs no package')
  const database = url === undefined ? 0 : redisDatabase(url)
  const own = new Redis(url ?? 'redis://127.0.0.1:6379', {
    connectTimeout: connectMs,
    maxRetriesPerRequest: retriesPerRequest,
    retryStrategy: (times: number) => Math.min(25 * 2 ** times, longestPauseMs),
  })
  // Commands report lost connections; without a listener, ioredis would print them.
  own.on('error', onLost)
  if (database > 0) await selected(own, database)
  return own
}

/** Selects the database: if it cannot, the client itself would silently use number 0. */
async function selected(client: RedisClient, database: number): Promise<void> {
  try {
    await inTime(client.callBuffer('SELECT', [database]))
  } catch (error) {
    client.disconnect()
    throw error
  }
}

interface Emitter {
  on(event: 'error', listener: (error: unknown) => void): unknown
}
