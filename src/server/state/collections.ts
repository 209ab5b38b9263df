/**
 * Collections: the open indexes of the server, by name.
 *
 *     absent ──create──▶ open ──remove──▶ absent
 *     listed by the catalogue ──opened at the start, or by a request for it──▶ open
 *     listed, damaged ──remove──▶ absent
 *
 * Creating and removing a collection of one name are serialized. Work in progress on a removed collection fails with
 * COLLECTION_NOT_FOUND. A request finds a collection that another server created on the same database.
 */
import { createHash } from 'node:crypto'
import { toJson } from '../../ground/json/exact-json.ts'
import type { IndexOptions } from '../../online/index/documents/index-types.ts'
import {
  checkStoredOptions,
  type IndexSettings,
  resolveIndexOptions,
} from '../../online/index/matching/index-settings.ts'
import type { OpenOptions } from '../../online/index/matching/open-options.ts'
import type { openIndex, TextIndex } from '../../online/index/text-index.ts'
import type { Catalogue, CollectionEntry } from '../../online/store/catalogue.ts'
import type { Store, StoreHeader } from '../../online/store/store.ts'
import {
  damaged,
  isDamage,
  isFullDisk,
  notFound,
  toldOfRemoval,
  unlessAbsent,
} from './collection-faults.ts'

export type OpenIndex = typeof openIndex

export interface Collection {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly index: TextIndex
  /** Paths of the fields whose values form the text. */
  readonly text: readonly string[]
  /** How the text is read from them. */
  readonly settings: IndexSettings
  /** Entity tag of the options, which never change. */
  readonly etag: string
}

interface Opened extends Collection {
  readonly store: Store
  /** Whether it was removed, or is being removed. */
  isRemoved: boolean
}

export class Collections {
  readonly #catalogue: Catalogue
  readonly #openIndex: OpenIndex
  readonly #openOptions: OpenOptions
  readonly #open = new Map<string, Opened>()
  /** The last pending change of each name. */
  readonly #changing = new Map<string, Promise<unknown>>()

  constructor(catalogue: Catalogue, openIndex: OpenIndex, openOptions: OpenOptions) {
    this.#catalogue = catalogue
    this.#openIndex = openIndex
    this.#openOptions = openOptions
  }

  /** Results of `work` for all open collections, unordered; skips those removed meanwhile. */
  async ofOpened<T>(work: (collection: Collection) => Promise<T>): Promise<T[]> {
    const given = [...this.#open.values()].map(collection => unlessAbsent(work(collection)))
    return (await Promise.all(given)).flat() as T[]
  }

  /** All names, in order; closes the collections that another server has removed. */
  async names(): Promise<readonly string[]> {
    const before = [...this.#open]
    const names = (await this.#catalogue.list()).map(({ name }) => name)
    for (const [name, collection] of before) {
      // A collection opened after the catalogue made its list is missing from it, too.
      const isSame = this.#open.get(name) === collection && !this.#changing.has(name)
      if (names.includes(name) || !isSame) continue
      this.#open.delete(name)
      await collection.index.close().catch(() => {})
    }
    return names.sort((a, b) => (a < b ? -1 : 1))
  }

  /** Opens all that the catalogue lists. @throws the first failure, after all have been tried */
  async openAll(): Promise<void> {
    const failures: unknown[] = []
    for (const { name } of await this.#catalogue.list()) {
      await this.get(name).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  }

  /** @throws NearsameError COLLECTION_NOT_FOUND, and as `openIndex` */
  async get(name: string): Promise<Collection> {
    const opened = this.#open.get(name)
    if (opened !== undefined) return opened
    return this.#alone(name, async () => {
      const now = this.#open.get(name)
      if (now !== undefined) return now
      const entry = await this.#catalogue.find(name)
      if (entry === undefined) throw notFound(name)
      return this.#opening(name, entry)
    })
  }

  /**
   * The collection of that name with these options; creates it if it does not exist.
   *
   * @param check may refuse, given the current state
   * @throws NearsameError OPTION_UNKNOWN, OPTION_VALUE, BANDS_UNREACHABLE; OPTIONS_MISMATCH where it has other options
   */
  async create(
    name: string,
    given: IndexOptions,
    check: (existing: Collection | undefined) => void,
  ): Promise<{ collection: Collection; isNew: boolean }> {
    const { header } = resolveIndexOptions(given, 'http')
    return this.#alone(name, async () => {
      const entry = this.#open.has(name) ? undefined : await this.#catalogue.find(name)
      const existing = this.#open.get(name) ?? (entry && (await this.#opening(name, entry)))
      check(existing)
      if (existing !== undefined) {
        const fix = `PUT the options that GET /v1/collections/${name} shows, or take another name`
        checkStoredOptions(existing.index.header, header, fix)
        return { collection: existing, isNew: false }
      }
      const collection = await this.#opening(name, undefined, given)
      return { collection, isNew: true }
    })
  }

  /**
   * Removes also a collection with unknown options: a damaged one, or one that a full disk keeps from opening.
   *
   * @throws NearsameError COLLECTION_NOT_FOUND
   */
  async remove(name: string, check: (existing: Collection | undefined) => void): Promise<void> {
    let reason: unknown
    const collection = await this.get(name).catch((error: unknown) => {
      if (!isDamage(error) && !isFullDisk(error)) throw error
      reason = error
    })
    await this.#alone(name, async () => {
      const opened = this.#open.get(name)
      if (opened !== collection) throw notFound(name)
      check(opened)
      if (opened === undefined) return this.#dropUnopened(name, reason)
      // Later requests wait for the removal.
      this.#open.delete(name)
      opened.isRemoved = true
      try {
        await opened.store.drop()
      } finally {
        await opened.index.close()
      }
    })
  }

  async #dropUnopened(name: string, reason: unknown): Promise<void> {
    // A store that cannot be opened may not be droppable, either.
    await this.#catalogue
      .store(name)
      .drop()
      .catch(() => {})
    if ((await this.#catalogue.find(name)) !== undefined) throw reason
  }

  /** Completes what has been acknowledged, then closes all. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#changing.values())
    const closings = [...this.#open.values()].map(({ index }) => index.close())
    this.#open.clear()
    await Promise.all(closings)
  }

  /** @param entry undefined: creates it */
  async #opening(name: string, entry: CollectionEntry | undefined, given?: IndexOptions): Promise<Opened> {
    const store = this.#catalogue.store(name)
    const index = await this.#openIndex(store, { ...given, ...this.#openOptions }).catch(
      (error: unknown) => {
        throw isDamage(error) ? damaged(name, error) : error
      },
    )
    const { createdAt } = entry ?? (await this.#catalogue.find(name)) ?? { createdAt: Date.now() }
    const settings = resolveIndexOptions(index.header.options)
    const opened: Opened = {
      name,
      createdAt,
      index: toldOfRemoval(index, () => (opened.isRemoved ? notFound(name) : undefined)),
      store,
      text: settings.text,
      settings,
      etag: etagOf(index.header),
      isRemoved: false,
    }
    this.#open.set(name, opened)
    return opened
  }

  /** Runs `work` after all pending changes of that name. */
  async #alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#changing.get(name) ?? Promise.resolve()
    const running = before.then(work, work)
    this.#changing.set(name, running)
    try {
      return await running
    } finally {
      if (this.#changing.get(name) === running) this.#changing.delete(name)
    }
  }
}

/** The entity tag of the options of a collection. */
function etagOf({ format, options }: StoreHeader): string {
  return `"${createHash('sha256').update(toJson({ format, options })).digest('base64url').slice(0, 22)}"`
}
