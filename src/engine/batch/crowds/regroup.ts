/** Regroup: candidates with rare groups of documents in place of some groups. */
import type { Candidates } from '../../cluster/candidates.ts'
import type { RareGroups } from '../join/rare-sets.ts'

/**
 * Pairs that share enough of the given groups and, if some of those are dropped, a rare group.
 *
 * A rare group stands for as many groups as candidates must share, numbered after the others: so one is enough, and the
 * groups of a document still ascend.
 *
 * Cost: 4 bytes a document, 4 for each of its groups and 4 for each group that a rare group stands for.
 *
 * @param isKept [groups + 1] 1 for each group that is kept, else 0
 */
export function regrouped(given: Candidates, isKept: Uint8Array, rareGroups: RareGroups): Candidates {
  const { agree, groups, starts, numbers } = given
  const count = starts.length - 1
  const ends = new Uint32Array(count + 1)
  for (let document = 0; document < count; document++) {
    for (let at = starts[document]; at < starts[document + 1]; at++) ends[document] += isKept[numbers[at]]
  }
  for (const document of rareGroups.documents) ends[document] += agree
  const newStarts = new Uint32Array(count + 1)
  for (let document = 0; document < count; document++) {
    newStarts[document + 1] = newStarts[document] + ends[document]
    ends[document] = newStarts[document]
  }
  const newNumbers = new Uint32Array(newStarts[count])
  for (let document = 0; document < count; document++) {
    for (let at = starts[document]; at < starts[document + 1]; at++) {
      if (isKept[numbers[at]] === 1) newNumbers[ends[document]++] = numbers[at]
    }
  }
  let last = groups
  for (let group = 0; group + 1 < rareGroups.starts.length; group++) {
    for (let i = 0; i < agree; i++) {
      last++
      for (let at = rareGroups.starts[group]; at < rareGroups.starts[group + 1]; at++)
        newNumbers[ends[rareGroups.documents[at]]++] = last
    }
  }
  return { agree, groups: last, starts: newStarts, numbers: newNumbers, within: { starts, numbers } }
}
