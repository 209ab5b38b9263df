/**
 * Elasticsearch proxy: fingerprints for documents on their way to an Elasticsearch or OpenSearch.
 *
 *     client ─▶ proxy ─▶ node     documents: read, signed, sent on; of a bulk body without those that cannot be signed
 *                                 everything else: forwarded unchanged, both ways
 *
 * Each request stays one request, so the client gets the node's own answer, with the items that it has sent; one that
 * cannot be signed has its error there. The headers `x-nearsame-signed`, `x-nearsame-unsigned` and `x-nearsame-refused`
 * say how many documents have a fingerprint now, which have none, and how many were not sent on.
 *
 * Source: Elasticsearch Guide, "Document APIs".
 */
import { Slots } from '../../ground/breath/slots.ts'
import { isNearsameError, NearsameError } from '../../ground/errors/nearsame-error.ts'
import { bytesOf } from '../proxy/bodies/update-content.ts'
import { forwardedHeaders, hasBody, passThrough } from '../proxy/upstream/pass-through.ts'
import { ProxyFault } from '../proxy/upstream/proxy-fault.ts'
import { type ProxyLimits, resolveLimits } from '../proxy/upstream/proxy-options.ts'
import { listenAsProxy, type ProxyServer, type Relay, sendAnswer } from '../proxy/upstream/proxy-server.ts'
import type { ClientRequest, ClientResponse } from '../proxy/upstream/two-protocols.ts'
import { Upstream, type WholeAnswer } from '../proxy/upstream/upstream.ts'
import { parseUpstreamUrl, type UpstreamUrl } from '../proxy/upstream/upstream-url.ts'
import { answerWithErrors, listsItems } from './bulk-answer.ts'
import { ElasticRefusal, elasticFailure } from './elastic-answer.ts'
import { type Brought, broughtBy, indexOf } from './elastic-paths.ts'
import { type BulkSignOptions, signerOf } from './sign-options.ts'
import { type BodySigning, checkContentType, type SignedBody, signedBody } from './signed-body.ts'

export interface ElasticProxyOptions {
  /** Resolved options of the fingerprint. */
  readonly sign: BulkSignOptions
  /** URL of the node, such as `http://localhost:9200`. */
  readonly forward: string
  /** Port to listen on, in [0, 65535]; 0 takes a free one. Default: 0. */
  readonly port?: number
  /** Address to listen on. Default: 127.0.0.1. */
  readonly host?: string
  /** Default: those of the proxy before a Solr, but bodies of 100 MiB, of which 8 are read at a time. */
  readonly limits?: Partial<ProxyLimits>
  /** The error of a refused request in the words of who runs the proxy. Default: unchanged. */
  readonly worded?: (error: NearsameError) => NearsameError
  /** Called for a request with documents that have no fingerprint, or are refused. Default: not called. */
  readonly onUnsigned?: (report: string) => void
}

/** Elasticsearch's own limit for a body. A body is in memory while it is signed. */
const defaults = { maxBodyBytes: 100 * 2 ** 20, maxUpdates: 8 }
/** Line numbers in a header. */
const shownLines = 20

/** @throws NearsameError OPTION_VALUE, also for a port in use */
export function openElasticProxy(options: ElasticProxyOptions): Promise<ProxyServer> {
  const limits = resolveLimits({ ...defaults, ...options.limits })
  const node = parseUpstreamUrl(options.forward)
  if (node === undefined) {
    throw new NearsameError('OPTION_VALUE', {
      expected: '`forward` to be the URL of a node, such as http://localhost:9200, without a user',
      got: JSON.stringify(options.forward),
      fix: 'change `forward`; the proxy passes on the authorization of its clients',
    })
  }
  const relay = new ElasticRelay(options, node, limits)
  return listenAsProxy(relay, options, limits)
}

/** Requests and their responses. */
class ElasticRelay implements Relay {
  /** A node, or the path under which a gateway has it. */
  readonly #node: UpstreamUrl
  readonly #limits: ProxyLimits
  readonly #upstream: Upstream
  readonly #signing: BodySigning
  readonly #reason: string
  readonly #worded: (error: NearsameError) => NearsameError
  readonly #onUnsigned: (report: string) => void
  /** A waiting request holds only its connection: its body stays in the network. */
  readonly #slots: Slots
  #active = 0

  constructor({ sign, worded, onUnsigned }: ElasticProxyOptions, node: UpstreamUrl, limits: ProxyLimits) {
    this.#node = node
    this.#limits = limits
    this.#upstream = new Upstream(limits, 'the search engine')
    const signer = signerOf(sign)
    this.#signing = { signer, documentId: sign.documentId }
    this.#reason = signer.unsigned
    this.#worded = worded ?? (error => error)
    this.#onUnsigned = onUnsigned ?? (() => {})
    this.#slots = new Slots(limits.maxUpdates)
  }

  close(): void {
    this.#upstream.close()
  }

  /** Answers a request. Never throws. */
  async take(request: ClientRequest, response: ClientResponse): Promise<void> {
    // Reading the body or writing the answer will notice a client that disconnects.
    response.on('error', () => {})
    const { maxRequests } = this.#limits
    this.#active++
    try {
      if (this.#active > maxRequests) {
        throw new ProxyFault(503, `more than maxRequests (${maxRequests}) concurrent requests`)
      }
      const { method = 'GET', url = '/' } = request
      const brought = broughtBy(method, url)
      if (brought.kind === 'refused')
        throw new ElasticRefusal(400, `${method} ${url} is refused: ${brought.reason}`)
      if (brought.kind === 'nothing' || !hasBody(request)) {
        const { origin, path } = this.#node
        await passThrough(this.#upstream, { origin, path: `${path}${url}` }, request, response)
      } else {
        await sendAnswer(await this.#slots.hold(() => this.#answer(request, brought)), request, response)
      }
    } catch (error) {
      const shown = isNearsameError(error) ? this.#worded(error) : error
      await sendAnswer(elasticFailure(shown), request, response)
    } finally {
      this.#active--
    }
  }

  async #answer(request: ClientRequest, brought: Brought): Promise<WholeAnswer> {
    checkContentType(request.headers['content-type'])
    const pieces: Uint8Array[] = []
    for await (const piece of bytesOf(request, this.#limits)) pieces.push(piece)
    const signed = signedBody(Buffer.concat(pieces), brought, this.#signing)
    const refused = signed.refused.map(one => ({ ...one, error: this.#worded(one.error) }))
    const { url = '/', headers } = request
    if (refused.length > 0 && !listsItems(url, headers.accept)) throw signed.refused[0].error
    const sent = signed.isEmpty ? undefined : await this.#forward(request, brought, signed)
    const answer =
      sent !== undefined && refused.length === 0 ? sent : answerWithErrors(sent, refused, indexOf(url))
    return { ...answer, headers: { ...answer.headers, ...this.#told(request, signed) } }
  }

  #forward(request: ClientRequest, brought: Brought, signed: SignedBody): Promise<WholeAnswer> {
    const { origin } = this.#node
    const headers = forwardedHeaders(request.headers, origin)
    delete headers['content-encoding']
    // An answer that gets further items must be readable.
    if (signed.refused.length > 0) delete headers['accept-encoding']
    return this.#upstream.send({
      origin,
      ...this.#targetOf(request, brought, signed),
      headers: { ...headers, 'content-length': String(signed.body.length) },
      body: signed.body,
    })
  }

  /** A document whose id is its fingerprint is stored under it. */
  #targetOf(
    { method = 'POST', url = '/' }: ClientRequest,
    brought: Brought,
    { fingerprint }: SignedBody,
  ): { method: string; path: string } {
    const path = `${this.#node.path}${url}`
    if (this.#signing.documentId === 'keep' || brought.kind !== 'document') return { method, path }
    if (brought.hasId) {
      throw new ElasticRefusal(
        400,
        'the fingerprint becomes the id: send documents without one to /{index}/_doc',
      )
    }
    if (fingerprint === undefined) return { method, path }
    const [before, ...query] = path.split(/(?=\?)/)
    return {
      method: 'PUT',
      path: `${before.replace(/\/*$/, '/')}${encodeURIComponent(fingerprint)}${query.join('')}`,
    }
  }

  /** Headers that say what was signed; documents without a fingerprint are also reported. */
  #told({ method, url }: ClientRequest, { signed, unsigned, refused }: SignedBody): Record<string, string> {
    const headers: Record<string, string> = { 'x-nearsame-signed': String(signed) }
    if (refused.length > 0) {
      headers['x-nearsame-refused'] = String(refused.length)
      this.#onUnsigned(
        `${method} ${url}: ${refused.length} refused: ${this.#worded(refused[0].error).message}`,
      )
    }
    if (unsigned.length === 0) return headers
    const more = unsigned.length > shownLines ? ', …' : ''
    const lines = `${unsigned.slice(0, shownLines).join(', ')}${more}`
    this.#onUnsigned(`${method} ${url}: ${unsigned.length} unsigned, ${this.#reason}: line ${lines}`)
    return { ...headers, 'x-nearsame-unsigned': `${unsigned.length}; line ${lines.replace('…', '...')}` }
  }
}
