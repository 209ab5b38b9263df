/**
 * Retraining: learns the model of a method (`records`: weights and threshold) again from all texts of the collection,
 * and makes the clusters that follow. Between retrainings the model stays as it is, whatever is added.
 *
 * One write: others see the collection before it or after it. If there is another thread, it does the learning, and the
 * rest yields to the event loop now and then; meanwhile, checks use the old model.
 */

import { breather } from '../../../ground/breath/breath.ts'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { documentPages } from '../../store/pages.ts'
import type { StoredDocument, StoreWriter } from '../../store/store.ts'
import type { AbortSignalLike } from '../calls/call-values.ts'
import { unlessAborted } from '../calls/interrupt.ts'
import type { GivenText } from '../documents/given-document.ts'
import type { Matching } from '../matching/matching.ts'
import { Bundles, bundlesName } from './bundles.ts'
import { remakeClusters } from './remake.ts'

/** The name of the store's value that holds the model. */
const modelName = 'model'
const pageSize = 256

/** Loads the stored model into `matching`. */
export async function useModel(reader: Pick<StoreWriter, 'value'>, matching: Matching): Promise<void> {
  if (matching.method.use !== undefined) matching.use(await reader.value(modelName))
}

/**
 * @throws NearsameError TEXT_MISSING if texts are not kept; the reason of the signal, before anything is written:
 * everything stays as it was
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
  const bundles = await Bundles.open(writer, await writer.value(bundlesName))
  await remakeClusters(writer, trained, { clusterOf, bundles, at, values: { [modelName]: model }, signal })
  matching.use(model)
}

/** The texts and clusters of all documents, by number. */
async function allTexts(
  writer: StoreWriter,
  matching: Matching,
  signal: AbortSignalLike | undefined,
): Promise<{ clusterOf: Map<number, number>; texts: GivenText[] }> {
  const clusterOf = new Map<number, number>()
  const texts: GivenText[] = []
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

function textKept(matching: Matching, document: StoredDocument): GivenText {
  const { text, values } = matching.compared(document)
  if (text !== undefined) return { text, values }
  throw new NearsameError('TEXT_MISSING', {
    expected: 'a collection that keeps texts to learn from',
    got: 'one that does not',
    fix: 'create the collection with `storeText`, so that it keeps texts',
  })
}
