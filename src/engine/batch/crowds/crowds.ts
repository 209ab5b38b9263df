/**
 * Crowds: hot groups of documents of which few match, such as texts that share a long footer and little else.
 *
 * If most members of a group match each other, clustering measures each against few survivors. In a crowd nearly all
 * survive, and n documents would meet in n * n / 2 pairs. So rare groups replace crowds: documents that share a rare
 * shingle of their prefixes, as all matching documents do: the groups of exact recall (`set-join.ts`), of few texts.
 *
 *     groups ─▶ hot ones ─sample─▶ crowds ─read again─▶ rare shingles ─▶ rare groups
 *
 * The rare groups replace all groups, large or small, whose documents are all in crowds.
 *
 * What is found stays the same. Rare groups may still be crowds, of texts that differ just too much to match: unless
 * they save half of the pairs, all groups stay as they are.
 *
 * Ours: all of it but the prefix filter. Cost: one pass over the memberships; documents of crowds are read again, a few
 * thousand of them several times, and need 4 bytes for each shingle of a prefix, about a fifth of all. Error: none.
 */
import { breathing } from '../../../ground/breath/steps.ts'
import { evenly } from '../../../ground/lists/evenly.ts'
import { IntList } from '../../../ground/lists/growing-lists.ts'
import type { Candidates } from '../../cluster/candidates.ts'
import type { RareShingles } from '../join/rare-sets.ts'
import { joinSets } from '../join/set-join.ts'
import { CrowdScale, type ScaleSettings } from './crowd-scale.ts'
import { type HotGroup, hotGroups } from './hot-groups.ts'
import { regrouped } from './regroup.ts'

interface CrowdsWork extends ScaleSettings {
  readonly rare: RareShingles
  /** Maximum bytes for the shingles of all documents in crowds. */
  readonly roomBytes: number
}

/** Bytes of a shingle that is read, joined and grouped. */
const bytesOfShingle = 24
/** Documents whose shingles tell how many there are. */
const weighed = 256

/** Reading a text again and sorting its shingles costs about as much as a few hundred bounds of pairs. */
const leastPairs = 512
/** Measured pairs are dearer, so fewer cost as much. */
const leastHot = leastPairs / 4
/** In each crowd of a document, which is in several. */
const leastInCrowd = leastHot / 4
/** With more documents a sample is tried first, because reading all of them in vain would cost more. */
const mostUntried = 16_384
const tried = 4096

/** Candidates that still include every matching pair. @throws what the verifier and the reader throw */
export async function splitCrowds(work: CrowdsWork): Promise<Candidates> {
  const { candidates, split, threshold } = work
  if (threshold <= 0) return candidates // matching texts need not share anything
  const hot = hotGroups(candidates, leastHot, split)
  if (hot.length === 0) return candidates
  const scale = new CrowdScale(work)
  const { crowds, cost } = await scale.crowdsOf(hot, leastInCrowd)
  const documents = membersOf(crowds, candidates.starts.length - 1)
  if (cost < leastPairs * documents.length || !(await hasRoom(work, documents))) return candidates
  const rareGroupsOf = async (some: Int32Array, share = 1) => {
    const prefixes = await work.rare.read(some, threshold)
    const rareGroups = await breathing(
      joinSets(some, { prefixes }, 'jaccard', threshold),
      work.bounds?.rest,
    )
    return (await scale.isLess(rareGroups, cost / 2, leastPairs, share)) ? rareGroups : undefined
  }
  if (documents.length > mostUntried) {
    const some = evenly(documents, tried)
    if ((await rareGroupsOf(some, tried / documents.length)) === undefined) return candidates
  }
  const rareGroups = await rareGroupsOf(documents)
  return rareGroups ? regrouped(candidates, groupsBeyond(documents, candidates), rareGroups) : candidates
}

async function hasRoom(
  { rare, roomBytes, threshold }: CrowdsWork,
  documents: Int32Array,
): Promise<boolean> {
  if (roomBytes === Number.POSITIVE_INFINITY) return true
  const some = evenly(documents, weighed)
  const { members } = await rare.read(some, threshold)
  return (bytesOfShingle * members.length * documents.length) / some.length <= roomBytes
}

/** [groups + 1] 1 for each group with a document besides these, whose matches among each other share rare groups. */
function groupsBeyond(documents: Int32Array, { groups, starts, numbers }: Candidates): Uint8Array {
  const isBeyond = new Uint8Array(groups + 1)
  let next = 0
  for (let document = 0; document + 1 < starts.length; document++) {
    if (documents[next] === document) next++
    else for (let at = starts[document]; at < starts[document + 1]; at++) isBeyond[numbers[at]] = 1
  }
  return isBeyond
}

/** Documents of all crowds, ascending. */
function membersOf(crowds: readonly HotGroup[], count: number): Int32Array {
  const isMember = new Uint8Array(count)
  for (const { members } of crowds) for (const document of members) isMember[document] = 1
  const documents = new IntList()
  for (let document = 0; document < count; document++)
    if (isMember[document] === 1) documents.push(document)
  return documents.values.slice(0, documents.length)
}
