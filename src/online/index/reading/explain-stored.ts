/** Explains why two documents of a collection match or not, under its options. */

import type { Explanation } from '../../../engine/explain/explanation.ts'
import { explanationOf } from '../../../engine/explain/verdict.ts'
import type { DocumentId } from '../../../engine/library/document.ts'
import type { EngineOptions } from '../../../engine/library/settings.ts'
import { commonPassages } from '../../../engine/passages/common-passages.ts'
import { NearsameError } from '../../../ground/errors/nearsame-error.ts'
import { shown } from '../../../ground/options/resolve.ts'
import { decisionOf } from '../../../methods/options/chosen-method.ts'
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
  const { result } = matching.settings
  const comparison = await matching.comparison(left.text, right.text, kernels)
  const decision = decisionOf(result)
  const isDecided = decision === 'trials' || decision === 'pairs'
  const decided = isDecided ? { value: await decidedValue(matching, left.text, right.text) } : {}
  const passages = await commonPassages(left.text, right.text, {
    fold: result.fold,
    symbols: result.symbols,
  })
  return { a: left, b: right, ...explanationOf(result, comparison, decided), passages }
}

/** The similarity of two texts by trials, or by the method itself. */
async function decidedValue(matching: Matching, a: string, b: string): Promise<number | null> {
  const [query, other] = await matching.queries([a, b])
  const [measured] = await matching.compare(query, [other])
  return measured?.similarity ?? null
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
): Promise<Explanation['a']> {
  const stored = await storedOf(store, id)
  if (stored === undefined) {
    throw new NearsameError('DOCUMENT_NOT_FOUND', {
      expected: 'the id of a document',
      got: shown(id),
      fix: 'check the id; 0 and "0" differ',
    })
  }
  const { text } = matching.compared(stored)
  if (text === undefined) {
    throw new NearsameError('TEXT_MISSING', {
      expected: 'a collection that keeps texts',
      got: 'one that keeps only shingle sets',
      fix: 'create the collection with `storeText`, so that it keeps texts',
    })
  }
  return { id: idOf(stored.name) as string | number, at: `document ${stored.number}`, text }
}
