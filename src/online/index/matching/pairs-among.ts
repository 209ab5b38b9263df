/**
 * Pairs among: the matching pairs among a few documents that are in memory, without a lookup in the store.
 *
 *     asked postings of each ─▶ later ones with enough of them ─▶ equal by hash, or measured
 *
 * The same pairs as lookups of the documents find among them.
 *
 * Ours: all of it. Cost: the postings of all, and what shares enough of them is measured.
 */
import type { Breath } from '../../../ground/breath/breath.ts'
import type { Compared } from '../../../methods/contract/online-method.ts'
import type { Matching } from './matching.ts'

/** @param take gets the places of a pair, ascending, and its similarity */
export async function pairsAmong(
  matching: Matching,
  documents: readonly Compared[],
  { take, breath }: { take: (left: number, right: number, similarity: number) => void; breath: Breath },
): Promise<void> {
  const holders = new Map<number, number[]>()
  for (const [place, { sketch }] of documents.entries()) {
    for (const posting of sketch.postings) {
      const known = holders.get(posting)
      if (known === undefined) holders.set(posting, [place])
      else if (known[known.length - 1] !== place) known.push(place)
    }
  }
  for (const [left, query] of documents.slice(0, -1).entries()) {
    const later = laterWith(holders, matching.asked(query), left, matching.settings.header.agree)
    const others = later.map(place => documents[place])
    for (const [i, measured] of (await matching.compare(query, others)).entries())
      if (measured !== undefined) take(left, later[i], measured.similarity)
    await breath()
  }
}

/** The places behind `left` that have at least `agree` of these postings, ascending. */
function laterWith(
  holders: ReadonlyMap<number, readonly number[]>,
  asked: Uint32Array,
  left: number,
  agree: number,
): number[] {
  const shared = new Map<number, number>()
  for (const posting of new Set(asked)) {
    const places = holders.get(posting) ?? []
    for (let i = places.length - 1; i >= 0 && places[i] > left; i--)
      shared.set(places[i], (shared.get(places[i]) ?? 0) + 1)
  }
  return [...shared].flatMap(([place, count]) => (count >= agree ? [place] : [])).sort((a, b) => a - b)
}
