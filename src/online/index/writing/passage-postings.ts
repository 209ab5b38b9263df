/**
 * Passage postings: those of the documents of a write. A document whose fingerprint stands in a crowd already also gets
 * postings of the whole windows that take it.
 *
 * So a document without these is always one of the first `crowd` with the fingerprint: when it came there were fewer,
 * all with lower numbers, and removals only bring it forward.
 */
import type { StoreWriter } from '../../store/store.ts'
import { crowd, type PassageTexts } from '../matching/passage-texts.ts'
import type { Prepared } from './intake.ts'

/** @param texts undefined if the collection finds no passages @returns undefined for each document then */
export async function passagePostings(
  writer: StoreWriter,
  texts: PassageTexts | undefined,
  documents: readonly Pick<Prepared, 'query' | 'passages'>[],
): Promise<(Uint32Array | undefined)[]> {
  if (texts === undefined) return documents.map(() => undefined)
  const holders = await holdersBefore(writer, documents)
  return documents.map(({ query, passages = new Uint32Array() }) => {
    const crowded = new Set(passages.filter(posting => (holders.get(posting) ?? 0) >= crowd))
    for (const posting of passages) holders.set(posting, (holders.get(posting) ?? 0) + 1)
    if (crowded.size === 0) return passages
    const whole = texts.crowdedPostings(query.text ?? '', posting => crowded.has(posting))
    const both = new Uint32Array(passages.length + whole.length)
    both.set(passages)
    both.set(whole, passages.length)
    return both
  })
}

/** For each posting the number of stored documents with it, up to `crowd`. */
async function holdersBefore(
  writer: StoreWriter,
  documents: readonly Pick<Prepared, 'passages'>[],
): Promise<Map<number, number>> {
  const stored = (await writer.counters()).document - 1
  const postings = new Set<number>()
  for (const { passages = [] } of documents) for (const posting of passages) postings.add(posting)
  if (stored + documents.length <= crowd || postings.size === 0) return new Map()
  const asked = Uint32Array.from(postings)
  const lists = await writer.holders(asked, crowd)
  return new Map(Array.from(asked, (posting, i) => [posting, lists[i].length]))
}
