/**
 * Text index: the documents of one collection in any store; you can query it before adding, and every match is
 * measured.
 *
 *     check(text) ─▶ sketch ─▶ candidates ─▶ measured ─▶ matches, best first            nothing is written
 *     add(document) ─▶ the same ─▶ clusters ─▶ one durable write for all that wait
 *
 * Clusters are the connected components of "these two match". A check finds what `findPairs` finds among the same
 * documents under the same options; the pages of `restaurants-*` and `records` say how they differ.
 */

import type { Explanation } from '../../engine/explain/explanation.ts'
import type { DocumentId } from '../../engine/library/document.ts'
import type { EngineOptions } from '../../engine/library/settings.ts'
import { checkWalkable } from '../../ground/options/arguments.ts'
import { resolve } from '../../ground/options/resolve.ts'
import type { Store, StoreHeader, StoreProblem } from '../store/store.ts'
import {
  type AddEachOptions,
  addEachOptions,
  type MarkedAddOptions,
  markedAddOptions,
} from './calls/add.ts'
import { type CheckOptions, checkOptions, thresholdFrom } from './calls/check.ts'
import type { CollapseRequest } from './calls/collapse.ts'
import { type ExpireOptions, expireOptions } from './calls/expire.ts'
import { type InterruptOptions, interruptOptions } from './calls/interrupt.ts'
import { type PageOptions, type PairPageOptions, pageOptions, pairPageOptions } from './calls/pages.ts'
import { idOf, nameOf, namesAsked } from './documents/given-document.ts'
import type {
  AddResult,
  AnyIndexDocument,
  ChangesPage,
  Collapsed,
  IndexedDocument,
  IndexMatch,
  IndexOptions,
  IndexPair,
  IndexStats,
  Page,
} from './documents/index-types.ts'
import { unpackBody } from './documents/stored-body.ts'
import { type IndexSettings, resolveIndexOptions, settingsOf } from './matching/index-settings.ts'
import { Matching } from './matching/matching.ts'
import { openMethod } from './matching/open-method.ts'
import { checkOpen, type OpenOptions, type OpenSettings, openSettings } from './matching/open-options.ts'
import { PassageTexts } from './matching/passage-texts.ts'
import { PassageIndex } from './passages/passage-index.ts'
import { collapseRanked } from './reading/collapse-ranked.ts'
import { explainStored, storedOf } from './reading/explain-stored.ts'
import { inOrder } from './reading/in-order.ts'
import { changesPage, pairsPage } from './reading/lists.ts'
import { storedMatches } from './reading/stored-matches.ts'
import { shownMatch } from './writing/answers.ts'
import { BatchWriter } from './writing/batch-writer.ts'
import { badResult, type Prepared, prepared } from './writing/intake.ts'
import { removeExpired, removeNamed } from './writing/removals.ts'
import { retrain, useModel } from './writing/retrain.ts'
import { closedError, WriteQueue } from './writing/write-queue.ts'

export class TextIndex extends PassageIndex {
  readonly #kept: Store
  readonly #matching: Matching
  readonly #writer: BatchWriter
  readonly #queue: WriteQueue
  readonly #now: () => number
  readonly #kernels: EngineOptions['kernels']
  #isClosed = false

  /** Internal: call `openIndex` instead. */
  constructor(store: Store, matching: Matching, { observer, now, kernels }: OpenSettings) {
    super()
    this.#kept = store
    this.#matching = matching
    this.#now = now
    this.#kernels = kernels
    this.#writer = new BatchWriter(matching, this.#now)
    this.#queue = new WriteQueue(store, this.#writer, observer)
  }

  /** The options that the collection was created with, resolved. */
  get header(): StoreHeader {
    return this.#settings.header
  }

  /**
   * Adds a document, unless its id exists or it matches another one and `onDuplicate` says otherwise. Resolves when the
   * document is durable. If it was added with the same mark before, the answer is repeated and nothing is added.
   *
   * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN, RECORD_NOT_OBJECT, TEXT_MISSING, TEXT_NOT_STRING; those of the
   * store, and then nothing is added
   */
  async add(document: AnyIndexDocument, options: MarkedAddOptions = {}): Promise<AddResult> {
    return this.#take(
      prepared(this.#matching, document, { ...resolve(markedAddOptions, options), byId: false }),
    )
  }

  /** The same as `addEach`, all results in one list. @throws as `addEach`; what was added by then stays */
  async addMany(
    documents: Iterable<unknown> | AsyncIterable<unknown>,
    options: AddEachOptions = {},
  ): Promise<AddResult[]> {
    return Array.fromAsync(this.addEach(documents, options))
  }

  /**
   * Adds documents as their results are taken: in order, as soon as they are durable. Does nothing before the
   * first is asked for. A document that cannot be added gives a result of status `bad`. At most `inFlight` documents
   * (default 512) are read ahead of their results.
   *
   * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN, and those of the store
   */
  async *addEach(
    documents: Iterable<unknown> | AsyncIterable<unknown>,
    options: AddEachOptions = {},
  ): AsyncGenerator<AddResult> {
    const { inFlight, onDuplicate } = resolve(addEachOptions, options)
    checkWalkable('documents', documents, 'documents')
    const limits = { count: inFlight, bytes: Number.POSITIVE_INFINITY, sizeOf: () => 0 }
    const add = (document: unknown) => this.#addOrBad(document, onDuplicate)
    for await (const results of inOrder(documents, add, limits)) yield* results
  }

  /** Replaces the document of the same id, or adds it. @throws as `add` */
  async replace(document: AnyIndexDocument): Promise<AddResult> {
    return this.#take(prepared(this.#matching, document, { onDuplicate: 'replace', byId: true }))
  }

  /**
   * The matches of a text, or of a document with the collection's fields; stores nothing. Best first, ties by
   * insertion. Where the columns of `records` decide, only a document can be compared.
   *
   * @throws NearsameError OPTION_VALUE, OPTION_UNKNOWN, TEXT_MISSING, TEXT_NOT_STRING
   */
  async check(given: string | AnyIndexDocument, options: CheckOptions = {}): Promise<IndexMatch[]> {
    const declared = { ...checkOptions, threshold: thresholdFrom(this.#settings.leastSimilarity) }
    const asked = resolve(declared, options)
    const { limit, threshold, except } = asked
    const [query] = await this.#matching.queries([this.#matching.read(given)])
    const [own] = except === undefined ? [] : await this.#store.numbersOf([nameOf(except)])
    const queries = [{ ...query, except: own }]
    const [matches] = await storedMatches(this.#store, this.#matching, queries, limit)
    const { isDistance } = this.#matching.method
    return matches
      .filter(({ similarity }) => isDistance || threshold === undefined || similarity >= threshold)
      .map(match => shownMatch(match, this.#matching.measure))
  }

  /**
   * Removes documents; ignores unknown ids. Many documents take several writes, each durable: a failure leaves the
   * rest, and the call can be repeated.
   *
   * @returns the number of documents removed, durably
   */
  async remove(ids: readonly DocumentId[]): Promise<number> {
    return removeNamed(this.#store, this.#writer, namesAsked(ids))
  }

  /**
   * Removes documents added before a time, or, without one, those past their own `expiresAt`, by the clock at the call.
   *
   * @returns the number of documents removed, durably
   * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE
   */
  async expire(options: ExpireOptions = {}): Promise<number> {
    const { before: addedBefore = null } = resolve(expireOptions, options)
    const times = { addedBefore, expiresBy: addedBefore === null ? this.#now() : null }
    return removeExpired(this.#store, this.#writer, times)
  }

  /** The document with this id, or undefined. */
  async get(id: DocumentId): Promise<IndexedDocument | undefined> {
    const document = await storedOf(this.#store, id)
    if (document === undefined) return undefined
    const { cluster, addedAt, expiresAt, body, name } = document
    const { document: given } = unpackBody(body, this.#settings.storeText)
    // The document's JSON has lost digits of a whole number above 2^53; the name keeps them.
    const kept = Object.hasOwn(given, 'id') ? { ...given, id: idOf(name) } : given
    return { id: idOf(name), cluster, addedAt, expiresAt, document: kept }
  }

  /** All matching pairs, or those of one cluster, by insertion of the earlier document, then of the other. */
  async pairs(page: PairPageOptions = {}): Promise<Page<IndexPair>> {
    return pairsPage(this.#store, this.#matching, resolve(pairPageOptions, page))
  }

  /** Changes of clusters since a cursor, in order. */
  async changes(page: PageOptions = {}): Promise<ChangesPage> {
    return changesPage(this.#store, resolve(pageOptions, page))
  }

  /**
   * A ranked list without the documents that match a better-ranked one.
   *
   * @throws NearsameError OPTION_VALUE, DOCUMENT_NOT_FOUND
   */
  async collapse(request: CollapseRequest): Promise<Collapsed> {
    return collapseRanked(this.#store, this.#matching, request)
  }

  /** Why two documents match or do not. @throws NearsameError DOCUMENT_NOT_FOUND, TEXT_MISSING */
  async explain(a: DocumentId, b: DocumentId): Promise<Explanation> {
    return explainStored(this.#store, this.#matching, [a, b], this.#kernels)
  }

  /**
   * Learns weights and threshold of `records` again from all documents, and updates the clusters; does nothing for
   * other methods.
   *
   * @throws NearsameError TEXT_MISSING if texts are not kept; the reason of the signal, and then nothing has changed
   */
  async retrain(options: InterruptOptions = {}): Promise<void> {
    const { signal } = resolve(interruptOptions, options)
    await this.#store.write(writer => retrain(writer, this.#matching, { at: this.#now(), signal }))
    this.forgetSurvey()
  }

  async stats(): Promise<IndexStats> {
    const { kind, isDurable } = this.#store
    const { method } = this.#matching
    const model = method.learnt && { model: method.learnt() ?? null }
    return { kind, isDurable, options: this.header.options, ...(await this.#store.counts()), ...model }
  }

  /** Reclaims the space of removed documents. @returns bytes */
  async compact(): Promise<number> {
    return this.#store.compact()
  }

  /** Checks that all parts of the store agree. */
  problems(): AsyncIterable<StoreProblem> {
    return this.#store.problems()
  }

  /** Waits for running calls; refuses calls made after it. */
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

  protected override opened() {
    return { store: this.#store, matching: this.#matching, now: this.#now() }
  }

  async #addOrBad(given: unknown, onDuplicate: Prepared['onDuplicate']): Promise<AddResult> {
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
    return this.#queue.add(ready).finally(() => this.forgetSurvey())
  }
}

/**
 * Opens a collection; creates it if it does not exist. Omitted options are those it was created with.
 *
 * @throws NearsameError OPTIONS_MISMATCH if it was created with others, OPTION_VALUE, OPTION_UNKNOWN; those of the
 * store
 */
export async function openIndex(
  store: Store,
  options: IndexOptions & OpenOptions = {},
): Promise<TextIndex> {
  checkOpen(store, options)
  const { kernels, observer, now, heavy, ...given } = options
  const open = openSettings({ kernels, observer, now, heavy })
  const asked = resolveIndexOptions(given)
  const stored = await store.open(asked.header)
  try {
    const settings = settingsOf(stored, given)
    const method = await openMethod(settings, kernels)
    const passages =
      settings.passages && (await PassageTexts.open(settings.passages.least, settings.result, kernels))
    const matching = new Matching(settings, method, { ...open, passages })
    await useModel(store, matching)
    return new TextIndex(store, matching, open)
  } catch (error) {
    await store.close()
    throw error
  }
}
