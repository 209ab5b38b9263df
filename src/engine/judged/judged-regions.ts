/**
 * Judged regions: survivors changed as people decided. Works for every way of clustering.
 *
 *     a region: clusters that share bundles of documents found to be the same
 *     for each bundle of a region, those with a survivor first, then in visiting order:
 *       joins the part where the survivor of one of its documents is, unless it must stay apart from one there
 *       else the part of the region whose first document it matches best
 *       else starts a part
 *     a part becomes a cluster: its survivor is the one a person named, else its first in visiting order
 *
 * So a decision `same` moves a document, and those that were removed for it, into another cluster. With `components` a
 * decision links like a match, so whole clusters become one. Clusters without a judged document stay as they are.
 *
 * Similarities are asked for, not measured here: the caller of the generator measures them, or has them.
 *
 * Ours: all of it. Cost: 8 bytes a document. Error: none.
 */
import { grouped } from '../../ground/lists/grouped.ts'
import { UnionFind } from '../cluster/union-find.ts'
import { type Judgements, twoSurvivors } from '../decisions/judgements.ts'

interface JudgedRegions {
  readonly judgements: Judgements
  /** [count] places of documents in visiting order. */
  readonly rank: Int32Array
  /** Whether a value is that of a match. */
  readonly isMatch: (value: number) => boolean
  /** Whether a smaller value is nearer. */
  readonly isDistance: boolean
  /** Whether one link is enough for a cluster. */
  readonly linksClusters: boolean
}

/** Pairs whose values are asked for. */
interface AskedPairs {
  readonly left: Int32Array
  readonly right: Int32Array
}

/** Asks for values of pairs, gets them in their order, NaN where there is none. */
type Asking<T> = Generator<AskedPairs, T, ArrayLike<number>>

/** Documents of one cluster to be. */
interface Part {
  readonly bundles: Set<number>
  readonly documents: number[]
  /** The first of the documents in visiting order. */
  first: number
}

/**
 * The changed survivors, and which documents they changed for.
 *
 * @param before [count] the survivor of each document
 * @throws NearsameError DECISIONS_CONFLICT for a cluster with two named survivors
 */
export function* judgedSurvivors(
  before: Int32Array,
  work: JudgedRegions,
): Asking<{ readonly survivor: Int32Array; readonly judged: Uint8Array }> {
  const { judgements, rank } = work
  const survivor = before.slice()
  const judged = new Uint8Array(before.length)
  for (const members of regions(before, judgements)) {
    members.sort((a, b) => rank[a] - rank[b])
    for (const part of yield* new Region(members, before, work).parts()) {
      const kept = survivorOf(part, judgements)
      for (const document of part.documents) {
        if (survivor[document] !== kept) judged[document] = 1
        survivor[document] = kept
      }
    }
  }
  return { survivor, judged }
}

/** The members of clusters that share bundles, for each region with a judged document. */
function regions(survivor: Int32Array, judgements: Judgements): Int32Array[] {
  const { bundle, count } = judgements
  const sets = new UnionFind(count)
  for (let document = 0; document < count; document++) {
    sets.union(document, survivor[document])
    sets.union(document, bundle[document])
  }
  const region = Int32Array.from({ length: count }, (_, document) => sets.find(document))
  const { starts, members } = grouped(region, count)
  const wanted = [...new Set(judgements.judged().map(document => region[document]))].sort((a, b) => a - b)
  return wanted.map(first => members.slice(starts[first], starts[first + 1]))
}

/** Divides one region into parts. */
class Region {
  readonly #members: Int32Array
  readonly #before: Int32Array
  readonly #work: JudgedRegions
  readonly #parts: Part[] = []
  /** The part of each bundle that has one, by the first document of the bundle. */
  readonly #partOf = new Map<number, Part>()

  /** @param members in visiting order */
  constructor(members: Int32Array, before: Int32Array, work: JudgedRegions) {
    this.#members = members
    this.#before = before
    this.#work = work
  }

  *parts(): Asking<readonly Part[]> {
    const { bundle } = this.#work.judgements
    const bundles = [...Map.groupBy(this.#members, document => bundle[document])]
    const hasSurvivor = bundles.map(([, documents]) =>
      documents.some(document => this.#before[document] === document),
    )
    const first = bundles.filter((_, i) => hasSurvivor[i])
    const others = bundles.filter((_, i) => !hasSurvivor[i])
    for (const [name, documents] of [...first, ...others]) yield* this.#place(name, documents)
    return this.#parts.filter(({ documents }) => documents.length > 0)
  }

  /** @param documents of the bundle `name`, in visiting order */
  *#place(name: number, documents: readonly number[]): Asking<void> {
    const { judgements, linksClusters } = this.#work
    const homes = new Set<Part>()
    for (const document of documents) {
      const home = this.#partOf.get(judgements.bundle[this.#before[document]])
      if (home !== undefined) homes.add(home)
    }
    const open = [...homes].filter(home => this.#isOpen(home, name))
    const nearest = open.length === 0 && homes.size > 0 ? yield* this.#nearest(name, documents) : undefined
    const part = open[0] ?? nearest ?? this.#newPart(documents[0])
    this.#move(part, [name], documents)
    if (linksClusters) for (const other of open.slice(1)) this.#join(part, other)
  }

  #newPart(first: number): Part {
    const part = { bundles: new Set<number>(), documents: [], first }
    this.#parts.push(part)
    return part
  }

  #move(part: Part, names: Iterable<number>, documents: readonly number[]): void {
    const { rank } = this.#work
    for (const name of names) {
      part.bundles.add(name)
      this.#partOf.set(name, part)
    }
    for (const document of documents) {
      part.documents.push(document)
      if (rank[document] < rank[part.first]) part.first = document
    }
  }

  /** Moves a part into another, unless some of their bundles must stay apart. */
  #join(part: Part, other: Part): void {
    if (![...other.bundles].every(name => this.#isOpen(part, name))) return
    this.#move(part, other.bundles, other.documents.splice(0))
  }

  #isOpen({ bundles }: Part, name: number): boolean {
    return this.#work.judgements.enemiesOf(name).every(enemy => !bundles.has(enemy))
  }

  /** The open part whose first document is most similar to `document`; ties: the earliest. */
  *#nearest(name: number, [document]: readonly number[]): Asking<Part | undefined> {
    const { isMatch, isDistance } = this.#work
    const open = this.#parts.filter(part => part.documents.length > 0 && this.#isOpen(part, name))
    const firsts = Int32Array.from(open, ({ first }) => first)
    const values = yield { left: new Int32Array(open.length).fill(document), right: firsts }
    const nearness = Array.from(values, value =>
      isMatch(value) ? (isDistance ? -value : value) : Number.NaN,
    )
    const best = nearness.reduce((at, value, i) => (value > (nearness[at] ?? -Infinity) ? i : at), -1)
    return open[best]
  }
}

/** @throws NearsameError DECISIONS_CONFLICT */
function survivorOf({ bundles, first }: Part, judgements: Judgements): number {
  const named = [...bundles].map(name => judgements.survivorOf(name)).filter(kept => kept !== undefined)
  if (named.length > 1) throw twoSurvivors(named.map(({ place }) => place))
  return named[0]?.document ?? first
}
