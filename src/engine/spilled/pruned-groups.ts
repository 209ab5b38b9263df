/**
 * Pruned groups: candidates from memberships that are read several times instead of being kept.
 *
 *     (document, group) ... ─▶ without documents that have too few groups for a candidate
 *                           ─▶ without groups that are then left with a single document
 *                           ─▶ ... ─▶ groups of each document
 *
 * What is dropped is in no candidate pair. REQUIRES: memberships come band by band, groups of later bands with higher
 * numbers, so that the groups of a document ascend.
 *
 * Ours: all of it. Cost: 5 bytes a document, 5 a group, and 4 for each membership that is left.
 */
import { release } from '../../ground/lists/release.ts'
import type { Candidates } from '../cluster/candidates.ts'

/** Memberships in pieces: document, group, document, group, ... Each call reads all of them again. */
export type Memberships = () => Iterable<Uint32Array>

/** Later passes drop little. */
const passes = 2

export function prunedGroups(
  count: number,
  groups: number,
  agree: number,
  memberships: Memberships,
): Candidates {
  const starts = new Uint32Array(count + 1)
  // 0: in no candidate; 1: a single document; 2: several
  const sizes = new Uint8Array(groups + 1).fill(2)
  countGroups(memberships, starts, sizes)
  for (let pass = 0; pass < passes && agree > 1; pass++) {
    sizes.fill(0)
    for (const piece of memberships()) {
      for (let at = 0; at < piece.length; at += 2) {
        const group = piece[at + 1]
        if (starts[piece[at]] >= agree && sizes[group] < 2) sizes[group]++
      }
    }
    countGroups(memberships, starts, sizes)
  }
  const takes = new Uint8Array(count)
  let end = 0
  for (let document = 0; document < count; document++) {
    const size = starts[document]
    starts[document] = end
    if (size < agree) continue
    takes[document] = 1
    end += size
  }
  const { renumbered, last } = renumber(sizes)
  const numbers = new Uint32Array(end)
  // Filling moves the start of each document to its end, which is the start of the next one.
  for (const piece of memberships()) {
    for (let at = 0; at < piece.length; at += 2) {
      const group = renumbered[piece[at + 1]]
      if (group !== 0 && takes[piece[at]] === 1) numbers[starts[piece[at]]++] = group
    }
  }
  starts.copyWithin(1, 0, count)
  starts[0] = 0
  release(renumbered)
  return { agree, groups: last, starts, numbers }
}

/** Sets `counts` [document] to its groups of several documents. */
function countGroups(memberships: Memberships, counts: Uint32Array, sizes: Uint8Array): void {
  counts.fill(0)
  for (const piece of memberships()) {
    for (let at = 0; at < piece.length; at += 2) if (sizes[piece[at + 1]] === 2) counts[piece[at]]++
  }
}

/** New numbers, from 1, of the groups of several documents; 0 for the others. */
function renumber(sizes: Uint8Array): { renumbered: Uint32Array<ArrayBuffer>; last: number } {
  const renumbered = new Uint32Array(sizes.length)
  let last = 0
  for (let group = 1; group < sizes.length; group++) if (sizes[group] === 2) renumbered[group] = ++last
  return { renumbered, last }
}
