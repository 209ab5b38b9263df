/** Server client: a server and its collections. */
import type { Page } from '../../online/index/documents/index-types.ts'
import { signalOf } from './call-checks.ts'
import { type ClientOptions, resolveClientOptions } from './client-options.ts'
import type { CallOptions, CollectionInfo, ReadyFigures, SessionInfo } from './client-types.ts'
import { CollectionClient } from './collection-client.ts'
import { Connection } from './connection.ts'
import { allPages } from './pages.ts'

export class NearsameClient {
  readonly #connection: Connection

  /** Internal; programs call `openClient`. */
  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The address of the server. */
  get url(): string {
    return this.#connection.options.base
  }

  /** A collection by its name; sends no request. @throws NearsameError OPTION_VALUE */
  collection(name: string): CollectionClient {
    return new CollectionClient(this.#connection, name)
  }

  /** All collections, by name. */
  async *collections(call: CallOptions = {}): AsyncGenerator<CollectionInfo> {
    const signal = signalOf(call)
    yield* allPages(after => this.#get<Page<CollectionInfo>>('/v1/collections', signal, { after }))
  }

  /** Whether the process is alive. */
  async health(call: CallOptions = {}): Promise<{ readonly status: 'ok' }> {
    return this.#get('/healthz', signalOf(call))
  }

  /** Figures, once all collections are open; never retries. @throws NearsameError NOT_READY, those of the store */
  async ready(call: CallOptions = {}): Promise<ReadyFigures> {
    return this.#connection.json({ path: '/readyz', isSafe: false, signal: signalOf(call) })
  }

  /** What the key of this client may do. */
  async session(call: CallOptions = {}): Promise<SessionInfo> {
    return this.#get('/v1/session', signalOf(call))
  }

  /** Metrics in the Prometheus text format. */
  async metrics(call: CallOptions = {}): Promise<string> {
    return (await this.#connection.send({ path: '/metrics', signal: signalOf(call) })).text
  }

  /** The description of the API in OpenAPI 3.1. */
  async describe(call: CallOptions = {}): Promise<Readonly<Record<string, unknown>>> {
    return this.#get('/openapi.json', signalOf(call))
  }

  #get<T>(path: string, signal?: AbortSignal, query = {}): Promise<T> {
    return this.#connection.json({ path, query, signal })
  }
}

/**
 * A client of the server at that address. It holds no connection and needs no closing.
 *
 * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE
 * @example openClient({ url: 'http://127.0.0.1:8080/' }).url // => 'http://127.0.0.1:8080'
 */
export function openClient(options: ClientOptions): NearsameClient {
  return new NearsameClient(new Connection(resolveClientOptions(options)))
}
