/** The framework below the routes: hooks, limits, headers, errors. */
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { isNearsameError, NearsameError } from '../ground/errors/nearsame-error.ts'
import { HalfOpenConnections } from '../ground/http/half-open.ts'
import { KnownClients } from '../ground/http/known-clients.ts'
import { readRestOfOffer } from '../ground/http/rest-of-offer.ts'
import { toJson } from '../ground/json/exact-json.ts'
import { closingNow } from './bodies/line-streams.ts'
import { addJsonBodies } from './bodies/request-body.ts'
import { ClientErrors } from './client-errors.ts'
import {
  checkHost,
  checkHostLines,
  checkKey,
  checkOrigin,
  keyOf,
  namedHost,
} from './guards/request-guards.ts'
import { requestIds } from './guards/request-ids.ts'
import { headersFor } from './guards/safe-headers.ts'
import { routeValidatorOf } from './guards/validation.ts'
import { onlyViewer, viewerOf } from './guards/viewers.ts'
import { addDescription } from './routes/openapi.ts'
import { UnknownRoutes } from './routes/unknown-routes.ts'
import { nearsameErrorOf, problemOf, problemType } from './rules/problem.ts'
import type { ServerLimits } from './rules/server-limits.ts'
import { parameters } from './schemas/route-schema.ts'
import type { ResolvedServerOptions } from './server-options.ts'
import type { App, ServerContext } from './state/server-context.ts'

export async function openApp(context: ServerContext, options: ResolvedServerOptions): Promise<App> {
  const { limits, log } = context
  const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    // The framework refuses some bodies before it reports a missing route.
    const isUnknown = request.is404 && !isNearsameError(error)
    const known = isUnknown
      ? unknown.errorOf(request, reply)
      : nearsameErrorOf(error, limits, request.headers['content-type'])
    // Not being ready yet is no error, however often clients ask.
    if (known.httpStatus >= 500 && known.code !== 'NOT_READY')
      log.error({ err: known.parts.cause ?? known, requestId: request.id }, 'a request failed')
    addHeadersOf(known.httpStatus, reply)
    return reply
      .code(known.httpStatus)
      .type(problemType)
      .send(toJson(problemOf(known, request.id)))
  }
  const idOf = requestIds()
  const clientErrors = new ClientErrors(context.connections, idOf)
  const app = fastify({
    logger: false,
    genReqId: idOf,
    routerOptions: { maxParamLength: limits.headerBytes },
    frameworkErrors: (error, { raw }, reply) => {
      // The framework calls no hook for these; the handler of unknown routes brings guards, limits and metrics.
      unknown.refuse(raw, nearsameErrorOf(error, limits, undefined))
      app.routing(raw, reply.raw)
    },
    clientErrorHandler: clientErrors.answer,
    ...connectionOptions(limits),
  }) as unknown as App
  app.server
    .on('connect', clientErrors.answerConnect)
    .on('checkExpectation', clientErrors.answerExpectation)
  context.connections.watch(app.server)
  const halfOpen = new HalfOpenConnections(limits.halfOpenConnections)
  app.server
    .on('connection', socket => halfOpen.accept(socket))
    .on('request', ({ socket }) => halfOpen.complete(socket))
  const clients = new KnownClients(limits.connections)
  app.server.on('connection', socket => clients.accept(socket))
  const unknown = new UnknownRoutes(app)
  app.setErrorHandler(answerError)
  app.setValidatorCompiler(({ schema, httpPart }) => routeValidatorOf(schema as TSchema, httpPart))
  app.setSerializerCompiler(() => payload => toJson(payload))
  app.setReplySerializer(payload => toJson(payload))
  refuseQueries(app)
  addJsonBodies(app, limits)
  addGuards(app, context, options)
  knowClients(app, clients, options.keys.length > 0)
  await addRates(app, limits)
  await addDescription(app, options.keys.length > 0, limits)
  addMetrics(app, context)
  app.setNotFoundHandler((request, reply) => answerError(unknown.errorOf(request, reply), request, reply))
  return app
}

/** Timeouts and ends of connections. */
function connectionOptions(limits: ServerLimits) {
  return {
    return503OnClosing: false,
    forceCloseConnections: 'idle' as const,
    requestTimeout: 0,
    connectionTimeout: limits.silenceTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: Math.ceil(limits.headersTimeoutMs / 3),
      noDelay: true,
      // The guards answer with a problem document.
      requireHostHeader: false,
    },
  }
}

/** Headers that a status requires. */
function addHeadersOf(status: number, reply: FastifyReply): void {
  if (status === 429 || status === 503) reply.header('retry-after', reply.getHeader('retry-after') ?? '1')
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="nearsame"')
}

/** A route that declares no query has none, so unknown names are refused, as everywhere. */
function refuseQueries(app: App): void {
  app.addHook('onRoute', route => {
    if (!route.url.startsWith('/v1/') || route.schema?.querystring !== undefined) return
    route.schema = { ...route.schema, querystring: parameters({}) }
  })
}

function addGuards(
  app: App,
  { closing, connections }: ServerContext,
  { keys }: ResolvedServerOptions,
): void {
  const needsKey = keys.length > 0
  app.decorateRequest('client', '')
  app.decorateRequest('key', undefined)
  app.decorateRequest('viewer', {
    getter() {
      return needsKey ? viewerOf(this.key) : onlyViewer
    },
  })
  app.decorateRequest('bodyDigest', '')
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request.id))
    try {
      if (closing.aborted) throw closingNow()
      const { headers, raw } = request
      checkHostLines(raw.rawHeaders, raw.httpVersion)
      const host = namedHost(raw.url ?? '', headers.host)
      if (!needsKey) checkHost(host)
      checkOrigin(headers, host)
      request.key = keyOf(keys, headers)
      request.client = request.key?.name ?? request.ip
      done()
    } catch (error) {
      done(error as Error)
    }
  })
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    connections.answer(raw)
    if (closing.aborted) reply.header('connection', 'close')
    // An answer of success may begin within the body.
    if (reply.statusCode < 400 || raw.headers.upgrade === undefined) done()
    else readRestOfOffer(raw).then(() => done(), done)
  })
  if (!needsKey) return
  // After the rate limit, so that it limits guesses, too; before reading the body.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { scope } = request.routeOptions.config
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    try {
      if (scope !== 'none') checkKey(request.key, scope ?? (isReading ? 'read' : 'write'))
      done()
    } catch (error) {
      done(error as Error)
    }
  })
}

/** After the guards. With keys, a route without one makes no client known. */
function knowClients(app: App, clients: KnownClients, needsKey: boolean): void {
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (!needsKey || request.routeOptions.config.scope !== 'none') clients.know(request.raw.socket)
    done()
  })
}

async function addRates(app: App, { requestsPerMinute }: ServerLimits): Promise<void> {
  if (requestsPerMinute === 0) return
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: 60_000,
    cache: 100_000,
    keyGenerator: request => request.client,
    errorResponseBuilder: () =>
      new NearsameError('RATE_LIMIT', {
        expected: `at most ${requestsPerMinute} requests a minute, the limit \`requestsPerMinute\``,
        got: 'more',
        fix: 'wait as long as Retry-After says',
      }),
  })
  // An unknown route has no hooks of its own, and those of its handler run after the keys are checked.
  const limit = app.rateLimit()
  app.addHook('onRequest', async function (request, reply) {
    if (request.is404) await limit.call(this, request, reply)
  })
}

/** Routes that a monitor asks every few seconds; logged at `debug`, so that they do not bury the others. */
const monitored = new Set(['/healthz', '/readyz', '/metrics'])

function addMetrics(app: App, { metrics, log, connections }: ServerContext): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      if (reply.raw.writableFinished) return
      const { method, id, client, raw } = request
      const why = connections.wasSilent(raw.socket) ? 'the limit silenceTimeoutMs' : 'its connection ended'
      const route = request.routeOptions.url ?? 'unknown'
      const told = { method, route, ms: reply.elapsedTime, requestId: id, client, why }
      log.info(told, 'a request was cut off')
    })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    metrics.request(request.method, route, reply.statusCode, reply.elapsedTime)
    const level = monitored.has(route) ? 'debug' : 'info'
    if (log.isLevelEnabled(level)) {
      const { method, id, client } = request
      log[level](
        { method, route, status: reply.statusCode, ms: reply.elapsedTime, requestId: id, client },
        'request',
      )
    }
    done()
  })
}
