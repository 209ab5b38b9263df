/** Joined candidates: all pairs at the threshold, and few others, from the shingle sets themselves. */
import { breathing } from '../../ground/breath/steps.ts'
import { turnedInSteps } from '../../ground/lists/grouped.ts'
import type { RareGroups } from '../batch/join/rare-sets.ts'
import { joinSets } from '../batch/join/set-join.ts'
import { type Candidates, checkMemberships } from '../cluster/candidates.ts'
import { gathered, without } from '../columns/chunks.ts'
import type { Ports } from './measuring.ts'

/**
 * Candidates among which are all matching pairs of representatives. Their texts are read again, for containment twice.
 *
 * @param representative from `representatives`
 * @throws what the ports throw
 */
export async function joinedCandidates(ports: Ports, representative: Int32Array): Promise<Candidates> {
  const { columns, rare, rest, result } = ports
  const { measure, threshold } = result
  columns.chunks = without(columns.chunks, ['keys'])
  const tokenCount = gathered(columns, columns.count, 'tokenCount')
  const documents = representative.filter(
    (first, document) => first === document && tokenCount[document] > 0,
  )
  const prefixes = await rare.read(documents, threshold)
  const faster = measure === 'jaccard' ? ports.joinRuns(documents, prefixes, threshold) : undefined
  if (faster !== undefined) return candidatesOf(columns.count, await breathing(faster, rest), rest)
  const others = measure === 'containment' ? await rare.among(documents, prefixes.members) : undefined
  const sets = { prefixes, ...(others && { others }) }
  const groups = await breathing(joinSets(documents, sets, measure, threshold), rest)
  return candidatesOf(columns.count, groups, rest)
}

/** @param count documents */
async function candidatesOf(
  count: number,
  { starts, documents }: RareGroups,
  rest: Ports['rest'],
): Promise<Candidates> {
  checkMemberships(documents.length)
  const groups = starts.length - 1
  const lists = await breathing(turnedInSteps({ starts, members: documents }, count), rest)
  // Groups are numbered from 1.
  const numbers = new Uint32Array(lists.members.length)
  for (let at = 0; at < numbers.length; at++) numbers[at] = lists.members[at] + 1
  return { agree: 1, groups, starts: Uint32Array.from(lists.starts), numbers }
}
