/**
 * Pairs among: the matching pairs among a few documents that are in memory, without a lookup in the store.
 *
 *     asked postings of each ─▶ later ones with enough of them ─▶ equal by hash, or measured
 *
 * The same pairs as lookups of the documents find among them.
 *
 * Ours: all of it. Cost: the postings of each in order; of two documents those up to enough shared ones are
 * compared, and then the two are measured.
 */
import type { Breath } from '../../../ground/breath/breath.ts'
import type { Compared } from '../../../methods/contract/online-method.ts'
import { distinctAscending } from '../../postings/posting-index.ts'
import type { Matching } from './matching.ts'

/** @param take gets the places of a pair, ascending, and its similarity */
export async function pairsAmong(
  matching: Matching,
  documents: readonly Compared[],
  { take, breath }: { take: (left: number, right: number, similarity: number) => void; breath: Breath },
): Promise<void> {
  const { agree } = matching.settings.header
  const postings = documents.map(({ sketch }) => distinctAscending(sketch.postings))
  for (const [left, query] of documents.slice(0, -1).entries()) {
    const asked = distinctAscending(matching.asked(query))
    const later: number[] = []
    for (let place = left + 1; place < documents.length; place++)
      if (hasShared(asked, postings[place], agree)) later.push(place)
    const others = later.map(place => documents[place])
    for (const [i, measured] of (await matching.compare(query, others)).entries())
      if (measured !== undefined) take(left, later[i], measured.similarity)
    await breath()
  }
}

/** Whether two ascending lists have at least `least` values in common. */
function hasShared(a: Uint32Array, b: Uint32Array, least: number): boolean {
  let shared = 0
  for (let i = 0, j = 0; shared < least && i < a.length && j < b.length; ) {
    if (a[i] === b[j]) shared++
    if (a[i] <= b[j]) i++
    else j++
  }
  return shared >= least
}
