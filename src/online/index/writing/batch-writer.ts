/**
 * Batch writer: writes many waiting documents in one durable commit. A `Batch` decides the fate of each; the writer
 * gives out numbers and clusters, applies the changes and makes the results.
 */
import { breather } from '../../../ground/breath/breath.ts'
import type { StoredDocument, StoreWriter } from '../../store/store.ts'
import type { AddResult } from '../documents/index-types.ts'
import { markedBody } from '../documents/stored-body.ts'
import type { Matching } from '../matching/matching.ts'
import { withPassages } from '../matching/passage-texts.ts'
import { matchesOfStored } from '../reading/stored-matches.ts'
import { shownMatch } from './answers.ts'
import { Batch, type BatchResult, type Taken } from './batch.ts'
import { Bundles, bundlesName } from './bundles.ts'
import { planClusters } from './cluster-plan.ts'
import type { Prepared } from './intake.ts'
import { passagePostings } from './passage-postings.ts'
import { useModel } from './retrain.ts'
import { storedClustersOf } from './stored-clusters.ts'

/** An added document that stays, with its number in the batch and the one it gets. */
interface Numbered {
  readonly old: number
  readonly number: number
  readonly taken: Taken
}

export class BatchWriter {
  readonly #matching: Matching
  readonly #now: () => number

  constructor(matching: Matching, now: () => number) {
    this.#matching = matching
    this.#now = now
  }

  /**
   * @param remove stored documents to remove in the same write; `prepared` may then be empty
   * @returns a result for each of `prepared`; how many were written: not replaced within the batch or added before
   */
  async write(writer: StoreWriter, prepared: readonly Prepared[], remove: readonly number[] = []) {
    await useModel(writer, this.#matching)
    const { document: first, cluster: nextCluster } = await writer.counters()
    const batch = new Batch(this.#matching, { first, at: this.#now(), remove })
    await batch.read(writer, prepared)
    const decided: BatchResult[] = []
    const breath = breather()
    for (const [i, each] of prepared.entries()) {
      decided.push(await batch.decide(each, i))
      await breath()
    }
    const numbered = numberedOf(batch, first)
    const clusterOf = await this.#apply(writer, batch, numbered, nextCluster)
    return { results: await this.#shown(decided, batch, clusterOf), count: numbered.length }
  }

  /** @returns clusters of the batch's documents, by number in the batch, and of stored ones that moved */
  async #apply(
    writer: StoreWriter,
    { added, removed, clusterOf, at }: Batch,
    numbered: readonly Numbered[],
    nextCluster: number,
  ): Promise<ReadonlyMap<number, number>> {
    const stored = [...removed].filter(number => !added.has(number))
    for (const [number, cluster] of await storedClustersOf(writer, stored)) clusterOf.set(number, cluster)
    const gone = stored.filter(number => clusterOf.has(number))
    if (numbered.length === 0 && gone.length === 0) return new Map()
    const numbers = new Map(numbered.map(({ old, number }) => [old, number]))
    const bundles = Bundles.of(await writer.value(bundlesName))
    // A document that matches one cluster, and was itself not decided about, joins no two.
    const isJoining = ({ name, matches }: Taken) =>
      bundles.names(name) ||
      (bundles.parts && new Set(matches.map(match => clusterOf.get(match) ?? -match)).size > 1)
    if (!bundles.isEmpty && (gone.length > 0 || numbered.some(({ taken }) => isJoining(taken))))
      await bundles.locate(writer)
    const { clusterOf: clusterOfAdded, ...changes } = await planClusters(writer, {
      bundles,
      added: numbered.map(({ number, taken }) => ({
        number,
        name: taken.name,
        matches: taken.matches
          .filter(match => !removed.has(match))
          .map(match => numbers.get(match) ?? match),
        replaced: taken.replaced.filter(each => clusterOf.has(each)),
      })),
      removed: gone,
      clusterOf,
      nextCluster,
      at,
      matchesOf: numbers => matchesOfStored(writer, this.#matching, numbers, removed),
    })
    const postings = await passagePostings(
      writer,
      this.#matching.passages,
      numbered.map(({ taken }) => taken.prepared),
    )
    const documents = numbered.map(({ number, taken }, i) =>
      documentOf(taken, postings[i], {
        number,
        cluster: clusterOfAdded.get(number) as number,
        addedAt: at,
      }),
    )
    await writer.apply({ ...changes, added: documents, removed: gone, unlinked: [], values: {} })
    const now = new Map(changes.moved.map(({ number, cluster }) => [number, cluster]))
    for (const [i, { old }] of numbered.entries()) now.set(old, documents[i].cluster)
    return now
  }

  /** @param clusterOf from `#apply` */
  async #shown(
    decided: readonly BatchResult[],
    { heirs }: Batch,
    clusterOf: ReadonlyMap<number, number>,
  ): Promise<AddResult[]> {
    // A document replaced within the batch has no cluster; it shows that of its heir.
    const clusterNow = (number: number) => clusterOf.get(heirs.get(number) ?? number)
    const breath = breather()
    const results: AddResult[] = []
    for (const { result, found, number, cluster: before } of decided) {
      const matches = found.matches.map(match => {
        const now = clusterNow(match.number) ?? match.cluster
        return shownMatch({ ...match, cluster: now }, this.#matching.measure)
      })
      const cluster = number === undefined ? undefined : (clusterNow(number) ?? before)
      results.push({
        ...result,
        matches,
        ...(found.isCut && { matchesCut: true }),
        ...(cluster !== undefined && { cluster }),
      })
      await breath()
    }
    return results
  }
}

/** A document replaced within the batch gets no number, so that numbers have no gaps. */
function numberedOf({ added, removed }: Batch, first: number): Numbered[] {
  const kept = [...added].filter(([old]) => !removed.has(old))
  return kept.map(([old, taken], i) => ({ old, number: first + i, taken }))
}

function documentOf(
  { prepared, name, replaced }: Taken,
  passages: Uint32Array | undefined,
  placed: Pick<StoredDocument, 'number' | 'cluster' | 'addedAt'>,
): StoredDocument {
  const { query, expiresAt, mark } = prepared
  const sketch = passages === undefined ? query.sketch : withPassages(query.sketch, passages)
  const body =
    mark === undefined ? prepared.body : markedBody(prepared.body, mark.bytes, replaced.length > 0)
  return { ...placed, name, expiresAt, sketch, body }
}
