/** Collection client: the routes of one collection, with the methods of the library's index. */

import type { Explanation } from '../../engine/explain/explanation.ts'
import type { DocumentId } from '../../engine/library/document.ts'
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { hexOf } from '../../ground/hash/hex.ts'
import { checkList, checkObject, checkWalkable } from '../../ground/options/arguments.ts'
import { addOneOptions } from '../../online/index/calls/add.ts'
import { checkEachOptions, checkOptions, passagesOptions } from '../../online/index/calls/check.ts'
import type { CollapseRequest } from '../../online/index/calls/collapse.ts'
import { expireOptions } from '../../online/index/calls/expire.ts'
import { clusterOptions, pageOptions, pairPageOptions } from '../../online/index/calls/pages.ts'
import { checkGiven } from '../../online/index/documents/given-document.ts'
import type {
  AddResult,
  AnyIndexDocument,
  ChangesPage,
  ClusterPage,
  Collapsed,
  IndexChange,
  IndexCluster,
  IndexedDocument,
  IndexMatch,
  IndexOptions,
  IndexPair,
  Page,
} from '../../online/index/documents/index-types.ts'
import type { CheckedPassages } from '../../online/index/documents/passage-types.ts'
import { unlessMissing } from './answer-errors.ts'
import { exchangeBatches } from './batch-exchange.ts'
import { callOptions, signalOf } from './call-checks.ts'
import type {
  CallOptions,
  CheckResult,
  ClientAddEachOptions,
  ClientAddOptions,
  ClientCheckEachOptions,
  ClientCheckOptions,
  ClientCheckPassagesOptions,
  ClientClusterOptions,
  ClientExpireOptions,
  ClientPageOptions,
  ClientPairOptions,
  CollectionInfo,
} from './client-types.ts'
import type { Connection, ServerCall } from './connection.ts'
import { exchangeLines } from './line-exchange.ts'
import { collectionPath, idPart, idText, idTypeOf } from './paths.ts'
import { keyOptions } from './request-options.ts'
import { ReviewClient } from './review-client.ts'
import { type Many, valuesUntil } from './values-until.ts'
import { documentsOf, givenJson } from './wire-json.ts'

/** Calls throw NearsameError with the server's code; SERVER_FAILED, REQUEST_TIMEOUT if it does not answer. */
export class CollectionClient extends ReviewClient {
  readonly name: string

  /** Internal; programs call `NearsameClient.collection`. */
  constructor(connection: Connection, name: string) {
    super(connection.within(collectionPath(name)))
    this.name = name
  }

  /** Creates the collection, or checks that it exists with these options. @throws NearsameError OPTIONS_MISMATCH */
  async create(
    options: IndexOptions = {},
    call: CallOptions = {},
  ): Promise<CollectionInfo & { readonly isNew: boolean }> {
    const signal = signalOf(call)
    checkObject('options', options)
    const request = { method: 'PUT', path: '', body: givenJson(options), signal } as const
    const { status, text } = await this.connection.send(request)
    return { ...(JSON.parse(text) as CollectionInfo), isNew: status === 201 }
  }

  /** @throws NearsameError COLLECTION_NOT_FOUND */
  async info(call: CallOptions = {}): Promise<CollectionInfo> {
    return this.connection.json({ path: '', signal: signalOf(call) })
  }

  /** Deletes the collection with all of its documents. @throws NearsameError COLLECTION_NOT_FOUND */
  async delete(call: CallOptions = {}): Promise<void> {
    await this.connection.send({ method: 'DELETE', path: '', isSafe: false, signal: signalOf(call) })
  }

  /** Adds one document; resolves when it is durable. @throws NearsameError also for errors in the document */
  async add(document: AnyIndexDocument, options: ClientAddOptions = {}): Promise<AddResult> {
    const [result] = await this.#addJson(givenJson(checkGiven(document)), callOptions(options, keyOptions))
    return result
  }

  /** Adds an array in one request; a bad document gets a result with its error. */
  async addAll(
    documents: readonly AnyIndexDocument[],
    options: ClientAddOptions = {},
  ): Promise<readonly AddResult[]> {
    checkList('documents', documents, 'documents')
    return this.#addJson(givenJson(documents), callOptions(options, keyOptions))
  }

  /** The same as `addEach`, all results in one list. */
  async addMany(
    documents: Many<AnyIndexDocument>,
    options: ClientAddEachOptions = {},
  ): Promise<AddResult[]> {
    return Array.fromAsync(this.addEach(documents, options))
  }

  /**
   * Adds any number of documents; yields their results in order, as they become durable. Takes documents as fast as the
   * caller takes results.
   */
  addEach(
    documents: Many<AnyIndexDocument>,
    options: ClientAddEachOptions = {},
  ): AsyncGenerator<AddResult> {
    checkWalkable('documents', documents, 'documents')
    const { onDuplicate, signal } = callOptions(options, addOneOptions)
    if (this.connection.options.transport === 'batches')
      return exchangeBatches(valuesUntil(documents, signal), array => this.#addJson(array, options))
    const request = { path: '/documents', query: { onDuplicate }, signal }
    return exchangeLines(this.connection, request, until => valuesUntil(documents, until))
  }

  /** Finds what a text, or a document with the fields of the collection, matches; stores nothing. */
  async check(
    given: string | AnyIndexDocument,
    options: ClientCheckOptions = {},
  ): Promise<readonly IndexMatch[]> {
    const { except, signal, ...query } = callOptions(options, checkOptions)
    const request = { body: checkBody(given, except), query, signal }
    return (await this.#post<CheckResult>('/check', request)).matches
  }

  /** The same for any number of texts or documents: all results in one list, in order. */
  async checkMany(
    given: Many<string | AnyIndexDocument>,
    options: ClientCheckEachOptions = {},
  ): Promise<CheckResult[]> {
    return Array.fromAsync(this.checkEach(given, options))
  }

  /** The same, one result after the other, as far as the caller takes them. */
  checkEach(
    given: Many<string | AnyIndexDocument>,
    options: ClientCheckEachOptions = {},
  ): AsyncGenerator<CheckResult> {
    checkWalkable('given', given, 'texts and documents')
    const { signal, ...query } = callOptions(options, checkEachOptions)
    if (this.connection.options.transport === 'stream')
      return exchangeLines(this.connection, { path: '/check', query, signal }, until =>
        documentsOf(given, until),
      )
    return exchangeBatches(documentsOf(given, signal), async body => {
      const request = { body, query, signal }
      const { results } = await this.#post<{ results: CheckResult[] }>('/check', request)
      return results
    })
  }

  /**
   * The spans of a text, or of a document with the fields of the collection, that stand in its documents, and the share
   * that stands in none; stores nothing.
   *
   * @throws NearsameError OPTION_VALUE for a collection without `passages`
   */
  async checkPassages(
    given: string | AnyIndexDocument,
    options: ClientCheckPassagesOptions = {},
  ): Promise<CheckedPassages> {
    const { maxPlaces = 10, except, signal } = callOptions(options, passagesOptions)
    const request = { body: checkBody(given, except), query: { limit: 1, maxPlaces }, signal }
    const { passages } = await this.#post<CheckResult>('/check', request)
    if (passages !== undefined) return passages
    throw new NearsameError('SERVER_FAILED', {
      expected: 'the passages of the text',
      got: 'an answer without them',
      fix: 'use a server of this version of nearsame',
    })
  }

  /** A document with its cluster, or undefined. @throws NearsameError COLLECTION_NOT_FOUND */
  async get(id: DocumentId, call: CallOptions = {}): Promise<IndexedDocument | undefined> {
    const request = { ...documentCall(id), signal: signalOf(call) }
    const found = await unlessMissing(this.connection.json<ShownDocument>(request))
    if (found === undefined) return undefined
    const { id: exact, addedAt, expiresAt, document } = found
    return {
      ...found,
      // A whole number beyond 2^53 has lost digits in the document.
      document: Object.hasOwn(document, 'id') ? { ...document, id: exact } : document,
      addedAt: Date.parse(addedAt),
      expiresAt: expiresAt === null ? null : Date.parse(expiresAt),
    }
  }

  /** Removes a document. @returns whether it existed */
  async remove(id: DocumentId, call: CallOptions = {}): Promise<boolean> {
    const place = { ...documentCall(id), signal: signalOf(call) }
    const removing = this.connection.send({ method: 'DELETE', ...place, isSafe: false })
    return (await unlessMissing(removing)) !== undefined
  }

  /** A ranked list without the documents that match a better-ranked one. */
  async collapse(request: CollapseRequest, call: CallOptions = {}): Promise<Collapsed> {
    const signal = signalOf(call)
    checkObject('request', request)
    return this.#post('/collapse', { body: givenJson(request), signal })
  }

  /** Why two documents do or do not match. @throws NearsameError DOCUMENT_NOT_FOUND */
  async explain(a: DocumentId, b: DocumentId, call: CallOptions = {}): Promise<Explanation> {
    const signal = signalOf(call)
    const [ofA, ofB] = [idTypeOf(a), idTypeOf(b)]
    const type = ofA === ofB ? ofA : `${ofA},${ofB}`
    const query = { a: idText(a, 'a'), b: idText(b, 'b'), type }
    return this.connection.json({ path: '/explain', query, signal })
  }

  /** Removes expired documents. @returns how many */
  async expire(options: ClientExpireOptions = {}): Promise<number> {
    const { before, signal } = callOptions(options, expireOptions)
    const request = { body: givenJson({ before }), isSafe: false, signal }
    return (await this.#post<{ removed: number }>('/expire', request)).removed
  }

  /** Reclaims the space of removed documents. @returns the reclaimed bytes */
  async compact(call: CallOptions = {}): Promise<number> {
    const request = { isSafe: false, signal: signalOf(call) }
    return (await this.#post<{ freedBytes: number }>('/compact', request)).freedBytes
  }

  /** Learns weights and threshold of the method `records` again; clusters follow. */
  async retrain(call: CallOptions = {}): Promise<void> {
    await this.#post('/retrain', { isSafe: false, signal: signalOf(call) })
  }

  /** All matches among the documents, or those of one cluster, page by page. */
  pairs(options: ClientPairOptions = {}): AsyncGenerator<IndexPair> {
    return this.pages('/pairs', callOptions(options, pairPageOptions))
  }

  /** All clusters, page by page. */
  clusters(options: ClientClusterOptions = {}): AsyncGenerator<IndexCluster> {
    return this.pages('/clusters', callOptions(options, clusterOptions))
  }

  /** Changes of clusters from a cursor up to now, page by page. */
  changes(options: ClientPageOptions = {}): AsyncGenerator<IndexChange> {
    return this.pages('/changes', callOptions(options, pageOptions))
  }

  async pairsPage(options: ClientPairOptions = {}): Promise<Page<IndexPair>> {
    return this.page('/pairs', callOptions(options, pairPageOptions))
  }

  async clustersPage(options: ClientClusterOptions = {}): Promise<ClusterPage> {
    return this.page('/clusters', callOptions(options, clusterOptions))
  }

  /** A page; its `cursor` asks later for further changes. */
  async changesPage(options: ClientPageOptions = {}): Promise<ChangesPage> {
    return this.page('/changes', callOptions(options, pageOptions))
  }

  async #addJson(body: string, options: ClientAddOptions): Promise<readonly AddResult[]> {
    const { onDuplicate, idempotencyKey = newKey(), signal } = options
    const headers = { 'idempotency-key': idempotencyKey }
    const request = { body, query: { onDuplicate }, headers, signal }
    return (await this.#post<{ results: AddResult[] }>('/documents', request)).results
  }

  #post<T>(path: string, rest: Omit<ServerCall, 'method' | 'path'>): Promise<T> {
    return this.connection.json({ method: 'POST', path, ...rest })
  }
}

/** One text or document to check. @param except id of a document to leave out */
function checkBody(given: string | AnyIndexDocument, except: DocumentId | undefined): string {
  const document = typeof given === 'string' ? { text: given } : checkGiven(given)
  return givenJson(except === undefined ? document : { ...document, except })
}

function documentCall(id: DocumentId) {
  return { path: `/documents/${idPart(id)}`, query: { type: idTypeOf(id) } }
}

/** A document in an answer of the server: times in ISO 8601. */
interface ShownDocument extends Omit<IndexedDocument, 'addedAt' | 'expiresAt'> {
  readonly addedAt: string
  readonly expiresAt: string | null
}

/** 128 random bits; not `randomUUID`, which pages without TLS lack. */
function newKey(): string {
  return hexOf(globalThis.crypto.getRandomValues(new Uint8Array(16)))
}
