/**
 * Kept apart: the documents that people found to be different, which no write puts into one cluster.
 *
 *     value `reviews.apart`   bundles of documents that are the same, by name, and for each those that stay apart
 *
 * It has only the bundles that stay apart from another: without a decision "different" there is none, and a write reads
 * one value. With some, a write that may join clusters looks up where their documents are.
 *
 * Ours: all of it. Cost: about 60 bytes and a lookup a document that stays apart.
 */
import type { Judgements } from '../../../engine/decisions/judgements.ts'
import type { StoreReader } from '../../store/store.ts'
import { storedClustersOf } from './stored-clusters.ts'

/** The name of the store's value. */
export const apartName = 'reviews.apart'

interface Bundle {
  readonly names: readonly string[]
  /** Places of the bundles that stay apart from it. */
  readonly apart: readonly number[]
}

/** @param names of the documents that the judgements number; null if none stay apart */
export function apartValue(judgements: Judgements, names: readonly string[]): Uint8Array | null {
  const bundles = Map.groupBy(judgements.judged(), document => judgements.bundle[document])
  const parted = [...bundles].filter(([bundle]) => judgements.enemiesOf(bundle).length > 0)
  if (parted.length === 0) return null
  const places = new Map(parted.map(([bundle], place) => [bundle, place]))
  const value = parted.map(
    ([bundle, documents]): Bundle => ({
      names: documents.map(document => names[document]),
      apart: judgements.enemiesOf(bundle).map(each => places.get(each) as number),
    }),
  )
  return new TextEncoder().encode(JSON.stringify(value))
}

export class KeptApart {
  readonly #apart: readonly ReadonlySet<number>[]
  readonly #byName = new Map<string, number>()
  readonly #byNumber = new Map<number, number>()
  /** Bundles of which each cluster holds a document. */
  readonly #byCluster = new Map<number, Set<number>>()

  private constructor(bundles: readonly Bundle[]) {
    this.#apart = bundles.map(({ apart }) => new Set(apart))
    for (const [bundle, { names }] of bundles.entries())
      for (const name of names) this.#byName.set(name, bundle)
  }

  /** @param bytes `apartValue`; undefined: no documents stay apart */
  static of(bytes: Uint8Array | null | undefined): KeptApart {
    return new KeptApart(bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as Bundle[]) : [])
  }

  /** The same, located. */
  static async open(reader: StoreReader, bytes: Uint8Array | null | undefined): Promise<KeptApart> {
    const kept = KeptApart.of(bytes)
    await kept.locate(reader)
    return kept
  }

  /** Whether any documents may be together. */
  get isEmpty(): boolean {
    return this.#apart.length === 0
  }

  /** Finds the stored documents; without it, each may be with any other. */
  async locate(reader: StoreReader): Promise<void> {
    if (this.isEmpty) return
    const names = [...this.#byName.keys()]
    const numbers = await reader.numbersOf(names)
    const clusterOf = await storedClustersOf(
      reader,
      numbers.filter(number => number !== undefined),
    )
    for (const [i, name] of names.entries()) {
      const number = numbers[i]
      if (number === undefined) continue
      const bundle = this.#byName.get(name) as number
      this.#byNumber.set(number, bundle)
      const cluster = clusterOf.get(number)
      if (cluster === undefined) continue
      const held = this.#byCluster.get(cluster)
      if (held === undefined) this.#byCluster.set(cluster, new Set([bundle]))
      else held.add(bundle)
    }
  }

  /** Whether a document of this name stays apart from some. */
  names(name: string): boolean {
    return this.#byName.has(name)
  }

  /** Gives a document that is being added the number it gets. */
  take(name: string, number: number): void {
    const bundle = this.#byName.get(name)
    if (bundle !== undefined) this.#byNumber.set(number, bundle)
  }

  /** The bundle that a document holds; undefined: it may be with any other. */
  ofDocument(number: number): number | undefined {
    return this.#byNumber.get(number)
  }

  ofCluster(cluster: number): ReadonlySet<number> | undefined {
    return this.#byCluster.get(cluster)
  }

  /** Whether some of these bundles must not be with some of those. */
  areApart(some: ReadonlySet<number>, others: ReadonlySet<number>): boolean {
    const [few, many] = some.size < others.size ? [some, others] : [others, some]
    for (const bundle of few) if (!this.#apart[bundle].isDisjointFrom(many)) return true
    return false
  }

  /** Whether documents that stay apart are among these. */
  areTorn(numbers: readonly number[]): boolean {
    const held = new Set(numbers.flatMap(number => this.#byNumber.get(number) ?? []))
    return this.areApart(held, held)
  }

  /** Clusters that hold documents which stay apart. */
  torn(): number[] {
    return [...this.#byCluster].flatMap(([cluster, held]) => (this.areApart(held, held) ? [cluster] : []))
  }

  /** Of these clusters, those with documents that stay apart from some, and the clusters of these. */
  around(clusters: Iterable<number>): number[] {
    const bundles = new Set<number>()
    for (const cluster of clusters) {
      for (const bundle of this.#byCluster.get(cluster) ?? []) {
        for (const each of [bundle, ...this.#apart[bundle]]) bundles.add(each)
      }
    }
    return [...this.#byCluster].flatMap(([cluster, held]) =>
      held.isDisjointFrom(bundles) ? [] : [cluster],
    )
  }
}
