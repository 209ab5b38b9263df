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
import type { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { newSolrException } from '../../methods/java/java-exception.ts'
import type { GivenIndexDocument } from '../../online/index/documents/index-types.ts'
import type { TextIndex } from '../../online/index/text-index.ts'
import type { AddedProcessors } from '../chain/config.ts'
import type { AddCommand, DeleteCommand, UpdateCommand } from '../messages/messages.ts'
import { parseSolrBoolean } from '../messages/solr-params.ts'
import { commandsOf } from '../proxy/bodies/command-readers.ts'
import { PeekableBytes } from '../proxy/bodies/peekable-bytes.ts'
import { type BodyFormat, bytesOf, formatOf, parseContentType } from '../proxy/bodies/update-content.ts'
import type { SigningChain } from '../proxy/updates/signing-chains.ts'
import { addedProcessors, defaultWriter, refuseStreams } from '../proxy/updates/update-parameters.ts'
import { hasBody } from '../proxy/upstream/pass-through.ts'
import { ProxyFault } from '../proxy/upstream/proxy-fault.ts'
import { type ResponseWriter, responseWriter } from '../proxy/upstream/solr-answer.ts'
import type { UpdateHandler } from '../proxy/upstream/solr-paths.ts'
import type { ClientRequest } from '../proxy/upstream/two-protocols.ts'
import { indexDocumentOf } from './solr-documents.ts'

/** A collection of the server. */
export interface UpdatedCollection {
  readonly index: TextIndex
  /** Paths of the fields whose values form the text. */
  readonly text: readonly string[]
}

/** The limits of the server, and its errors beyond them. */
export interface UpdateRules {
  readonly limits: {
    readonly bodyBytes: number
    readonly silenceTimeoutMs: number
    readonly importDocuments: number
  }
  /** @throws NearsameError RECORD_TOO_LONG for a long text or id */
  checkDocument(document: GivenIndexDocument, collection: UpdatedCollection): void
  bodyTooLong(): NearsameError
}

/** Later than any document can have been added. */
const endOfTime = 8.64e15

/** Parameters that make an update without documents one. */
const commits = ['commit', 'softCommit', 'prepareCommit', 'optimize']

const noRollback = () => newSolrException(400, 'nearsame: adds to a collection cannot be rolled back')

/** What Solr refuses, such as a body sent as a form by mistake: its documents would be lost. */
function checkWithoutDocuments(params: URLSearchParams): void {
  const asks = (name: string) => parseSolrBoolean(params.get(name) ?? 'false')
  if (commits.some(asks)) return
  throw asks('rollback') ? noRollback() : newSolrException(400, 'missing content stream')
}

export class SolrUpdate {
  /** The format of the answer, as far as known by now. */
  writer: ResponseWriter
  readonly #request: ClientRequest
  readonly #params: URLSearchParams
  readonly #rules: UpdateRules
  /** Adds in progress, in order. */
  #adding: Promise<void>[] = []
  /** Ids of the deletes since the last add. */
  #removing: string[] = []

  constructor(request: ClientRequest, rules: UpdateRules) {
    this.#request = request
    this.#rules = rules
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
  async run(handler: UpdateHandler, collection: UpdatedCollection, chain: SigningChain): Promise<void> {
    try {
      await this.#run(handler, collection, chain)
    } catch (error) {
      // The limits of the proxy have other names.
      const isTooLong = error instanceof ProxyFault && error.status === 413
      throw isTooLong ? this.#rules.bodyTooLong() : error
    }
  }

  async #run(handler: UpdateHandler, collection: UpdatedCollection, chain: SigningChain): Promise<void> {
    refuseStreams(this.#params)
    if (!hasBody(this.#request)) return checkWithoutDocuments(this.#params)
    const { bodyBytes, silenceTimeoutMs } = this.#rules.limits
    const limits = { maxBodyBytes: bodyBytes, clientTimeoutMs: silenceTimeoutMs }
    const bytes = new PeekableBytes(bytesOf(this.#request, limits))
    const format = await formatOf(this.#request, handler, this.#params, () => bytes.peek())
    this.writer = responseWriter(this.#params.get('wt'), defaultWriter(format))
    if (format === 'form') {
      const form = new URLSearchParams(Buffer.concat(await Array.fromAsync(bytes)).toString('latin1'))
      refuseStreams(form)
      return checkWithoutDocuments(new URLSearchParams([...this.#params, ...form]))
    }
    try {
      for await (const command of this.#commands(bytes, format)) await this.#do(command, collection, chain)
    } finally {
      await this.#added()
      await this.#removed(collection)
    }
  }

  #commands(
    bytes: PeekableBytes,
    format: Exclude<BodyFormat, 'form'>,
  ): AsyncGenerator<UpdateCommand, void> {
    const { charset } = parseContentType(this.#request.headers['content-type'])
    return commandsOf(bytes, {
      format,
      charset,
      params: this.#params,
      schema: undefined,
      maxDocumentBytes: this.#rules.limits.bodyBytes,
    })
  }

  async #do(command: UpdateCommand, collection: UpdatedCollection, chain: SigningChain): Promise<void> {
    if (command.kind === 'add') {
      await this.#removed(collection)
      return this.#add(command, collection, chain)
    }
    await this.#added()
    if (command.kind === 'delete') return this.#delete(command, collection)
    if (command.kind === 'rollback') throw noRollback()
  }

  async #add(given: AddCommand, collection: UpdatedCollection, chain: SigningChain): Promise<void> {
    const { command } = chain.sign(given)
    const document = indexDocumentOf(command.document, collection.text, chain.fields)
    this.#rules.checkDocument(document, collection)
    const overwrites = command.overwrite ?? parseSolrBoolean(this.#params.get('overwrite') ?? 'true')
    const { index } = collection
    const isReplacing = chain.isReplacing && overwrites
    const adding = isReplacing ? index.add(document, { onDuplicate: 'replace' }) : index.replace(document)
    const added = adding.then(() => {})
    this.#adding.push(added)
    // An error in a document is known by the next turn; nothing after it may start.
    await Promise.race([added, nextTurn()])
    if (this.#adding.length >= this.#rules.limits.importDocuments) await this.#added()
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
  async #removed({ index }: UpdatedCollection): Promise<void> {
    const ids = this.#removing
    this.#removing = []
    if (ids.length > 0) await index.remove(ids)
  }

  async #delete({ ids, queries }: DeleteCommand, collection: UpdatedCollection): Promise<void> {
    const { index } = collection
    for (const { id } of ids) this.#removing.push(id)
    if (queries.length > 0 || this.#removing.length >= this.#rules.limits.importDocuments)
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
