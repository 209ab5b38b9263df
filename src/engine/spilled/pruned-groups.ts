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
 * Ours: all of it. Cost: 6 bytes a document, 5 a group, and 4 for each membership that is left.
 */
import { release } from '../../ground/lists/release.ts'
import { type Candidates, checkMemberships, mostMemberships } from '../cluster/candidates.ts'

/** Memberships in pieces: document, group, document, group, ... Each call reads all of them again. */
type Memberships = () => Iterable<Uint32Array>

/** Later passes drop little. */
const passes = 2

export interface PrunedGroups {
  readonly agree: number
  /** [count] groups of each document; 0 if they are too few for a candidate. */
  readonly sizes: Uint16Array<ArrayBuffer>
  /** [groups + 1] 1 for the groups that are left, by their number among all. */
  readonly isLeft: Uint8Array<ArrayBuffer>
  /** Memberships left. */
  readonly total: number
  readonly memberships: Memberships
}

export function pruneGroups(
  count: number,
  groups: number,
  agree: number,
  memberships: Memberships,
): PrunedGroups {
  const sizes = new Uint16Array(count) // at most the number of bands
  // Documents of a group: 0, 1, or 2 for several
  const members = new Uint8Array(groups + 1).fill(2)
  countGroups(memberships, sizes, members)
  for (let pass = 0; pass < passes && agree > 1; pass++) {
    members.fill(0)
    for (const piece of memberships()) {
      for (let at = 0; at < piece.length; at += 2) {
        const group = piece[at + 1]
        if (sizes[piece[at]] >= agree && members[group] < 2) members[group]++
      }
    }
    countGroups(memberships, sizes, members)
  }
  let total = 0
  for (let document = 0; document < count; document++) {
    if (sizes[document] < agree) sizes[document] = 0
    total += sizes[document]
  }
  for (let group = 0; group <= groups; group++) members[group] >>= 1
  members[0] = 0
  return { agree, sizes, isLeft: members, total, memberships }
}

/** Sets `sizes` [document] to its groups of several documents. */
function countGroups(memberships: Memberships, sizes: Uint16Array, members: Uint8Array): void {
  sizes.fill(0)
  for (const piece of memberships()) {
    for (let at = 0; at < piece.length; at += 2) if (members[piece[at + 1]] === 2) sizes[piece[at]]++
  }
}

/**
 * All candidates, in memory; the given arrays are released.
 *
 * @param most memberships
 * @throws NearsameError MEMORY_EXHAUSTED
 */
export function allCandidates(pruned: PrunedGroups, most = mostMemberships): Candidates {
  const { agree, sizes, isLeft, total, memberships } = pruned
  checkMemberships(total, most)
  const { renumbered, last } = renumber(isLeft)
  release(isLeft)
  const starts = startsOf(sizes)
  const numbers = new Uint32Array(total)
  // Filling moves the start of each document to its end, which is the start of the next one.
  for (const piece of memberships()) {
    for (let at = 0; at < piece.length; at += 2) {
      const group = renumbered[piece[at + 1]]
      if (group !== 0 && sizes[piece[at]] !== 0) numbers[starts[piece[at]]++] = group
    }
  }
  starts.copyWithin(1, 0, sizes.length)
  starts[0] = 0
  release(sizes)
  release(renumbered)
  return { agree, groups: last, starts, numbers }
}

/** [count + 1] where the groups of each document begin. */
function startsOf(sizes: Uint16Array): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(sizes.length + 1)
  for (let document = 0; document < sizes.length; document++)
    starts[document + 1] = starts[document] + sizes[document]
  return starts
}

/** New numbers, from 1, of the groups that are left; 0 for the others. */
function renumber(isLeft: Uint8Array): { renumbered: Uint32Array<ArrayBuffer>; last: number } {
  const renumbered = new Uint32Array(isLeft.length)
  let last = 0
  for (let group = 1; group < isLeft.length; group++) if (isLeft[group] === 1) renumbered[group] = ++last
  return { renumbered, last }
}
