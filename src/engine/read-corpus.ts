/** Reading of documents into a corpus, and the exact measures of its pairs. */
import type { Verifier } from '../batch/columns.ts'
import { keepFields } from '../batch/keep-order.ts'
import { Corpus } from './corpus.ts'
import { eachDocument, type GivenDocuments } from './document.ts'
import type { Engine } from './open-engine.ts'
import { ShingleSets } from './shingle-sets.ts'

/** @throws NearsameError OPTION_VALUE, TEXT_NOT_STRING, MEMORY_EXHAUSTED */
export async function readCorpus(
  { space, reader, settings }: Engine,
  ...sides: readonly GivenDocuments[]
): Promise<{ readonly corpus: Corpus; readonly counts: readonly number[] }> {
  const corpus = new Corpus(space, reader, keepFields(settings.result.keep))
  const counts: number[] = []
  for (const documents of sides) {
    const before = corpus.count
    await eachDocument(documents, document => corpus.add(document))
    counts.push(corpus.count - before)
  }
  corpus.finish()
  return { corpus, counts }
}

export function verifierOf({ space, reader, settings }: Engine, corpus: Corpus): Verifier {
  return new ShingleSets(space, corpus, reader.hasTokenRule, settings.result.measure)
}
