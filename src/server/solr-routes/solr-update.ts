/**
 * Solr updates into a collection: executes what a Solr client sends to `/solr/{core}/update`, without a Solr.
 *
 *     add     ─▶ signed by the chain, then added; replaces its matches (`overwriteDupes`) or the document with its id
 *     delete  ─▶ by id, or `*:*`
 *     commit  ─▶ nothing: acknowledged documents are durable and searchable already
 *
 * Commands run in the order of the body. A failing command ends the update; earlier ones stay, as in Solr.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { newSolrException } from '../../ground/java/java-exception.ts'
import type { AddedProcessors } from '../../solr/chain/config.ts'
import type { AddCommand, DeleteCommand, UpdateCommand } from '../../solr/messages/messages.ts'
import { parseSolrBoolean } from '../../solr/messages/solr-params.ts'
import { commandsOf } from '../../solr/proxy/bodies/command-readers.ts'
import { PeekableBytes } from '../../solr/proxy/bodies/peekable-bytes.ts'
import {
  type BodyFormat,
  bytesOf,
  formatOf,
  parseContentType,
} from '../../solr/proxy/bodies/update-content.ts'
import type { SigningChain } from '../../solr/proxy/updates/signing-chains.ts'
import {
  addedProcessors,
  defaultWriter,
  refuseStreams,
} from '../../solr/proxy/updates/update-parameters.ts'
import { hasBody } from '../../solr/proxy/upstream/pass-through.ts'
import { ProxyFault } from '../../solr/proxy/upstream/proxy-fault.ts'
import { type ResponseWriter, responseWriter } from '../../solr/proxy/upstream/solr-answer.ts'
import type { UpdateHandler } from '../../solr/proxy/upstream/solr-paths.ts'
import type { ClientRequest } from '../../solr/proxy/upstream/two-protocols.ts'
import { checkIdLength, checkTextLengths } from '../bodies/document-items.ts'
import { bodyTooLong } from '../rules/problem.ts'
import type { ServerLimits } from '../rules/server-limits.ts'
import type { Collection } from '../state/collections.ts'
import { indexDocumentOf } from './solr-documents.ts'

/** Later than any document can have been added. */
const endOfTime = 8.64e15

export class SolrUpdate {
  /** The format of the answer, as far as known by now. */
  writer: ResponseWriter
  readonly #request: ClientRequest
  readonly #params: URLSearchParams
  readonly #limits: ServerLimits
  /** Adds in progress, in order. */
  #adding: Promise<void>[] = []
  /** Ids of the deletes since the last add. */
  #removing: string[] = []

  constructor(request: ClientRequest, limits: ServerLimits) {
    this.#request = request
    this.#limits = limits
    this.#params = new URLSearchParams((request.url ?? '').split('?')[1] ?? '')
    this.writer = responseWriter(this.#params.get('wt'))
  }

  /** The parameter `update.chain`. */
  get chainName(): string | null {
    return this.#params.get('update.chain')
  }

  get addedProcessors(): AddedProcessors {
    return addedProcessors(this.#params)
  }

  /** @throws what `failureOf` knows */
  async run(handler: UpdateHandler, collection: Collection, chain: SigningChain): Promise<void> {
    try {
      await this.#run(handler, collection, chain)
    } catch (error) {
      // The limits of the proxy have other names.
      const isTooLong = error instanceof ProxyFault && error.status === 413
      throw isTooLong ? bodyTooLong(this.#limits.bodyBytes) : error
    }
  }

  async #run(handler: UpdateHandler, collection: Collection, chain: SigningChain): Promise<void> {
    refuseStreams(this.#params)
    if (!hasBody(this.#request)) return
    const { bodyBytes, silenceTimeoutMs } = this.#limits
    const limits = { maxBodyBytes: bodyBytes, clientTimeoutMs: silenceTimeoutMs }
    const bytes = new PeekableBytes(bytesOf(this.#request, limits))
    const format = await formatOf(this.#request, handler, () => bytes.peek())
    this.writer = responseWriter(this.#params.get('wt'), defaultWriter(format))
    if (format === 'form') return
    try {
      for await (const command of this.#commands(bytes, format)) await this.#do(command, collection, chain)
    } finally {
      await this.#added()
      await this.#removed(collection)
    }
  }

  #commands(bytes: PeekableBytes, given: Exclude<BodyFormat, 'form'>): AsyncGenerator<UpdateCommand, void> {
    const takesDocuments = given === 'json' && this.#params.get('json.command') === 'false'
    const { charset } = parseContentType(this.#request.headers['content-type'])
    return commandsOf(bytes, {
      format: takesDocuments ? 'json-documents' : given,
      charset,
      params: this.#params,
      schema: undefined,
      maxDocumentBytes: this.#limits.bodyBytes,
    })
  }

  async #do(command: UpdateCommand, collection: Collection, chain: SigningChain): Promise<void> {
    if (command.kind === 'add') {
      await this.#removed(collection)
      return this.#add(command, collection, chain)
    }
    await this.#added()
    if (command.kind === 'delete') return this.#delete(command, collection)
    if (command.kind !== 'rollback') return
    throw newSolrException(400, 'nearsame: adds to a collection cannot be rolled back')
  }

  async #add(given: AddCommand, collection: Collection, chain: SigningChain): Promise<void> {
    const { command } = chain.sign(given)
    const document = indexDocumentOf(command.document, collection.text, chain.fields)
    checkTextLengths(document, collection, this.#limits)
    if (typeof document.id === 'string') checkIdLength(document.id, this.#limits)
    const overwrites = command.overwrite ?? parseSolrBoolean(this.#params.get('overwrite') ?? 'true')
    const { index } = collection
    const isReplacing = chain.isReplacing && overwrites
    const adding = isReplacing ? index.add(document, { onDuplicate: 'replace' }) : index.replace(document)
    const added = adding.then(() => {})
    this.#adding.push(added)
    // An error in a document is known by the next turn; nothing after it may start.
    await Promise.race([added, nextTurn()])
    if (this.#adding.length >= this.#limits.importDocuments) await this.#added()
  }

  /** Waits for all, so that no add completes after the answer. @throws the first failure */
  async #added(): Promise<void> {
    const adding = this.#adding
    this.#adding = []
    const settled = await Promise.allSettled(adding)
    const failed = settled.find(({ status }) => status === 'rejected')
    if (failed !== undefined) await Promise.reject((failed as PromiseRejectedResult).reason)
  }

  /** Removes all collected ids: many deletes of one id each become one write. */
  async #removed({ index }: Collection): Promise<void> {
    const ids = this.#removing
    this.#removing = []
    if (ids.length > 0) await index.remove(ids)
  }

  async #delete({ ids, queries }: DeleteCommand, collection: Collection): Promise<void> {
    const { index } = collection
    for (const { id } of ids) this.#removing.push(id)
    if (queries.length > 0 || this.#removing.length >= this.#limits.importDocuments)
      await this.#removed(collection)
    for (const query of queries) {
      if (query !== '*:*') {
        throw newSolrException(
          400,
          `nearsame: a collection deletes by id, or by the query *:*, not by ${query}`,
        )
      }
      await index.expire({ before: endOfTime })
    }
  }
}
