/**
 * Update request: one update of a client, from its body to Solr's answer.
 *
 *     body ─▶ bytes ─▶ text ─▶ commands ─▶ signed ─▶ batches ─▶ Solr
 *
 * Each stage pulls from the one before: nothing is read from the client before there is room for it. A request without
 * documents (a commit in the parameters) and one whose chain does not sign are forwarded unchanged.
 */
import { newSolrException } from '../../../methods/java/java-exception.ts'
import type { SolrSchema } from '../../fields/schema.ts'
import { commandToJson } from '../../json/json-writer.ts'
import { parseSolrBoolean } from '../../messages/solr-params.ts'
import { commandsOf } from '../bodies/command-readers.ts'
import { PeekableBytes } from '../bodies/peekable-bytes.ts'
import { type BodyFormat, bytesOf, formatOf, parseContentType } from '../bodies/update-content.ts'
import { forwardedHeaders, hasBody, passThrough, readingHeaders } from '../upstream/pass-through.ts'
import { ProxyFault } from '../upstream/proxy-fault.ts'
import type { ProxyLimits } from '../upstream/proxy-options.ts'
import { type ResponseWriter, responseWriter } from '../upstream/solr-answer.ts'
import type { Target, UpdateHandler } from '../upstream/solr-paths.ts'
import type { ClientRequest, ClientResponse } from '../upstream/two-protocols.ts'
import type { Upstream, WholeAnswer } from '../upstream/upstream.ts'
import type { ProxyStatus } from './proxy-status.ts'
import type { SigningChain, SigningChains } from './signing-chains.ts'
import { batchesOf } from './update-batches.ts'
import {
  addedProcessors,
  defaultWriter,
  refuseStreams,
  replaceChain,
  sortParameters,
} from './update-parameters.ts'
import { type RelayServices, UpdateRelay } from './update-relay.ts'
import { UpdateSender } from './update-sender.ts'

/** Shared by all updates. */
export interface UpdateServices extends RelayServices {
  readonly status: ProxyStatus
  readonly upstream: Upstream
  readonly chains: SigningChains
  readonly schema: SolrSchema | undefined
  readonly limits: ProxyLimits
  readonly targets: readonly [Target, ...Target[]]
  readonly forwardChain: string | undefined
}

/** The destination of an update. */
interface UpdateRoute {
  readonly path: string
  readonly query: string
  readonly target: Target
  readonly handler: UpdateHandler
}

/** Solr's limit for parameters in a body. */
const maxFormBytes = 2 ** 21

export class UpdateRequest {
  /** The format for a failure, as far as it is known by now. */
  writer: ResponseWriter
  readonly #services: UpdateServices
  readonly #request: ClientRequest
  readonly #response: ClientResponse
  readonly #route: UpdateRoute
  readonly #params: URLSearchParams

  constructor(services: UpdateServices, exchange: [ClientRequest, ClientResponse], route: UpdateRoute) {
    this.#services = services
    ;[this.#request, this.#response] = exchange
    this.#route = route
    this.#params = new URLSearchParams(route.query)
    this.writer = responseWriter(this.#params.get('wt'))
  }

  /**
   * Runs the update.
   *
   * @returns the answer, or `undefined` if it has been sent already
   * @throws all errors that `failureOf` knows
   */
  async answer(): Promise<WholeAnswer | undefined> {
    const { method = 'GET' } = this.#request
    if (!['GET', 'HEAD', 'POST'].includes(method)) {
      throw newSolrException(400, `Unsupported method: ${method} for request`)
    }
    refuseStreams(this.#params)
    const chain = this.#chainOf(this.#params)
    if (method !== 'POST' || !hasBody(this.#request)) return this.#handOn(undefined, this.#params)
    if (!chain.isSigning) return this.#passThrough()
    const bytes = new PeekableBytes(bytesOf(this.#request, this.#services.limits))
    try {
      const format = await formatOf(this.#request, this.#route.handler, this.#params, () => bytes.peek())
      this.writer = responseWriter(this.#params.get('wt'), defaultWriter(format))
      return await (format === 'form' ? this.#handOnForm(bytes) : this.#relay(bytes, format, chain))
    } finally {
      await bytes.close()
    }
  }

  #chainOf(params: URLSearchParams): SigningChain {
    const { chains } = this.#services
    return chains.select(params.get('update.chain'), `/${this.#route.handler}`, addedProcessors(params))
  }

  async #relay(
    bytes: PeekableBytes,
    format: Exclude<BodyFormat, 'form'>,
    chain: SigningChain,
  ): Promise<WholeAnswer> {
    const { collections, forwardChain, limits, schema, status } = this.#services
    const params = this.#params
    const { target } = this.#route
    const { everywhere, final } = sortParameters(params, format, forwardChain)
    const { charset } = parseContentType(this.#request.headers['content-type'])
    const { maxDocumentBytes } = limits
    const uniqueKey = chain.isReplacing ? await collections.uniqueKeyOf(target, this.#sender()) : undefined
    const commands = commandsOf(bytes, { format, charset, params, schema, maxDocumentBytes })
    const batches = batchesOf(commands, {
      sign: command => {
        const signed = chain.sign(command)
        status.took(signed, target, uniqueKey)
        return signed
      },
      write: commandToJson,
      uniqueKey,
      overwrites: parseSolrBoolean(params.get('overwrite') ?? 'true'),
      batchBytes: limits.batchBytes,
      batchDocuments: limits.batchDocuments,
    })
    return this.#relayWith(everywhere, final).run(batches)
  }

  #relayWith(params: URLSearchParams, finalParams: URLSearchParams): UpdateRelay {
    const { target } = this.#route
    const others = this.#services.targets.filter(candidate => candidate !== target)
    return new UpdateRelay(this.#services, this.#sender(), { target, others, params, finalParams })
  }

  #sender(): UpdateSender {
    const headers = readingHeaders(this.#request.headers, this.#route.target.origin)
    return new UpdateSender(this.#services.upstream, headers)
  }

  /** Forwards parameters sent as a form; the proxy must know those that Solr reads. */
  async #handOnForm(bytes: PeekableBytes): Promise<WholeAnswer> {
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of bytes) {
      pieces.push(piece)
      size += piece.length
      if (size > maxFormBytes) throw new ProxyFault(413, `a form is larger than ${maxFormBytes} bytes`)
    }
    const text = Buffer.concat(pieces).toString('latin1')
    const form = new URLSearchParams(text)
    refuseStreams(form)
    this.#chainOf(form)
    // Unchanged, except for its chain, which Solr may not have.
    const kept = text.split('&').filter(pair => replaceChain(pair, undefined) === pair)
    return this.#handOn(
      Buffer.from(kept.join('&'), 'latin1'),
      new URLSearchParams([...this.#params, ...form]),
    )
  }

  /** Without documents: the client gets Solr's answer, and the other collections get the commit. */
  async #handOn(body: Uint8Array | undefined, params: URLSearchParams): Promise<WholeAnswer> {
    const { path, query, target } = this.#route
    const headers = forwardedHeaders(this.#request.headers, target.origin)
    delete headers['content-encoding']
    const answer = await this.#services.upstream.send({
      origin: target.origin,
      method: this.#request.method ?? 'GET',
      path: `${path}${replaceChain(query, this.#services.forwardChain)}`,
      headers: body === undefined ? headers : { ...headers, 'content-length': String(body.length) },
      ...(body !== undefined && { body }),
    })
    if (answer.status < 300) await this.#relayWith(new URLSearchParams(), params).committed()
    return answer
  }

  async #passThrough(): Promise<undefined> {
    const { path, query, target } = this.#route
    const { forwardChain, status: counts, upstream } = this.#services
    counts.passed()
    const told = { 'x-nearsame-unsigned': 'all; the chain of the request does not sign' }
    const to = { origin: target.origin, path: `${path}${replaceChain(query, forwardChain)}`, told }
    const status = await passThrough(upstream, to, this.#request, this.#response)
    if (status < 300) await this.#relayWith(new URLSearchParams(), this.#params).committed()
  }
}
