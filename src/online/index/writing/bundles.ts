/**
 * Bundles: the documents that people found to be the same, which each write keeps in one cluster, and those that they
 * found to be different, which no write puts into one.
 *
 *     value `reviews.bundles`   bundles of documents that are the same, by name, and for each those that stay apart
 *
 * It has only bundles of two or more, and those that stay apart from another: without a decision there is none, and a
 * write reads one value. With some, a write that may join or part clusters looks up where their documents are.
 *
 * Ours: all of it. Cost: about 60 bytes and a lookup a document that was decided about.
 */
import type { Judgements } from '../../../engine/decisions/judgements.ts'
import type { StoreReader } from '../../store/store.ts'
import { storedClustersOf } from './stored-clusters.ts'

/** The name of the store's value. */
export const bundlesName = 'reviews.bundles'

interface Bundle {
  readonly names: readonly string[]
  /** Places of the bundles that stay apart from it. */
  readonly apart: readonly number[]
}

/** @param names of the documents that the judgements number; null if nothing is decided */
export function bundlesValue(judgements: Judgements, names: readonly string[]): Uint8Array | null {
  const bundles = Map.groupBy(judgements.judged(), document => judgements.bundle[document])
  const telling = [...bundles].filter(
    ([bundle, documents]) => documents.length > 1 || judgements.enemiesOf(bundle).length > 0,
  )
  if (telling.length === 0) return null
  const places = new Map(telling.map(([bundle], place) => [bundle, place]))
  const value = telling.map(
    ([bundle, documents]): Bundle => ({
      names: documents.map(document => names[document]),
      apart: judgements.enemiesOf(bundle).map(each => places.get(each) as number),
    }),
  )
  return new TextEncoder().encode(JSON.stringify(value))
}

/** A document of a bundle. */
interface Mate {
  readonly number: number
  /** Undefined for one that is being added. */
  readonly cluster: number | undefined
}

export class Bundles {
  readonly #apart: readonly ReadonlySet<number>[]
  readonly #byName = new Map<string, number>()
  readonly #byNumber = new Map<number, number>()
  /** Its stored documents with their clusters, and those that are being added. */
  readonly #documents = new Map<number, Mate[]>()
  /** Bundles of which each cluster holds a document. */
  readonly #byCluster = new Map<number, Set<number>>()

  private constructor(bundles: readonly Bundle[]) {
    this.#apart = bundles.map(({ apart }) => new Set(apart))
    for (const [bundle, { names }] of bundles.entries())
      for (const name of names) this.#byName.set(name, bundle)
  }

  /** @param bytes `bundlesValue`; undefined: nothing is decided */
  static of(bytes: Uint8Array | null | undefined): Bundles {
    return new Bundles(bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as Bundle[]) : [])
  }

  /** The same, located. */
  static async open(reader: StoreReader, bytes: Uint8Array | null | undefined): Promise<Bundles> {
    const kept = Bundles.of(bytes)
    await kept.locate(reader)
    return kept
  }

  /** Whether nothing is decided. */
  get isEmpty(): boolean {
    return this.#apart.length === 0
  }

  /** Whether some documents stay apart. */
  get parts(): boolean {
    return this.#apart.some(({ size }) => size > 0)
  }

  /** Finds the stored documents; without it, each may be with any other, or without. */
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
      const cluster = clusterOf.get(number)
      this.#hold(number, bundle, cluster)
      if (cluster === undefined) continue
      const held = this.#byCluster.get(cluster)
      if (held === undefined) this.#byCluster.set(cluster, new Set([bundle]))
      else held.add(bundle)
    }
  }

  #hold(number: number, bundle: number, cluster?: number): void {
    this.#byNumber.set(number, bundle)
    const documents = this.#documents.get(bundle)
    if (documents === undefined) this.#documents.set(bundle, [{ number, cluster }])
    else documents.push({ number, cluster })
  }

  /** Whether a document of this name was decided about. */
  names(name: string): boolean {
    return this.#byName.has(name)
  }

  /** Gives a document that is being added the number it gets. */
  take(name: string, number: number): void {
    const bundle = this.#byName.get(name)
    if (bundle !== undefined) this.#hold(number, bundle)
  }

  /** Another document that is the same, the first that is not among those that go; undefined: none is. */
  mateOf(number: number, isGone: (number: number) => boolean): Mate | undefined {
    const documents = this.#documents.get(this.#byNumber.get(number) ?? -1)
    return documents?.find(mate => mate.number !== number && !isGone(mate.number))
  }

  /** Pairs of the documents that are the same, among these, which join each bundle. */
  *links(numbers: readonly number[]): Generator<readonly [number, number]> {
    const first = new Map<number, number>()
    for (const number of numbers) {
      const bundle = this.#byNumber.get(number)
      if (bundle === undefined) continue
      const before = first.get(bundle)
      if (before === undefined) first.set(bundle, number)
      else yield [before, number]
    }
  }

  /** The bundle that a document is of; undefined: it may be with any other. */
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

  /** Clusters that hold documents which are the same as some of others. */
  scattered(): number[] {
    return [...this.#documents.values()].flatMap(documents => {
      const clusters = new Set(documents.flatMap(({ cluster }) => cluster ?? []))
      return clusters.size > 1 ? [...clusters] : []
    })
  }

  /** Of these clusters, those with documents decided about, and the clusters of what stays apart from these. */
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
