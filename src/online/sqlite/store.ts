/** SQLite store: one user's view of a collection in a data directory. */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import type { Store, StoreHeader, StoreProblem, StoreWriter } from '../store/store.ts'
import type { SqliteCollection } from './collection.ts'
import { SqliteReadings } from './reading/readings.ts'

/** The open collections of a data directory, each opened once. */
export interface OpenCollections {
  /** Opens a collection, creating it if needed; the caller releases it. */
  acquire(name: string, header: StoreHeader): Promise<SqliteCollection>
  /** The last release closes the collection. */
  release(name: string, collection: SqliteCollection): Promise<void>
  /** Closes a collection for all users and removes it; undefined: whichever collection has the name. */
  drop(name: string, collection: SqliteCollection | undefined): Promise<void>
}

export class SqliteStore extends SqliteReadings implements Store {
  readonly kind = 'SQLite'
  readonly isDurable = true
  readonly #name: string
  readonly #collections: OpenCollections
  #collection: SqliteCollection | undefined

  constructor(name: string, collections: OpenCollections) {
    super(() => this.#opened())
    this.#name = name
    this.#collections = collections
  }

  get folder(): string {
    return this.#opened().folder
  }

  async open(header: StoreHeader): Promise<StoreHeader> {
    this.#collection ??= await this.#collections.acquire(this.#name, header)
    return this.#collection.header
  }

  async write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> {
    return this.#opened().write(work)
  }

  async compact(): Promise<number> {
    return this.#opened().compact()
  }

  problems(): AsyncIterable<StoreProblem> {
    return this.#opened().problems()
  }

  /** Also removes a collection that cannot be opened because its files are damaged. */
  async drop(): Promise<void> {
    const collection = this.#collection
    this.#collection = undefined
    await this.#collections.drop(this.#name, collection)
  }

  async close(): Promise<void> {
    const collection = this.#collection
    this.#collection = undefined
    if (collection !== undefined) await this.#collections.release(this.#name, collection)
  }

  #opened(): SqliteCollection {
    if (this.#collection?.isOpen === true) return this.#collection
    throw new NearsameError('STORE_UNAVAILABLE', {
      expected: `the collection ${this.#name} to be open`,
      got: 'a closed one',
      fix: 'call `open` first, and nothing after `close` or `drop`',
    })
  }
}
