/** State shared by the routes of a server. */
import type { FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { ApiKey, Scope } from '../guards/api-keys.ts'
import type { OpenConnections } from '../guards/open-connections.ts'
import type { Viewer } from '../guards/viewers.ts'
import type { ServerLimits } from '../rules/server-limits.ts'
import type { Collections } from './collections.ts'
import type { Idempotency } from './idempotency.ts'
import type { Metrics } from './metrics.ts'
import type { ServerLogger } from './request-log.ts'

export interface ServerContext {
  readonly collections: Collections
  readonly limits: ServerLimits
  readonly metrics: Metrics
  readonly idempotency: Idempotency
  readonly log: ServerLogger
  readonly connections: OpenConnections
  /** Aborted when the server begins to close. */
  readonly closing: AbortSignal
  /** Aborted when the closing server cuts off the requests still in progress. */
  readonly cut: AbortSignal
}

/** Derives types of requests from the schemas of their routes. */
interface SchemaTypes extends FastifyTypeProvider {
  readonly validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
}

export type App = FastifyInstance<
  RawServerDefault,
  import('node:http').IncomingMessage,
  import('node:http').ServerResponse,
  import('fastify').FastifyBaseLogger,
  SchemaTypes
>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a key needs; `none`: no key. Default: `read` for GET, else `write`. */
    readonly scope?: Scope | 'none'
  }
  interface FastifyRequest {
    /** The client: the name of its key, or its address. */
    client: string
    /** The key that it carries; undefined for none. */
    key: ApiKey | undefined
    /** Whose things it may see. */
    readonly viewer: Viewer
    /** SHA-256 of the body, where the route needs it. */
    bodyDigest: string
  }
}
