/**
 * Pairs among: the matching pairs among a few documents that are in memory, without a lookup in the store.
 *
 *     asked postings of each ─▶ later ones with enough of them ─▶ equal by hash, or measured
 *
 * The same pairs as lookups of the documents find among them.
 *
 * Ours: all of it. Cost: a set of the postings of each; of two documents those up to enough shared ones are compared,
 * and then the two are measured.
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
  const { agree } = matching.settings.header
  const postings = documents.map(({ sketch }) => new Set(sketch.postings))
  for (const [left, query] of documents.slice(0, -1).entries()) {
    const asked = new Set(matching.asked(query))
    const later: number[] = []
    for (let place = left + 1; place < documents.length; place++)
      if (hasShared(asked, postings[place], agree)) later.push(place)
    const others = later.map(place => documents[place])
    for (const [i, measured] of (await matching.compare(query, others)).entries())
      if (measured !== undefined) take(left, later[i], measured.similarity)
    await breath()
  }
}

function hasShared(asked: ReadonlySet<number>, others: ReadonlySet<number>, least: number): boolean {
  let shared = 0
  for (const posting of asked) if (others.has(posting) && ++shared >= least) return true
  return least === 0
}
