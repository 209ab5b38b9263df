/**
 * Text index: documents of one collection, asked before they are added, verified exactly, in any store.
 *
 *     check(text) ─▶ sketch ─▶ candidates ─▶ measured ─▶ matches, best first            nothing is written
 *     add(document) ─▶ the same ─▶ clusters ─▶ one durable write for all that wait
 *
 * Clusters are the connected parts of "these two match". A check finds what `findPairs` finds among the same documents
 * under the same options; `restaurants-*` and `records` say in their pages how they differ.
 */

import type { Explanation } from '../../engine/explain/explanation.ts'
import type { DocumentId } from '../../engine/library/document.ts'
import type { EngineOptions } from '../../engine/library/settings.ts'
import type { Store, StoreHeader, StoreProblem } from '../store/store.ts'
import {
  type AddManyOptions,
  checkAdd,
  checkAddMany,
  checkCallNames,
  checkCheck,
  checkRetrain,
  closedError,
  type MarkedAddOptions,
  type RetrainOptions,
} from './documents/call-options.ts'
import { checkGiven, idOf, nameAsked, namesAsked, textOf, timeOf } from './documents/given-document.ts'
import type {
  AddResult,
  AnyIndexDocument,
  ChangesPage,
  CheckOptions,
  ClusterPageOptions,
  Collapsed,
  CollapseRequest,
  ExpireOptions,
  IndexCluster,
  IndexedDocument,
  IndexMatch,
  IndexOptions,
  IndexPair,
  IndexStats,
  OnDuplicate,
  Page,
  PageOptions,
} from './documents/index-types.ts'
import { unpackBody } from './documents/stored-body.ts'
import { type IndexSettings, resolveIndexOptions, settingsOf } from './matching/index-settings.ts'
import { Matching } from './matching/matching.ts'
import { openMethod } from './matching/open-method.ts'
import { checkOpen, type OpenOptions, type Surroundings, surroundingsOf } from './matching/open-options.ts'
import { collapseRanked } from './reading/collapse-ranked.ts'
import { explainStored, storedOf } from './reading/explain-stored.ts'
import { changesPage, pairsPage } from './reading/lists.ts'
import { clustersOrMembers } from './reading/members.ts'
import { inOrder } from './reading/ordered-window.ts'
import { storedMatches } from './reading/stored-matches.ts'
import { shownMatch } from './writing/answers.ts'
import { BatchWriter } from './writing/batch-writer.ts'
import { badResult, type Prepared, prepared } from './writing/intake.ts'
import { removeExpired, removeNamed } from './writing/removals.ts'
import { retrain, useModel } from './writing/retrain.ts'
import { WriteQueue } from './writing/write-queue.ts'

export class TextIndex {
  readonly #kept: Store
  readonly #matching: Matching
  readonly #writer: BatchWriter
  readonly #queue: WriteQueue
  readonly #now: () => number
  readonly #kernels: EngineOptions['kernels']
  #isClosed = false

  /** Not to be called by programs: see `openIndex`. */
  constructor(store: Store, matching: Matching, { observer, now, kernels }: Surroundings) {
    this.#kept = store
    this.#matching = matching
    this.#now = now
    this.#kernels = kernels
    this.#writer = new BatchWriter(matching, this.#now)
    this.#queue = new WriteQueue(store, this.#writer, observer)
  }

  /** The options that the collection was made with, as resolved. */
  get header(): StoreHeader {
    return this.#settings.header
  }

  /**
   * Takes a document in, unless it is there or matches one and `onDuplicate` says otherwise; resolves when durable. One
   * that was taken in with the same mark is answered as then, and not taken in again.
   *
   * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN, RECORD_NOT_OBJECT, TEXT_MISSING, TEXT_NOT_STRING; those of the
   * store, and then it is not taken in
   */
  async add(document: AnyIndexDocument, options: MarkedAddOptions = {}): Promise<AddResult> {
    return this.#take(prepared(this.#matching, document, { ...checkAdd(options), byId: false }))
  }

  /**
   * Takes documents in; their results come in order, as soon as they are durable. A document that cannot be taken in
   * gives a result of status `bad`. At most `inFlight` documents (512 unless given) are taken before their results are.
   *
   * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN, and those of the store
   */
  async *addMany(
    documents: Iterable<unknown> | AsyncIterable<unknown>,
    options: AddManyOptions = {},
  ): AsyncGenerator<AddResult> {
    const { inFlight, onDuplicate } = checkAddMany(documents, options)
    const window = { count: inFlight, bytes: Number.POSITIVE_INFINITY, sizeOf: () => 0 }
    const add = (document: unknown) => this.#addOrBad(document, onDuplicate)
    for await (const results of inOrder(documents, add, window)) yield* results
  }

  /** Puts a document in the place of that of the same id, or adds it. @throws as `add` */
  async replace(document: AnyIndexDocument): Promise<AddResult> {
    return this.#take(prepared(this.#matching, document, { onDuplicate: 'replace', byId: true }))
  }

  /**
   * What a text, or a document with the collection's fields, would match; nothing is stored. Best first, ties by
   * insertion.
   *
   * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN, TEXT_MISSING, TEXT_NOT_STRING
   */
  async check(given: string | AnyIndexDocument, options: CheckOptions = {}): Promise<IndexMatch[]> {
    const { limit, threshold, except } = checkCheck(options, this.#settings.leastSimilarity)
    const text = typeof given === 'string' ? given : textOf(checkGiven(given), this.#settings.text)
    const [query] = await this.#matching.queries([text])
    const [own] = except === undefined ? [] : await this.#store.numbersOf([nameAsked(except, 'except')])
    const asked = [{ ...query, except: own }]
    const [matches] = await storedMatches(this.#store, this.#matching, asked, limit)
    const { isDistance } = this.#matching.method
    return matches
      .filter(({ similarity }) => isDistance || threshold === undefined || similarity >= threshold)
      .map(match => shownMatch(match, this.#matching.measure))
  }

  /**
   * Removes documents; unknown ids are passed over. Many go by several writes, each of which is durable: what fails
   * leaves the rest, and may be asked again.
   *
   * @returns how many were removed, durably
   */
  async remove(ids: readonly DocumentId[]): Promise<number> {
    return removeNamed(this.#store, this.#writer, namesAsked(ids))
  }

  /**
   * Removes documents that were added before a time, or without one those past their own `expiresAt`. By the clock as
   * it is when asked.
   *
   * @returns how many were removed, durably
   * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE
   */
  async expire(options: ExpireOptions = {}): Promise<number> {
    const { before } = checkCallNames(options, ['before'])
    const addedBefore = before === undefined ? null : timeOf(before, 'before')
    const times = { addedBefore, expiresBy: addedBefore === null ? this.#now() : null }
    return removeExpired(this.#store, this.#writer, times)
  }

  /** A document, or undefined. */
  async get(id: DocumentId): Promise<IndexedDocument | undefined> {
    const document = await storedOf(this.#store, id)
    if (document === undefined) return undefined
    const { cluster, addedAt, expiresAt, body, name } = document
    const { document: given } = unpackBody(body, this.#settings.storeText)
    // Of a whole number beyond 2^53 the JSON of the document has lost digits; the name has not.
    const kept = Object.hasOwn(given, 'id') ? { ...given, id: idOf(name) } : given
    return { id: idOf(name), cluster, addedAt, expiresAt, document: kept }
  }

  /** All matches among the documents, by insertion of the earlier one, then of the other. */
  async pairs(page: PageOptions = {}): Promise<Page<IndexPair>> {
    return pairsPage(this.#store, this.#matching, checkCallNames(page, ['after', 'limit']))
  }

  /**
   * Clusters of at least `minDocuments` documents (1 unless given), by number. Of members the first 1,000 are shown;
   * `after: '7.1000'` gives cluster 7 alone with `limit` members behind its first 1,000, and `next` for the rest.
   */
  async clusters(page: ClusterPageOptions = {}): Promise<Page<IndexCluster>> {
    return clustersOrMembers(this.#store, checkCallNames(page, ['after', 'limit', 'minDocuments']))
  }

  /** What became of clusters since a cursor, in order. */
  async changes(page: PageOptions = {}): Promise<ChangesPage> {
    return changesPage(this.#store, checkCallNames(page, ['after', 'limit']))
  }

  /**
   * A ranked list without those that match a better-ranked one.
   *
   * @throws NearsameError OPTION_VALUE, DOCUMENT_NOT_FOUND
   */
  async collapse(request: CollapseRequest): Promise<Collapsed> {
    return collapseRanked(this.#store, this.#matching, request)
  }

  /** Why two documents do or do not match. @throws NearsameError DOCUMENT_NOT_FOUND, TEXT_MISSING */
  async explain(a: DocumentId, b: DocumentId): Promise<Explanation> {
    return explainStored(this.#store, this.#matching, [a, b], this.#kernels)
  }

  /**
   * Learns weights and threshold of `records` from all documents anew, and what follows for clusters; nothing to do for
   * other methods.
   *
   * @throws NearsameError TEXT_MISSING where texts are not kept; the reason of the signal, and then nothing has changed
   */
  async retrain(options: RetrainOptions = {}): Promise<void> {
    const { signal } = checkRetrain(options)
    return this.#store.write(writer => retrain(writer, this.#matching, { at: this.#now(), signal }))
  }

  async stats(): Promise<IndexStats> {
    const { kind, isDurable } = this.#store
    return { kind, isDurable, options: this.header.options, ...(await this.#store.counts()) }
  }

  /** Gives back what removed documents took. @returns bytes */
  async compact(): Promise<number> {
    return this.#store.compact()
  }

  /** Whether all parts of the store agree. */
  problems(): AsyncIterable<StoreProblem> {
    return this.#store.problems()
  }

  /** Waits for what is under way; whatever is asked from then on is refused. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#queue.idle()
    await this.#kept.close()
  }

  /** @throws NearsameError STORE_UNAVAILABLE */
  get #store(): Store {
    if (this.#isClosed) throw closedError()
    return this.#kept
  }

  get #settings(): IndexSettings {
    return this.#matching.settings
  }

  async #addOrBad(given: unknown, onDuplicate: OnDuplicate): Promise<AddResult> {
    let ready: Prepared | Promise<Prepared>
    try {
      ready = prepared(this.#matching, given, { onDuplicate, byId: false })
    } catch (error) {
      return badResult(given, error)
    }
    return this.#take(ready)
  }

  async #take(ready: Prepared | Promise<Prepared>): Promise<AddResult> {
    if (this.#isClosed) throw closedError()
    return this.#queue.add(ready)
  }
}

/**
 * Opens a collection, and makes it where it is not there. Options that are left out are those it was made with.
 *
 * @throws NearsameError OPTIONS_MISMATCH where it was made with others, OPTION_VALUE, OPTION_UNKNOWN; those of
 * the store
 */
export async function openIndex(
  store: Store,
  options: IndexOptions & OpenOptions = {},
): Promise<TextIndex> {
  checkOpen(store, options)
  const { kernels, observer, now, heavy, ...given } = options
  const surroundings = surroundingsOf({ kernels, observer, now, heavy })
  const asked = resolveIndexOptions(given)
  const stored = await store.open(asked.header)
  try {
    const settings = settingsOf(stored, given)
    const method = await openMethod(settings, kernels)
    const matching = new Matching(settings, method, surroundings)
    await useModel(store, matching)
    return new TextIndex(store, matching, surroundings)
  } catch (error) {
    await store.close()
    throw error
  }
}
