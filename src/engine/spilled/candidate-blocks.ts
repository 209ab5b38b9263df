/**
 * Candidate blocks: divides candidates that do not fit into memory, by one pass over the memberships.
 *
 *     (document, group) ... ─▶ a file for each block of documents ─one at a time─▶ candidates among them
 *
 * Ours: all of it. Cost: 7 bytes a document, 1 a group, and `bytesOfMembership` for each membership of one block.
 */
import { release } from '../../ground/lists/release.ts'
import type { CandidateBlock, DividedCandidates, WordFile } from '../cluster/divided.ts'
import { GroupNumbers } from './group-numbers.ts'
import type { PrunedGroups } from './pruned-groups.ts'

/** Bytes of a membership while its block is decided: its group, its place in the group, and the tables of groups. */
export const bytesOfMembership = 40

/** Memberships of a block, at most: its tables have up to eight words for each. */
export const mostOfBlock = 2 ** 28

/** Below 255, so that the number of a block, or "none", fits in a byte. */
const mostBlocks = 200
/** Words of memberships that are written together, for each block. */
const wordsAtOnce = 4096

interface Division {
  /** [count] document numbers in visiting order; undefined: input order. */
  readonly order: Int32Array | undefined
  /** Memberships of a block, at most, unless one document has more or the blocks would be too many. */
  readonly mostMemberships: number
  /** An empty file. */
  readonly open: (name: string) => WordFile
}

/** The document at a place in visiting order. */
type DocumentAt = (place: number) => number

/** The arrays of `pruned` belong to the result. */
export function divideCandidates(pruned: PrunedGroups, division: Division): DividedCandidates {
  const { sizes } = pruned
  const { order } = division
  const documentAt = (place: number) => (order === undefined ? place : order[place])
  const ends = endsOf(pruned, documentAt, division.mostMemberships)
  const blockOf = new Uint8Array(sizes.length)
  for (let block = 0, place = 0; block < ends.length; block++)
    for (; place < ends[block]; place++) blockOf[documentAt(place)] = block
  const { files, last } = writeBlocks(pruned, blockOf, ends.length, division.open)
  let mostGroups = 0
  for (const size of sizes) if (size > mostGroups) mostGroups = size
  return {
    ends,
    mostGroups,
    carried: division.open('carried'),
    load: block => loadBlock(pruned, blockOf, { block, file: files[block], last }),
  }
}

/** Where blocks end, so that each has about as many memberships as there is room for. */
function endsOf({ sizes, total }: PrunedGroups, documentAt: DocumentAt, mostMemberships: number): number[] {
  const most = Math.max(mostMemberships, Math.ceil(total / mostBlocks))
  const ends: number[] = []
  let filled = 0
  for (let place = 0; place < sizes.length; place++) {
    const size = sizes[documentAt(place)]
    if (filled > 0 && filled + size > most) {
      ends.push(place)
      filled = 0
    }
    filled += size
  }
  return [...ends, sizes.length]
}

/** Writes the memberships of each block. @returns `last` [groups + 1], the last block of each group, counted from 1 */
function writeBlocks(
  { sizes, isLeft: last, memberships }: PrunedGroups,
  blockOf: Uint8Array,
  blocks: number,
  open: Division['open'],
): { readonly files: readonly WordFile[]; readonly last: Uint8Array } {
  const files = Array.from({ length: blocks }, (_, block) => open(`block-${block}`))
  const waiting = files.map(() => new Uint32Array(wordsAtOnce))
  const filled = files.map(() => 0)
  const write = (block: number) => {
    if (filled[block] > 0) files[block].append(waiting[block].subarray(0, filled[block]))
    filled[block] = 0
  }
  for (const piece of memberships()) {
    for (let at = 0; at < piece.length; at += 2) {
      const document = piece[at]
      const group = piece[at + 1]
      if (last[group] === 0 || sizes[document] === 0) continue
      const block = blockOf[document]
      if (block + 1 > last[group]) last[group] = block + 1
      waiting[block][filled[block]++] = document
      waiting[block][filled[block]++] = group
      if (filled[block] === wordsAtOnce) write(block)
    }
  }
  for (let block = 0; block < blocks; block++) write(block)
  return { files, last }
}

function loadBlock(
  { agree, sizes }: PrunedGroups,
  blockOf: Uint8Array,
  { block, file, last }: { readonly block: number; readonly file: WordFile; readonly last: Uint8Array },
): CandidateBlock {
  const starts = new Uint32Array(sizes.length + 1)
  for (let document = 0; document < sizes.length; document++)
    starts[document + 1] = starts[document] + (blockOf[document] === block ? sizes[document] : 0)
  const total = starts[sizes.length]
  const numbers = new Uint32Array(total)
  const groups = new GroupNumbers(total / 2)
  for (const piece of file.read()) {
    for (let at = 0; at < piece.length; at += 2) numbers[starts[piece[at]]++] = groups.give(piece[at + 1])
  }
  starts.copyWithin(1, 0, sizes.length)
  starts[0] = 0
  const numberInRun = groups.inOrder()
  return {
    agree,
    groups: groups.count,
    starts,
    numbers,
    numberInRun,
    numberHere: group => groups.find(group),
    goesOn: group => last[group] > block + 1,
    release() {
      for (const array of [starts, numbers, numberInRun]) release(array)
      groups.release()
    },
  }
}
