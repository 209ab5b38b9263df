/** Explains why two documents of a collection match or not, under its options. */

import type { Explanation } from '../../../engine/explain/explanation.ts'
import { explanationOf } from '../../../engine/explain/verdict.ts'
import type { DocumentId } from '../../../engine/library/document.ts'
import type { EngineOptions } from '../../../engine/library/settings.ts'
import { commonPassages } from '../../../engine/passages/common-passages.ts'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { shown } from '../../../ground/options/resolve.ts'
import type { Compared } from '../../../methods/contract/online-method.ts'
import { isByMethod } from '../../../methods/options/decision.ts'
import type { StoredDocument, StoreReader } from '../../store/store.ts'
import { idOf, nameAsked } from '../documents/given-document.ts'
import type { Matching } from '../matching/matching.ts'

/** @throws NearsameError DOCUMENT_NOT_FOUND, TEXT_MISSING */
export async function explainStored(
  store: StoreReader,
  matching: Matching,
  [a, b]: readonly [DocumentId, DocumentId],
  kernels: EngineOptions['kernels'],
): Promise<Explanation> {
  const left = await explained(store, matching, a)
  const right = await explained(store, matching, b)
  const { decision, result } = matching.settings
  const comparison = await matching.comparison(left.named.text, right.named.text, kernels)
  const decided = isByMethod(decision) ? await decidedBy(matching, left.compared, right.compared) : {}
  const passages = await commonPassages(left.named.text, right.named.text, {
    fold: result.fold,
    symbols: result.symbols,
  })
  return {
    a: left.named,
    b: right.named,
    ...explanationOf(matching.settings, comparison, decided),
    passages,
  }
}

/** The similarity of two documents by trials, or by the method itself; and of columns, why. */
async function decidedBy(matching: Matching, a: Compared, b: Compared) {
  const [measured] = await matching.compare(a, [b])
  return { value: measured?.similarity ?? null, byColumns: matching.method.explained?.(a, b) }
}

/** The stored document with this id, with its body. */
export async function storedOf(store: StoreReader, id: DocumentId): Promise<StoredDocument | undefined> {
  const [number] = await store.numbersOf([nameAsked(id)])
  if (number === undefined) return undefined
  const [document] = await store.documents([number], { body: true })
  return document
}

async function explained(
  store: StoreReader,
  matching: Matching,
  id: DocumentId,
): Promise<{ named: Explanation['a']; compared: Compared }> {
  const stored = await storedOf(store, id)
  if (stored === undefined) {
    throw new NearsameError('DOCUMENT_NOT_FOUND', {
      expected: 'the id of a document',
      got: shown(id),
      fix: 'check the id; 0 and "0" differ',
    })
  }
  const compared = matching.compared(stored)
  const { text } = compared
  if (text === undefined) {
    throw new NearsameError('TEXT_MISSING', {
      expected: 'a collection that keeps texts',
      got: 'one that keeps only shingle sets',
      fix: 'create the collection with `storeText`, so that it keeps texts',
    })
  }
  const named = { id: idOf(stored.name) as string | number, at: `document ${stored.number}`, text }
  return { named, compared }
}
