/**
 * Solr proxy: runs Solr's signature chain in front of a Solr that does not run it.
 *
 *     client ─▶ proxy ─▶ Solr         updates: read, signed, sent on as JSON; duplicates deleted
 *                                     everything else: forwarded unchanged, both ways
 *
 * The client gets Solr's answer to an update, never one before Solr's. Refusals of the proxy use Solr's messages and
 * status, in the format that the client reads.
 *
 * Source: Apache Solr 9.10.1 and its Reference Guide, "De-Duplication".
 * Ours: replacement across shards and collections; Solr's own chain replaces only inside one index.
 */
import { Slots } from '../../ground/breath/slots.ts'
import { parseSolrSchema } from '../fields/schema.ts'
import { targetOfAlias } from './updates/aliases.ts'
import { SolrCollections } from './updates/collections.ts'
import { EqualVersions } from './updates/equal-versions.ts'
import { JoinedWork } from './updates/joined-work.ts'
import { KnownRoots } from './updates/known-roots.ts'
import { ProxyStatus } from './updates/proxy-status.ts'
import { signingChains } from './updates/signing-chains.ts'
import { refuseStreams } from './updates/update-parameters.ts'
import { UpdateRequest, type UpdateServices } from './updates/update-request.ts'
import { hasBody, passThrough, readingHeaders } from './upstream/pass-through.ts'
import { ProxyFault, solrFailureOf } from './upstream/proxy-fault.ts'
import {
  resolveLimits,
  resolveProxyOptions,
  resolveTargets,
  type SolrProxyOptions,
} from './upstream/proxy-options.ts'
import { listenAsProxy, type ProxyServer, type Relay, sendAnswer } from './upstream/proxy-server.ts'
import { failureAnswer, type ResponseWriter, responseWriter } from './upstream/solr-answer.ts'
import { routeOf, type Target, type UpdateHandler } from './upstream/solr-paths.ts'
import type { ClientRequest, ClientResponse } from './upstream/two-protocols.ts'
import { Upstream } from './upstream/upstream.ts'

/** A listening proxy. */
export interface SolrProxy extends ProxyServer {
  /** Name of the chain of updates that name none; undefined for one without a name. */
  readonly chain: string | undefined
}

/** What `openSolrProxy` of `jobs/solr.ts` says. */
export async function startSolrProxy(options: SolrProxyOptions): Promise<SolrProxy> {
  const relay = openSolrRelay(options)
  const server = await listenAsProxy(
    {
      async take(request, response) {
        const own = isReading(request) ? relay.status.answerAt(request.url ?? '/') : undefined
        if (own === undefined) await relay.take(request, response)
        else await sendAnswer(own, request, response)
      },
      close: () => relay.close(),
    },
    options,
    resolveLimits(options),
  )
  return { ...server, chain: relay.chain }
}

/** @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE, SOLR_CONFIG, SOLR_CHAIN, SOLR_UNSAFE */
export function openSolrRelay(options: SolrProxyOptions): SolrRelay {
  const resolved = resolveProxyOptions(options)
  const limits = resolveLimits(resolved)
  const targets = resolveTargets(options)
  const { properties } = options
  const schema = options.schema === undefined ? undefined : parseSolrSchema(options.schema, properties)
  const { forwardChain, uniqueKey } = resolved
  const ofChains = { ...resolved, schema, properties, takesLater: forwardChain !== undefined }
  const chains = signingChains(options.config, ofChains)
  const upstream = new Upstream(limits)
  return new SolrRelay({
    upstream,
    status: new ProxyStatus(targets),
    limits,
    targets,
    schema,
    chains,
    collections: new SolrCollections(uniqueKey ?? schema?.uniqueKey, schema),
    roots: new KnownRoots(),
    equalVersions: new EqualVersions(),
    uncommitted: new Set<Target>(),
    joined: new JoinedWork(),
    forwardChain,
  })
}

/** The proxy without its own port, for a server that hands requests to it: requests and their responses. */
export class SolrRelay implements Relay {
  readonly #services: UpdateServices
  /** A waiting request holds only its connection: its body stays in the network. */
  readonly #slots: Slots
  #active = 0

  constructor(services: UpdateServices) {
    this.#services = services
    this.#slots = new Slots(services.limits.maxUpdates)
  }

  get status(): ProxyStatus {
    return this.#services.status
  }

  /** As that of `SolrProxy`. */
  get chain(): string | undefined {
    return this.#services.chains.defaultName
  }

  close(): void {
    this.#services.upstream.close()
  }

  async take(request: ClientRequest, response: ClientResponse): Promise<void> {
    const began = performance.now()
    // Reading the body or writing the answer will notice a client that disconnects.
    response.on('error', () => {})
    response.once('finish', () => this.status.answered(response.statusCode))
    let update: UpdateRequest | undefined
    const { limits, targets, upstream } = this.#services
    this.#active++
    try {
      if (this.#active > limits.maxRequests) {
        throw new ProxyFault(503, `more than maxRequests (${limits.maxRequests}) concurrent requests`)
      }
      const { stranger, update: known, ...route } = routeOf(request.url ?? '/', targets)
      const found = stranger === undefined ? known : await this.#behindAlias(stranger, route.query, request)
      if (found === undefined || request.method === 'OPTIONS') {
        const { origin, path, query } = route
        await passThrough(upstream, { origin, path: `${path}${query}` }, request, response)
      } else {
        const taken = new UpdateRequest(this.#services, [request, response], { ...route, ...found })
        update = taken
        const answer = await this.#slots.hold(() => taken.answer())
        if (answer !== undefined) await sendAnswer(answer, request, response)
      }
    } catch (error) {
      const writer = update?.writer ?? writerOf(request)
      await sendAnswer(
        failureAnswer(solrFailureOf(error), writer, performance.now() - began),
        request,
        response,
      )
    } finally {
      this.#active--
    }
  }

  /** An update for another name; undefined if it has no documents. @throws JavaException 400, ProxyFault */
  async #behindAlias(
    { name, handler }: { readonly name: string; readonly handler: UpdateHandler },
    query: string,
    request: ClientRequest,
  ) {
    const { targets, upstream } = this.#services
    refuseStreams(new URLSearchParams(query))
    if (!hasBody(request)) return undefined
    const headers = readingHeaders(request.headers, targets[0].origin)
    return { target: await targetOfAlias(upstream, targets, name, headers), handler }
  }
}

function isReading({ method }: ClientRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function writerOf({ url = '' }: ClientRequest): ResponseWriter {
  const at = url.indexOf('?')
  return responseWriter(new URLSearchParams(at < 0 ? '' : url.slice(at)).get('wt'))
}
