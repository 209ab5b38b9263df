/** SQLite readings: the reading side of a store, over the reader and the index of an open collection. */
import { stat } from 'node:fs/promises'
import type { StoreReader } from '../../store/store.ts'
import { databaseFile } from '../file/schema.ts'
import type { SqliteIndex } from './postings.ts'
import type { SqliteReader } from './reader.ts'

export interface OpenCollection {
  readonly folder: string
  readonly reader: SqliteReader
  readonly index: SqliteIndex
}

export class SqliteReadings implements StoreReader {
  readonly #open: () => OpenCollection

  /** @param open returns the collection; throws if none is open */
  constructor(open: () => OpenCollection) {
    this.#open = open
  }

  async candidates(postings: readonly Uint32Array[]) {
    const { index } = this.#open()
    return postings.map(keys => index.candidates(keys))
  }

  async holders(postings: Uint32Array, limit: number) {
    const { index } = this.#open()
    return Array.from(postings, key => index.holders(key, limit))
  }

  async holderCounts(postings: Uint32Array) {
    const { index } = this.#open()
    return Array.from(postings, key => index.holderCount(key))
  }

  async documents(numbers: readonly number[], { body }: { readonly body: boolean }) {
    return this.#open().reader.documents(numbers, { body })
  }

  async numbersOf(names: readonly string[]) {
    const { index } = this.#open()
    return names.map(name => index.numberOf(name))
  }

  async list(after: number, limit: number) {
    return this.#open().reader.list(after, limit)
  }

  async expired(times: Parameters<StoreReader['expired']>[0], limit: number) {
    return this.#open().reader.expired(times, limit)
  }

  async members(clusters: readonly number[]) {
    const { reader } = this.#open()
    return clusters.map(cluster => reader.members(cluster))
  }

  async clusters(after: number, limit: number, least: number) {
    return this.#open().reader.clusters(after, limit, least)
  }

  async links(numbers: readonly number[]) {
    return this.#open().reader.links(numbers)
  }

  async changes(after: number, limit: number) {
    return this.#open().reader.changes(after, limit)
  }

  async value(name: string) {
    return this.#open().reader.value(name)
  }

  async counts() {
    const { reader } = this.#open()
    const { documents, clusters, removedBytes } = reader.counters
    const { free } = reader.sizes()
    const storedBytes = await this.storedBytes()
    const wastedBytes = Math.min(storedBytes, Math.max(free, removedBytes))
    return { documents, clusters, storedBytes, wastedBytes }
  }

  /** Bytes of all files of the collection. */
  protected async storedBytes(): Promise<number> {
    const { reader, folder } = this.#open()
    const { pages, snapshots } = reader.sizes()
    const log = await stat(`${databaseFile(folder)}-wal`).catch(() => undefined)
    return pages + snapshots + (log?.size ?? 0)
  }
}
