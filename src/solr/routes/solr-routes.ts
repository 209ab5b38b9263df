/**
 * Routes of Solr's update chain: `/solr/{core}/update`, `…/update/json`, `…/update/json/docs`, `…/update/csv`.
 *
 * With a Solr behind the server, the proxy gets the requests unchanged; without one, documents go into the collection
 * named in the path. Refusals have Solr's shape, except those by guards and keys, which come first.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isNearsameError, type NearsameError } from '../../ground/errors/nearsame-error.ts'
import { openSolrRelay, type SolrRelay } from '../proxy/solr-proxy.ts'
import { type SigningChains, signingChains } from '../proxy/updates/signing-chains.ts'
import { solrFailureOf } from '../proxy/upstream/proxy-fault.ts'
import { failureAnswer, type SolrAnswer, successAnswer } from '../proxy/upstream/solr-answer.ts'
import { parseTarget, type UpdateHandler, updateHandlers } from '../proxy/upstream/solr-paths.ts'
import { checkSolrOptions, type SolrOptions } from './solr-options.ts'
import { SolrUpdate, type UpdatedCollection, type UpdateRules } from './solr-update.ts'

/** The server that has the routes. */
export interface SolrHost extends UpdateRules {
  /** @throws NearsameError COLLECTION_NOT_FOUND */
  collection(name: string): Promise<UpdatedCollection>
  notFound(name: string): NearsameError
  /** An error as it may leave the machine. */
  publicError(error: NearsameError): NearsameError
}

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE, SOLR_CONFIG, SOLR_UNSAFE, SOLR_UPDATE */
export function addSolrRoutes(app: FastifyInstance, host: SolrHost, given: SolrOptions): void {
  const { forward } = checkSolrOptions(given)
  const answer =
    forward === undefined ? collectionAnswer(host, given) : relayAnswer(app, host, forward, given)
  app.register(async (scope: FastifyInstance) => {
    // The readers of Solr's formats read the bodies.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request: FastifyRequest, _payload: IncomingMessage, done) =>
      done(null),
    )
    for (const handler of updateHandlers) {
      scope.route({
        method: ['GET', 'POST'],
        url: `/solr/:core/${handler}`,
        config: { scope: 'write' },
        schema: { hide: true },
        handler: (request, reply) => answer(request, reply, handler),
      })
    }
  })
}

type AnswerUpdate = (
  request: FastifyRequest,
  reply: FastifyReply,
  handler: UpdateHandler,
) => Promise<unknown>

function coreOf({ params }: FastifyRequest): string {
  return (params as { core: string }).core
}

function collectionAnswer(
  host: SolrHost,
  { config, chain, properties, requestParams }: SolrOptions,
): AnswerUpdate {
  const chains: SigningChains = signingChains(config, {
    chain,
    properties,
    requestParams,
    schema: undefined,
    compatibility: 'solr',
    takesLater: false,
  })
  return async (request, reply, handler) => {
    const began = performance.now()
    const update = new SolrUpdate(request.raw, host)
    const passed = () => performance.now() - began
    try {
      const collection = await host.collection(coreOf(request))
      await update.run(
        handler,
        collection,
        chains.select(update.chainName, `/${handler}`, update.addedProcessors),
      )
      return send(reply, successAnswer(update.writer, passed()))
    } catch (error) {
      return send(
        reply,
        failureAnswer(
          solrFailureOf(isNearsameError(error) ? host.publicError(error) : error),
          update.writer,
          passed(),
        ),
      )
    }
  }
}

function send(reply: FastifyReply, { status, headers, body }: SolrAnswer): FastifyReply {
  return reply.code(status).headers(headers).send(body)
}

function relayAnswer(
  app: FastifyInstance,
  host: SolrHost,
  forward: string,
  given: SolrOptions,
): AnswerUpdate {
  const known: readonly (readonly [string, unknown])[] = Object.entries(given)
  const set = Object.fromEntries(known.filter(([, value]) => value !== undefined))
  const relay: SolrRelay = openSolrRelay({ ...set, config: given.config, forward })
  app.addHook('onClose', async () => relay.close())
  const collection = parseTarget(forward)?.path.split('/').at(-1)
  return async (request, reply) => {
    const core = coreOf(request)
    // The server must not give access to other cores of that Solr.
    if (core !== collection) throw host.notFound(core)
    // API keys are for this server, not for that Solr.
    delete request.raw.headers.authorization
    delete request.raw.headers['x-api-key']
    reply.hijack()
    await relay.take(request.raw, reply.raw)
  }
}
