/**
 * Retraining: what a method learns from all texts of a collection (`records`: weights and threshold), learnt anew, and
 * the clusters that follow from it. Until then they stay as they are, whatever is added.
 *
 * One write: others see the collection before it or after it. What is learnt is learnt in another thread where there is
 * one, and the rest stops now and then, so that checks are answered meanwhile, by what was known before.
 */

import { breather } from '../../../ground/breath/breath.ts'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { documentPages } from '../../store/pages.ts'
import type { ClusterLink, StoredDocument, StoreWriter } from '../../store/store.ts'
import type { AbortSignalLike } from '../documents/call-options.ts'
import type { Matching } from '../matching/matching.ts'
import { matchesOfStored } from '../reading/stored-matches.ts'
import { planAllClusters } from './cluster-plan.ts'

/** The value of a store that has the model. */
const modelName = 'model'
const pageSize = 256

/** Decides by the model of the collection from now on. */
export async function useModel(reader: Pick<StoreWriter, 'value'>, matching: Matching): Promise<void> {
  if (matching.method.use !== undefined) matching.use(await reader.value(modelName))
}

/**
 * @throws NearsameError TEXT_MISSING where texts are not kept; the reason of the signal, before anything is written.
 * Leaves everything as it was then
 */
export async function retrain(
  writer: StoreWriter,
  matching: Matching,
  { at, signal }: { readonly at: number; readonly signal: AbortSignalLike | undefined },
): Promise<void> {
  if (matching.method.train === undefined) return
  const { clusterOf, texts } = await allTexts(writer, matching, signal)
  signal?.throwIfAborted()
  const model = await unlessAborted(matching.train(texts) as Uint8Array | Promise<Uint8Array>, signal)
  const trained = matching.withModel(model)
  const { cluster } = await writer.counters()
  const plan = await planAllClusters(writer, {
    ...{ clusterOf, at, nextCluster: cluster },
    matchesOf: numbers => {
      signal?.throwIfAborted()
      return matchesOfStored(writer, trained, numbers)
    },
  })
  const old = await writer.links([...clusterOf.keys()])
  const [linked, unlinked] = [without(plan.linked, old), without(old, plan.linked)]
  const { moved, changes, newClusters } = plan
  const values = { [modelName]: model }
  signal?.throwIfAborted()
  await writer.apply({ added: [], removed: [], moved, linked, unlinked, changes, newClusters, values })
  matching.use(model)
}

/** The texts of all documents by number, and the clusters these are in. */
async function allTexts(
  writer: StoreWriter,
  matching: Matching,
  signal: AbortSignalLike | undefined,
): Promise<{ clusterOf: Map<number, number>; texts: string[] }> {
  const clusterOf = new Map<number, number>()
  const texts: string[] = []
  const breath = breather()
  signal?.throwIfAborted()
  for await (const numbers of documentPages(writer, { size: pageSize })) {
    for (const document of await writer.documents(numbers, { body: true })) {
      if (document === undefined) continue
      clusterOf.set(document.number, document.cluster)
      texts.push(textKept(matching, document))
    }
    await breath()
    signal?.throwIfAborted()
  }
  return { clusterOf, texts }
}

/** Another thread that is at work is no longer waited for. */
async function unlessAborted<T>(work: T | Promise<T>, signal: AbortSignalLike | undefined): Promise<T> {
  if (signal === undefined) return work
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function textKept(matching: Matching, document: StoredDocument): string {
  const { text } = matching.compared(document)
  if (text !== undefined) return text
  throw new NearsameError('TEXT_MISSING', {
    expected: 'a collection that keeps texts, to learn from them',
    got: 'one that does not',
    fix: 'make the collection so that it keeps texts, with `storeText`',
  })
}

function without(links: readonly ClusterLink[], others: readonly ClusterLink[]): ClusterLink[] {
  const known = new Set(others.map(({ a, b }) => `${a} ${b}`))
  return links.filter(({ a, b }) => !known.has(`${a} ${b}`))
}
