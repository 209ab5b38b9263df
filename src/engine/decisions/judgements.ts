/**
 * Judgements: the decisions of people about pairs, closed under "same", and checked for contradictions.
 *
 *     same(a, b), same(b, c)  ─▶  bundle {a, b, c};   different(c, d)  ─▶  bundles of c and d stay apart
 *
 * Two documents of one bundle are always in one cluster, two of bundles that stay apart never, and never a match.
 *
 * Ours: all of it. Cost: 4 bytes a document, about 100 a decision. Error: none.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { UnionFind } from '../cluster/union-find.ts'
import type { JudgedPair } from './given-decisions.ts'

/** The document that a person wants to keep. */
interface NamedSurvivor {
  readonly document: number
  readonly place: string
}

/** Pairs of documents by decision. */
interface Taught {
  readonly accepted: readonly (readonly [number, number])[]
  readonly rejected: readonly (readonly [number, number])[]
}

const shownPlaces = 6

export class Judgements {
  readonly count: number
  /** The pairs of `same`, in the order given. */
  readonly same: readonly JudgedPair[]
  /** The decisions as a method takes them that learns from them. */
  readonly taught: Taught
  /** [count] the first document of each document's bundle; its own number without decisions. */
  readonly bundle: Int32Array
  readonly #apart = new Set<number>()
  /** Bundles that stay apart from a bundle. */
  readonly #enemies = new Map<number, number[]>()
  readonly #survivors = new Map<number, NamedSurvivor>()

  /** @throws NearsameError DECISIONS_CONFLICT */
  constructor(pairs: readonly JudgedPair[], count: number) {
    this.count = count
    this.same = pairs.filter(({ isSame }) => isSame)
    const rowsOf = ({ left, right }: JudgedPair) => [left, right] as const
    this.taught = {
      accepted: this.same.map(rowsOf),
      rejected: pairs.filter(({ isSame }) => !isSame).map(rowsOf),
    }
    const sets = new UnionFind(count)
    for (const { left, right } of this.same) sets.union(left, right)
    this.bundle = Int32Array.from({ length: count }, (_, document) => sets.find(document))
    for (const pair of pairs) {
      if (pair.isSame) this.#nameSurvivor(pair)
      else this.#keepApart(pair)
    }
  }

  /** Whether the two must not match. */
  areApart(left: number, right: number): boolean {
    return this.#apart.has(this.#pairOf(this.bundle[left], this.bundle[right]))
  }

  /** Number of decisions that are not repeated. */
  get decisions(): number {
    return this.same.length + this.#apart.size
  }

  /** Whether a decision, perhaps through others, says if the two are the same. */
  areDecided(left: number, right: number): boolean {
    return this.bundle[left] === this.bundle[right] || this.areApart(left, right)
  }

  /** The bundles that must not share a cluster with this one. */
  enemiesOf(bundle: number): readonly number[] {
    return this.#enemies.get(bundle) ?? []
  }

  /** The document to keep of a bundle, if a person named it. */
  survivorOf(bundle: number): NamedSurvivor | undefined {
    return this.#survivors.get(bundle)
  }

  /** Documents that a decision names or binds, ascending. */
  judged(): number[] {
    const documents: number[] = []
    const inBundle = new Set(this.same.map(({ left }) => this.bundle[left]))
    for (let document = 0; document < this.count; document++) {
      const bundle = this.bundle[document]
      if (inBundle.has(bundle) || this.#enemies.has(bundle)) documents.push(document)
    }
    return documents
  }

  #pairOf(a: number, b: number): number {
    return Math.min(a, b) * this.count + Math.max(a, b)
  }

  #nameSurvivor({ left, survivor, place }: JudgedPair): void {
    if (survivor === undefined) return
    const bundle = this.bundle[left]
    if (this.bundle[survivor] !== bundle) {
      throw conflict('a survivor among documents that are the same', 'one that is not', [place])
    }
    const named = this.#survivors.get(bundle)
    if (named !== undefined && named.document !== survivor) throw twoSurvivors([named.place, place])
    if (named === undefined) this.#survivors.set(bundle, { document: survivor, place })
  }

  #keepApart({ left, right, place }: JudgedPair): void {
    const [a, b] = [this.bundle[left], this.bundle[right]]
    if (a === b) {
      const places = [...chainOf(this.same, left, right), place]
      throw conflict(
        'no pair to be both same and different',
        'decisions that contradict each other',
        places,
      )
    }
    const pair = this.#pairOf(a, b)
    if (this.#apart.has(pair)) return
    this.#apart.add(pair)
    for (const [from, to] of [
      [a, b],
      [b, a],
    ]) {
      const known = this.#enemies.get(from)
      if (known === undefined) this.#enemies.set(from, [to])
      else known.push(to)
    }
  }
}

/** @param places of the decisions that name them */
export function twoSurvivors(places: readonly string[]): NearsameError {
  return conflict('one survivor for each cluster', 'two', places)
}

function conflict(expected: string, got: string, places: readonly string[]): NearsameError {
  const more = places.length > shownPlaces ? `, and ${places.length - shownPlaces} more` : ''
  return new NearsameError('DECISIONS_CONFLICT', {
    expected,
    got,
    where: `${places.slice(0, shownPlaces).join(', ')}${more}`,
    fix: 'correct or remove one of these decisions',
  })
}

/** The places of the shortest chain of `same` that links two documents. */
function chainOf(same: readonly JudgedPair[], from: number, to: number): string[] {
  const links = new Map<number, { readonly other: number; readonly place: string }[]>()
  for (const { left, right, place } of same) {
    for (const [at, other] of [
      [left, right],
      [right, left],
    ]) {
      const known = links.get(at)
      if (known === undefined) links.set(at, [{ other, place }])
      else known.push({ other, place })
    }
  }
  const reached = new Map<number, readonly string[]>([[from, []]])
  for (const [at, places] of reached) {
    if (at === to) return [...places]
    for (const { other, place } of links.get(at) ?? []) {
      if (!reached.has(other)) reached.set(other, [...places, place])
    }
  }
  return []
}
