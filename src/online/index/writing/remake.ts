/** Remaking: makes clusters again from the matches of their documents, after a retraining or a decision. */
import { breather } from '../../../ground/breath/breath.ts'
import type { ClusterLink, StoreChanges, StoreReader, StoreWriter } from '../../store/store.ts'
import type { AbortSignalLike } from '../calls/call-values.ts'
import type { Matching } from '../matching/matching.ts'
import { matchesOfStored, storedMatches } from '../reading/stored-matches.ts'
import type { Bundles } from './bundles.ts'
import { planAllClusters } from './cluster-plan.ts'

/** Documents per lookup. */
const step = 64
/** Best matches of a document that are joined in the order of all; the rest joins what is left. */
const mostClosest = 64

interface Remade extends Pick<StoreChanges, 'values'> {
  /** The cluster of every document of the clusters. */
  readonly clusterOf: ReadonlyMap<number, number>
  readonly bundles: Bundles
  readonly at: number
  readonly signal?: AbortSignalLike | undefined
}

/** Writes the clusters together with `values`. @throws the reason of the signal, before anything is written */
export async function remakeClusters(
  writer: StoreWriter,
  matching: Matching,
  { clusterOf, bundles, at, values, signal }: Remade,
): Promise<void> {
  const { cluster } = await writer.counters()
  const plan = await planAllClusters(writer, {
    ...{ clusterOf, bundles, at, nextCluster: cluster },
    matchesOf: numbers => {
      signal?.throwIfAborted()
      return matchesOfStored(writer, matching, numbers)
    },
    closest: numbers => closestOf(writer, matching, numbers, signal),
  })
  const old = await writer.links([...clusterOf.keys()])
  const [linked, unlinked] = [without(plan.linked, old), without(old, plan.linked)]
  const { moved, changes, newClusters } = plan
  signal?.throwIfAborted()
  await writer.apply({ added: [], removed: [], moved, linked, unlinked, changes, newClusters, values })
}

/** The best matches of each document among these, the best of all first. */
async function closestOf(
  reader: StoreReader,
  matching: Matching,
  numbers: readonly number[],
  signal: AbortSignalLike | undefined,
): Promise<ClusterLink[]> {
  const isAmong = new Set(numbers)
  const links: (ClusterLink & { readonly similarity: number })[] = []
  const breath = breather()
  for (let from = 0; from < numbers.length; from += step) {
    signal?.throwIfAborted()
    const stored = await reader.documents(numbers.slice(from, from + step), { body: true })
    const documents = stored.filter(document => document !== undefined)
    const queries = documents.map(document => matching.queryOf(document))
    const lists = await storedMatches(reader, matching, queries, mostClosest)
    for (const [i, { number: a }] of documents.entries()) {
      for (const { number: b, similarity } of lists[i])
        if (isAmong.has(b)) links.push({ a: Math.min(a, b), b: Math.max(a, b), similarity })
    }
    await breath()
  }
  const sign = matching.method.isDistance ? 1 : -1
  return links.sort((x, y) => sign * (x.similarity - y.similarity) || x.a - y.a || x.b - y.b)
}

function without(links: readonly ClusterLink[], others: readonly ClusterLink[]): ClusterLink[] {
  const known = new Set(others.map(({ a, b }) => `${a} ${b}`))
  return links.filter(({ a, b }) => !known.has(`${a} ${b}`))
}
