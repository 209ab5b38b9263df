/**
 * Judged clusters: the outcome of a clustering, changed as people decided. Works for every way of clustering.
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
 * Ours: all of it. Cost: 8 bytes a document; the documents whose survivor changes are measured. Error: none.
 */
import { grouped } from '../../ground/lists/grouped.ts'
import { type Columns, kinds, type Outcome, visiting } from '../batch/columns.ts'
import { measureBeside, pairKind } from '../batch/equal-signatures.ts'
import type { Verifier } from '../cluster/candidates.ts'
import { UnionFind } from '../cluster/union-find.ts'
import { type Judgements, twoSurvivors } from '../decisions/judgements.ts'

interface JudgedClusters {
  readonly judgements: Judgements
  readonly columns: Columns
  readonly order: Int32Array | undefined
  /** Measures any two documents, NaN if the method has no value for them. */
  readonly verifier: Verifier
  /** Measures the exact Jaccard, where it is reported beside. */
  readonly beside: Verifier
  /** Whether a value is that of a match. */
  readonly isMatch: (value: number) => boolean
  /** Whether a smaller value is nearer. */
  readonly isDistance: boolean
  /** Whether one link is enough for a cluster. */
  readonly linksClusters: boolean
}

/** Documents of one cluster to be. */
interface Part {
  readonly bundles: Set<number>
  readonly documents: number[]
  /** The first of the documents in visiting order. */
  first: number
}

/** The changed outcome. @throws NearsameError DECISIONS_CONFLICT for a cluster with two named survivors */
export async function judgedOutcome(before: Outcome, work: JudgedClusters): Promise<Outcome> {
  const { judgements, columns, order } = work
  const { rank } = visiting(columns.count, order)
  const survivor = before.survivor.slice()
  const judged = new Uint8Array(columns.count)
  for (const members of regions(before.survivor, judgements)) {
    members.sort((a, b) => rank[a] - rank[b])
    for (const part of await new Region(members, before.survivor, rank, work).parts()) {
      const kept = survivorOf(part, judgements)
      for (const document of part.documents) {
        if (survivor[document] !== kept) judged[document] = 1
        survivor[document] = kept
      }
    }
  }
  return measuredOutcome({ ...before, survivor }, judged, work)
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
  readonly #rank: Int32Array
  readonly #work: JudgedClusters
  readonly #parts: Part[] = []
  /** The part of each bundle that has one, by the first document of the bundle. */
  readonly #partOf = new Map<number, Part>()

  /** @param members in visiting order */
  constructor(members: Int32Array, before: Int32Array, rank: Int32Array, work: JudgedClusters) {
    this.#members = members
    this.#before = before
    this.#rank = rank
    this.#work = work
  }

  async parts(): Promise<readonly Part[]> {
    const { bundle } = this.#work.judgements
    const bundles = [...Map.groupBy(this.#members, document => bundle[document])]
    const hasSurvivor = bundles.map(([, documents]) =>
      documents.some(document => this.#before[document] === document),
    )
    const first = bundles.filter((_, i) => hasSurvivor[i])
    const others = bundles.filter((_, i) => !hasSurvivor[i])
    for (const [name, documents] of [...first, ...others]) await this.#place(name, documents)
    return this.#parts.filter(({ documents }) => documents.length > 0)
  }

  /** @param documents of the bundle `name`, in visiting order */
  async #place(name: number, documents: readonly number[]): Promise<void> {
    const { judgements, linksClusters } = this.#work
    const homes = new Set<Part>()
    for (const document of documents) {
      const home = this.#partOf.get(judgements.bundle[this.#before[document]])
      if (home !== undefined) homes.add(home)
    }
    const open = [...homes].filter(home => this.#isOpen(home, name))
    const nearest = open.length === 0 && homes.size > 0 ? await this.#nearest(name, documents) : undefined
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
    for (const name of names) {
      part.bundles.add(name)
      this.#partOf.set(name, part)
    }
    for (const document of documents) {
      part.documents.push(document)
      if (this.#rank[document] < this.#rank[part.first]) part.first = document
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

  /** The open part whose first document the first of these matches best; the earliest of equals. */
  async #nearest(name: number, [document]: readonly number[]): Promise<Part | undefined> {
    const { verifier, isMatch, isDistance } = this.#work
    const open = this.#parts.filter(part => part.documents.length > 0 && this.#isOpen(part, name))
    const firsts = Int32Array.from(open, ({ first }) => first)
    const values = await verifier.measure(new Int32Array(open.length).fill(document), firsts)
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

/** The outcome with kinds and similarities of the documents whose survivor changed. */
async function measuredOutcome(
  { survivor, ...before }: Outcome,
  judged: Uint8Array,
  { columns, verifier, beside }: JudgedClusters,
): Promise<Outcome> {
  const [kind, similarity] = [before.kind.slice(), before.similarity.slice()]
  const jaccard = before.jaccard?.slice()
  const documents = Int32Array.from(judged.keys()).filter(document => judged[document] === 1)
  const survivors = documents.map(document => survivor[document])
  const values = await verifier.measure(documents.slice(), survivors.slice())
  const jaccards = jaccard && (await measureBeside(columns, documents, survivors, beside))
  documents.forEach((document, i) => {
    kind[document] = pairKind(columns, document, survivors[i])
    similarity[document] = values[i]
    if (jaccard !== undefined && jaccards !== undefined) jaccard[document] = jaccards[i]
    if (kind[document] === kinds.kept) judged[document] = 0
  })
  return { survivor, kind, similarity, ...(jaccard && { jaccard }), judged }
}
