/** Passage query: a text whose passages are looked for, and the documents that may have them. */
import type { StoreReader } from '../../store/store.ts'
import type { Matching } from '../matching/matching.ts'
import { crowd, type PassageTexts } from '../matching/passage-texts.ts'

/** Documents read for one posting: all that have no postings of whole windows, with room for some false ones. */
export const mostHolders = crowd + 64

export interface PassageQuery {
  readonly store: StoreReader
  readonly matching: Matching
  readonly texts: PassageTexts
  readonly text: string
  readonly maxPlaces: number
  /** A document to leave out. */
  readonly except: number | undefined
}

/** The documents with each posting, without the one left out: the first `mostHolders`. */
export async function holdersOf(
  { store, except }: Pick<PassageQuery, 'store' | 'except'>,
  postings: Uint32Array,
): Promise<Uint32Array[]> {
  if (postings.length === 0) return []
  const lists = await store.holders(postings, mostHolders + (except === undefined ? 0 : 1))
  return lists.map(list => list.filter(number => number !== except).subarray(0, mostHolders))
}
