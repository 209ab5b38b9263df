/**
 * HTTP server: collections of documents behind JSON over HTTP.
 *
 *     request ─▶ guards ─▶ limits ─▶ schema ─▶ route ─▶ index ─▶ answer
 *                    └──────────┴──────────┴───────┴────────┴──▶ problem+json
 *
 * Listens at once and opens the collections meanwhile; a request for a collection still opening waits for it. To close,
 * the server accepts no new requests, completes those in progress, then closes the indexes.
 */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { cannotListen } from '../ground/errors/cannot-listen.ts'
import { openIndex } from '../online/index/text-index.ts'
import { methodThread } from '../online/worker/method-thread.ts'
import { closingNow, StreamSlots } from './bodies/line-streams.ts'
import { OpenConnections } from './guards/open-connections.ts'
import { openApp } from './open-app.ts'
import { addCollectionRoutes } from './routes/collection-routes.ts'
import { addDocumentRoutes } from './routes/document-routes.ts'
import { addFigureRoutes } from './routes/figure-routes.ts'
import { addImportRoutes, type Intake } from './routes/import-routes.ts'
import { addListRoutes } from './routes/list-routes.ts'
import { addMatchRoutes } from './routes/match-routes.ts'
import { addPageRoutes } from './routes/page-routes.ts'
import { addReviewRoutes } from './routes/review-routes.ts'
import { addSystemRoutes } from './routes/system-routes.ts'
import { addUpkeepRoutes } from './routes/upkeep-routes.ts'
import { type ResolvedServerOptions, resolveServerOptions, type ServerOptions } from './server-options.ts'
import { solrHost } from './solr-host.ts'
import { Collections } from './state/collections.ts'
import { Idempotency } from './state/idempotency.ts'
import { Imports } from './state/imports.ts'
import { type CollectionFigures, Metrics } from './state/metrics.ts'
import { type Figures, Readiness } from './state/readiness.ts'
import { openLog } from './state/request-log.ts'
import type { App, ServerContext } from './state/server-context.ts'

const idleCheckMs = 20

/** A listening server. */
export interface NearsameServer {
  /** Address such as `http://127.0.0.1:40123`, without a slash at the end. */
  readonly url: string
  readonly address: AddressInfo
  /** Resolves when all collections are open. @throws why one could not be opened */
  readonly ready: Promise<void>
  /** The figures of `/readyz`. @throws why the server is not ready */
  figures(): Promise<Figures>
  /** Completes requests in progress, cuts off those that exceed `closeTimeoutMs`, then closes the indexes. */
  close(): Promise<void>
}

/** What `openServer` says. */
export async function startServer(given: ServerOptions): Promise<NearsameServer> {
  const options = resolveServerOptions(given)
  const [closing, cut] = [new AbortController(), new AbortController()]
  const { catalogue } = given
  const metrics = new Metrics(() => figuresOf(collections))
  const thread = methodThread()
  const openOptions = { observer: metrics.observer, now: options.now, heavy: thread.work }
  const collections = new Collections(catalogue, given.openIndex ?? openIndex, openOptions)
  const context: ServerContext = {
    collections,
    limits: options.limits,
    metrics,
    idempotency: new Idempotency(options.limits, options.now),
    log: openLog(given.logger),
    connections: new OpenConnections(options.limits),
    closing: closing.signal,
    cut: cut.signal,
  }
  const place = await placeOf(given, options.now, context)
  const app = await openApp(context, options)
  if (given.solr !== undefined) {
    const { addSolrRoutes } = await import('../solr/routes/solr-routes.ts')
    addSolrRoutes(app as unknown as FastifyInstance, solrHost(context), given.solr)
  }
  const readiness = new Readiness(catalogue, collections)
  const intake = addRoutes(app, context, readiness, options)
  if (place !== undefined) {
    const { addPlaceRoutes } = await import('./routes/run-routes.ts')
    addPlaceRoutes(app, context, place, intake, options.now)
  }
  const end = async () => {
    await place?.close()
    await readiness.opened.catch(() => {})
    await collections.close()
    await thread.close()
    metrics.close()
  }
  const address = await listen(app, options).catch(async (error: unknown) => {
    await end()
    throw error
  })
  context.log.info({ address: address.address, port: address.port, store: catalogue.kind }, 'listening')
  let closed: Promise<void> | undefined
  const close = async () => {
    closing.abort(closingNow())
    await closeApp(app, context, cut)
    await end()
    context.log.info('closed')
  }
  return {
    url: urlOf(address),
    address,
    ready: unheard(readiness.opened),
    figures: () => readiness.check(),
    close: () => {
      closed ??= close()
      return closed
    },
  }
}

function addRoutes(
  app: App,
  context: ServerContext,
  readiness: Readiness,
  { keys, now }: ResolvedServerOptions,
): Intake {
  const slots = new StreamSlots(context.limits.imports)
  const intake = { slots, imports: new Imports(now) }
  addCollectionRoutes(app, context)
  addDocumentRoutes(app, context, slots)
  addMatchRoutes(app, context, slots)
  addListRoutes(app, context)
  addFigureRoutes(app, context)
  addReviewRoutes(app, context)
  addImportRoutes(app, context, intake)
  addUpkeepRoutes(app, context)
  addSystemRoutes(app, context, readiness)
  addPageRoutes(app, keys.length > 0)
  return intake
}

/** Loads what runs need only for a server that has them. */
async function placeOf({ runs }: ServerOptions, now: () => number, { log }: ServerContext) {
  if (runs === undefined) return undefined
  const { openRunPlace } = await import('./runs/run-place.ts')
  return openRunPlace(runs, { now, log })
}

async function listen(app: App, { host, port, limits }: ResolvedServerOptions): Promise<AddressInfo> {
  try {
    await app.listen({ host, port })
  } catch (cause) {
    await app.close()
    throw cannotListen(host, port, cause)
  }
  app.server.maxConnections = limits.connections
  return app.server.address() as AddressInfo
}

function urlOf({ address, port }: AddressInfo): string {
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

async function closeApp(
  app: App,
  { connections, limits }: ServerContext,
  cut: AbortController,
): Promise<void> {
  const late = setTimeout(() => {
    cut.abort(closingNow())
    app.server.closeAllConnections()
  }, limits.closeTimeoutMs)
  // A connection becomes idle when its answer is sent; a client that keeps it open would keep the server running.
  const idle = setInterval(() => connections.closeIdle(), idleCheckMs)
  await app.close()
  clearInterval(idle)
  clearTimeout(late)
}

/** Figures for the metrics; skips a collection whose store does not answer. */
async function figuresOf(collections: Collections): Promise<readonly CollectionFigures[]> {
  const figures = await collections.ofOpened(({ name, index }) =>
    index.stats().then(
      stats => [{ name, ...stats }],
      () => [],
    ),
  )
  return figures.flat()
}

/** The same promise, but safe to ignore when it rejects. */
function unheard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
