/**
 * Memory store: a collection in typed arrays, for programs that rebuild it each time, for tests and for browsers.
 *
 * Cost: about 200 bytes per document beside its name and body, and with 25 postings, 200 to 500 more for these.
 */
import { Turns } from '../../ground/breath/turns.ts'
import { ClusterMembers } from './cluster-members.ts'
import { DocumentIndex } from './document-index.ts'
import { LinkLists } from './link-lists.ts'
import { absentBody, MemoryDocuments } from './memory-documents.ts'
import type {
  NumberedChange,
  Store,
  StoreChanges,
  StoredDocument,
  StoreHeader,
  StoreProblem,
  StoreReader,
  StoreWriter,
} from './store.ts'
import { storeProblems } from './store-problems.ts'

class MemoryStore implements Store, StoreWriter {
  readonly kind = 'memory'
  readonly isDurable = false
  readonly folder = undefined
  #header: StoreHeader | undefined
  #documents = new MemoryDocuments()
  #clusters = new ClusterMembers()
  #links = new LinkLists()
  #index = this.#indexOf(1)
  #changes: NumberedChange[] = []
  #values = new Map<string, Uint8Array>()
  #nextCluster = 1
  readonly #writes = new Turns()

  async open(header: StoreHeader): Promise<StoreHeader> {
    if (this.#header === undefined) {
      this.#header = header
      this.#index = this.#indexOf(header.agree)
    }
    return this.#header
  }

  async candidates(postings: readonly Uint32Array[]) {
    return postings.map(keys => this.#index.candidates(keys))
  }

  async holders(postings: Uint32Array, limit: number) {
    return Array.from(postings, key => this.#index.holders(key, limit))
  }

  async holderCounts(postings: Uint32Array) {
    return Array.from(postings, key => this.#index.holderCount(key))
  }

  async documents(numbers: readonly number[], { body }: { readonly body: boolean }) {
    return numbers.map(number => (this.#documents.has(number) ? this.#document(number, body) : undefined))
  }

  async numbersOf(names: readonly string[]) {
    return names.map(name => this.#index.numberOf(name))
  }

  async list(after: number, limit: number) {
    return this.#where(after, limit, () => true)
  }

  async expired({ addedBefore, expiresBy }: Parameters<StoreReader['expired']>[0], limit: number) {
    return this.#where(0, limit, number => {
      const expiresAt = this.#documents.expiresAt(number)
      return (
        (addedBefore !== null && this.#documents.addedAt(number) < addedBefore) ||
        (expiresBy !== null && expiresAt !== null && expiresAt <= expiresBy)
      )
    })
  }

  async members(clusters: readonly number[]) {
    return clusters.map(cluster => this.#clusters.members(cluster))
  }

  async clusters(after: number, limit: number, least: number) {
    return this.#clusters.list(after, limit, least)
  }

  async links(numbers: readonly number[]) {
    return this.#links.of(numbers)
  }

  async changes(after: number, limit: number) {
    return this.#changes.slice(after, after + limit)
  }

  async counts() {
    const { count, storedBytes, wastedBytes } = this.#documents
    return { documents: count, clusters: this.#clusters.count, storedBytes, wastedBytes }
  }

  async value(name: string) {
    return this.#values.get(name)
  }

  write<T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> {
    return this.#writes.take(() => work(this))
  }

  async compact() {
    this.#index.compact()
    return this.#documents.compact()
  }

  problems(): AsyncIterable<StoreProblem> {
    return storeProblems(this, this.#header?.agree ?? 1)
  }

  async drop() {
    this.#header = undefined
    this.#documents = new MemoryDocuments()
    this.#clusters = new ClusterMembers()
    this.#links = new LinkLists()
    this.#changes = []
    this.#values.clear()
  }

  close() {
    return this.#writes.idle()
  }

  async counters() {
    return {
      document: this.#documents.last + 1,
      cluster: this.#nextCluster,
      change: this.#changes.length + 1,
    }
  }

  /** Synchronous inside, so no reader sees a part of it. */
  async apply(changes: StoreChanges): Promise<void> {
    for (const number of changes.removed) {
      this.#clusters.remove(number)
      this.#links.removeAll(number)
      this.#documents.remove(number)
    }
    for (const link of changes.unlinked) this.#links.remove(link)
    for (const document of changes.added) {
      this.#documents.add(document)
      this.#clusters.add(document.number, document.cluster)
    }
    this.#index.apply(changes)
    for (const { number, cluster } of changes.moved) {
      this.#clusters.remove(number)
      this.#clusters.add(number, cluster)
    }
    for (const link of changes.linked) this.#links.add(link)
    for (const change of changes.changes)
      this.#changes.push({ ...change, number: this.#changes.length + 1 })
    for (const [name, value] of Object.entries(changes.values)) {
      if (value === null) this.#values.delete(name)
      else this.#values.set(name, value)
    }
    this.#nextCluster += changes.newClusters
  }

  #indexOf(agree: number): DocumentIndex {
    return new DocumentIndex(agree, number => this.#documents.name(number))
  }

  #document(number: number, withBody: boolean): StoredDocument {
    const document = { ...this.#documents.get(number), cluster: this.#clusters.of(number) }
    return withBody ? document : { ...document, body: absentBody }
  }

  #where(after: number, limit: number, isWanted: (number: number) => boolean): number[] {
    const found: number[] = []
    for (let number = after + 1; number <= this.#documents.last && found.length < limit; number++) {
      if (this.#documents.has(number) && isWanted(number)) found.push(number)
    }
    return found
  }
}

/**
 * A store that lives as long as the program.
 *
 * @example memoryStore().isDurable // => false
 */
export function memoryStore(): Store {
  return new MemoryStore()
}
