/** Server index: a collection of a server behind the interface of a local index, with the same answers. */

import type { DocumentId } from '../../engine/library/document.ts'
import type { AddOptions } from '../../online/index/calls/add.ts'
import type { CheckOptions, CheckPassagesOptions } from '../../online/index/calls/check.ts'
import type { CollapseRequest } from '../../online/index/calls/collapse.ts'
import type { ExpireOptions } from '../../online/index/calls/expire.ts'
import type { ClusterPageOptions, PageOptions, PairPageOptions } from '../../online/index/calls/pages.ts'
import { nameOf } from '../../online/index/documents/given-document.ts'
import type { AddResult, GivenIndexDocument, IndexMatch } from '../../online/index/documents/index-types.ts'
import type { CheckedPassages } from '../../online/index/documents/passage-types.ts'
import type { CollectionClient } from '../../server/client/collection-client.ts'
import { CallGroup } from '../index-input/call-group.ts'
import type { IndexAccess, ShownStats } from './index-access.ts'

export class ServerIndex implements IndexAccess {
  readonly header: IndexAccess['header']
  readonly #collection: CollectionClient
  /** Aborts reads; changes are awaited. */
  readonly #signal: AbortSignal
  /** Groups of calls with the same options. */
  readonly #adds = new Map<string, CallGroup<GivenIndexDocument, AddResult>>()
  readonly #checks = new Map<string, CallGroup<string | GivenIndexDocument, readonly IndexMatch[]>>()

  constructor(
    collection: CollectionClient,
    options: IndexAccess['header']['options'],
    signal: AbortSignal,
  ) {
    this.#collection = collection
    this.header = { options }
    this.#signal = signal
  }

  add(document: GivenIndexDocument, options: AddOptions = {}): Promise<AddResult> {
    const adds = groupOf(this.#adds, JSON.stringify(options), {
      one: given => this.#collection.add(given, options),
      many: given => sound(this.#collection.addEach(given, options), result => result),
    })
    return adds.call(document)
  }

  checkPassages(
    text: string | GivenIndexDocument,
    options: CheckPassagesOptions = {},
  ): Promise<CheckedPassages> {
    return this.#collection.checkPassages(text, { ...options, signal: this.#signal })
  }

  /** The exception is applied here, because a request keeps all digits only for ids of documents. */
  async check(
    given: string | GivenIndexDocument,
    { except, limit, ...rest }: CheckOptions = {},
  ): Promise<readonly IndexMatch[]> {
    const own = except === undefined ? undefined : nameOf(except)
    const most = limit === undefined || own === undefined ? limit : limit + 1
    const options = { ...rest, limit: most }
    const asked = { ...options, signal: this.#signal }
    const checks = groupOf(this.#checks, JSON.stringify(options), {
      one: each => this.#collection.check(each, asked),
      many: texts => sound(this.#collection.checkEach(texts, asked), ({ matches }) => matches),
    })
    const matches = await checks.call(given)
    return own === undefined ? matches : matches.filter(({ id }) => nameOf(id) !== own).slice(0, limit)
  }

  /** In sequence, so that clusters change in that order. */
  async remove(ids: readonly DocumentId[]): Promise<number> {
    let removed = 0
    for (const id of ids) if (await this.#collection.remove(id)) removed++
    return removed
  }

  expire(options: ExpireOptions = {}): Promise<number> {
    return this.#collection.expire(options)
  }

  compact(): Promise<number> {
    return this.#collection.compact({ signal: this.#signal })
  }

  retrain(): Promise<void> {
    return this.#collection.retrain({ signal: this.#signal })
  }

  get(id: DocumentId) {
    return this.#collection.get(id, { signal: this.#signal })
  }

  pairs(page: PairPageOptions = {}) {
    return this.#collection.pairsPage({ ...page, signal: this.#signal })
  }

  clusters(page: ClusterPageOptions = {}) {
    return this.#collection.clustersPage({ ...page, signal: this.#signal })
  }

  changes(page: PageOptions = {}) {
    return this.#collection.changesPage({ ...page, signal: this.#signal })
  }

  collapse(request: CollapseRequest) {
    return this.#collection.collapse(request, { signal: this.#signal })
  }

  explain(a: DocumentId, b: DocumentId) {
    return this.#collection.explain(a, b, { signal: this.#signal })
  }

  /** The kind of store is the server's business. */
  async stats(): Promise<ShownStats> {
    const info = await this.#collection.info({ signal: this.#signal })
    const { options, documents, clusters, storedBytes = null, model } = info
    return {
      ...{ kind: null, isDurable: null, options, documents, clusters, storedBytes, wastedBytes: null },
      ...(model !== undefined && { model }),
    }
  }

  async close(): Promise<void> {
    for (const group of [...this.#adds.values(), ...this.#checks.values()]) await group.idle()
  }
}

function groupOf<I, R>(
  groups: Map<string, CallGroup<I, R>>,
  name: string,
  requests: ConstructorParameters<typeof CallGroup<I, R>>[0],
): CallGroup<I, R> {
  const group = groups.get(name) ?? new CallGroup(requests)
  groups.set(name, group)
  return group
}

/** The results of items not at fault; undefined for the others. */
async function* sound<T extends { readonly error?: unknown; readonly status?: string }, R>(
  results: AsyncIterable<T>,
  shown: (result: T) => R,
): AsyncGenerator<R | undefined> {
  for await (const result of results) {
    const isBad = 'status' in result ? result.status === 'bad' : result.error !== undefined
    yield isBad ? undefined : shown(result)
  }
}
