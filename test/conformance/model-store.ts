/** A store by definition: plain maps and linear searches. */
import type {
  ClusterLink,
  NumberedChange,
  StoreChanges,
  StoreCounters,
  StoredDocument,
} from '../../src/online/store/store.ts'

export class ModelStore {
  readonly agree: number
  readonly documents = new Map<number, StoredDocument>()
  links: ClusterLink[] = []
  readonly changes: NumberedChange[] = []
  readonly values = new Map<string, Uint8Array>()
  #nextDocument = 1
  #nextCluster = 1

  constructor(agree: number) {
    this.agree = agree
  }

  counters(): StoreCounters {
    return { document: this.#nextDocument, cluster: this.#nextCluster, change: this.changes.length + 1 }
  }

  apply(changes: StoreChanges): void {
    for (const number of changes.removed) this.documents.delete(number)
    const gone = new Set(changes.removed)
    this.links = this.links.filter(({ a, b }) => !gone.has(a) && !gone.has(b))
    for (const { a, b } of changes.unlinked) {
      this.links = this.links.filter(link => link.a !== a || link.b !== b)
    }
    for (const document of changes.added) this.documents.set(document.number, document)
    for (const { number, cluster } of changes.moved) {
      this.documents.set(number, { ...(this.documents.get(number) as StoredDocument), cluster })
    }
    this.links.push(...changes.linked)
    for (const change of changes.changes) this.changes.push({ ...change, number: this.changes.length + 1 })
    for (const [name, value] of Object.entries(changes.values)) {
      if (value === null) this.values.delete(name)
      else this.values.set(name, value)
    }
    this.#nextDocument += changes.added.length
    this.#nextCluster += changes.newClusters
  }

  numbers(): number[] {
    return [...this.documents.keys()].sort((a, b) => a - b)
  }

  /** Documents that share at least `agree` different postings. */
  candidates(postings: Uint32Array): number[] {
    const wanted = new Set(postings)
    return this.numbers().filter(number => {
      const own = new Set(this.documents.get(number)?.sketch.postings)
      return [...own].filter(key => wanted.has(key)).length >= this.agree
    })
  }

  holders(key: number): number[] {
    return this.numbers().filter(number => this.documents.get(number)?.sketch.postings.includes(key))
  }

  clusters(): Map<number, number[]> {
    const found = new Map<number, number[]>()
    for (const number of this.numbers()) {
      const { cluster } = this.documents.get(number) as StoredDocument
      found.set(cluster, [...(found.get(cluster) ?? []), number])
    }
    return new Map([...found].sort(([a], [b]) => a - b))
  }

  linksOf(numbers: readonly number[]): ClusterLink[] {
    return this.links
      .filter(({ a, b }) => numbers.includes(a) || numbers.includes(b))
      .sort((x, y) => x.a - y.a || x.b - y.b)
  }
}
