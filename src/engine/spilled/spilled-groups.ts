/**
 * Spilled groups: classes of equal texts and groups of equal keys, with hashes and keys that are not in memory.
 *
 *     columns, in parts ─share by share─▶ classes      keys of a band ─share by share─▶ memberships ─▶ candidates
 *
 * The results are those of `group-equal.ts` and `group-bands.ts`, whatever the shares.
 *
 * Ours: all of it. Cost: 9 bytes a document, and `roomBytes` for a share.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { release } from '../../ground/lists/release.ts'
import { inputOrder, visiting } from '../batch/columns.ts'
import type { Candidates } from '../cluster/candidates.ts'
import type { DividedCandidates, WordFile } from '../cluster/divided.ts'
import { bytesOfMembership, divideCandidates, mostOfBlock } from './candidate-blocks.ts'
import { EqualRows, type HashRows } from './equal-rows.ts'
import { KeyRun } from './key-run.ts'
import { allCandidates, type PrunedGroups, pruneGroups } from './pruned-groups.ts'

/** Columns that are read part by part. */
export interface SpilledColumns {
  readonly count: number
  readonly bands: number
  /** [count] of tokens, in memory. */
  readonly tokenCount: Uint32Array
  hashes(name: 'exact' | 'tokens'): Iterable<HashRows>
  /** The keys of a band. */
  keys(band: number): Iterable<HashRows>
}

/** Bytes for each document of a share. */
const bytesOfRow = 48
const bytesOfKey = 25
/** Memberships that are written together: 64 KiB. */
const membershipsAtOnce = 8192
/** Bytes of a membership if all of them are in memory, with those of groups whose crowds are split. */
const bytesInMemory = 16

/** The number of shares, as a power of two: hashes spread evenly, unless many documents are equal. */
function sharesOf(count: number, bytes: number, roomBytes: number): number {
  let bits = 0
  while (bits < 12 && (count / 2 ** bits) * bytes > roomBytes) bits++
  return bits
}

/** @param order as for `representatives` @returns what `representatives` and `exactTwins` return */
export async function spilledClasses(
  columns: SpilledColumns,
  order: Int32Array | undefined,
  roomBytes: number,
  rest: () => Promise<void>,
) {
  const { count, tokenCount } = columns
  const representative = inputOrder(count)
  const rank = order === undefined ? undefined : visiting(count, order).rank
  const group = async (name: 'exact' | 'tokens', isWanted: (document: number) => boolean) => {
    const bits = sharesOf(count, bytesOfRow, roomBytes)
    for (let share = 0; share < 2 ** bits; share++) {
      const rows = new EqualRows()
      for (const part of columns.hashes(name)) {
        rows.add(part, share, bits, isWanted)
        await rest()
      }
      rows.settle(representative, rank)
      await rest()
    }
  }
  await group('exact', () => true)
  const exactFirst = representative.slice()
  await group('tokens', document => exactFirst[document] === document && tokenCount[document] !== 0)
  const exactTwin = new Uint8Array(count)
  // The first of an exact class may itself have an earlier one.
  for (let document = 0; document < count; document++) {
    representative[document] = representative[representative[document]]
  }
  for (let document = 0; document < count; document++) {
    exactTwin[document] = +(exactFirst[document] === exactFirst[representative[document]])
  }
  release(exactFirst)
  return { representative, exactTwin }
}

/** How candidates are divided if they need more than `roomBytes`. */
interface Division {
  /** As for `representatives`. */
  readonly order: Int32Array | undefined
  readonly open: (name: string) => WordFile
  readonly roomBytes: number
}

/** Candidates that are pruned: in memory if there is room, or if they cannot be divided. */
export function candidatesIn(
  pruned: PrunedGroups,
  { order, open, roomBytes }: Division,
): Candidates | DividedCandidates {
  const mostMemberships = Math.min(mostOfBlock, Math.ceil(roomBytes / bytesOfMembership))
  if (pruned.total <= Math.min(mostOfBlock, roomBytes / bytesInMemory)) return allCandidates(pruned)
  return divideCandidates(pruned, { order, mostMemberships, open })
}

/** Groups of several documents. @param file an empty one, for memberships */
export async function spilledGroups(
  columns: SpilledColumns,
  representative: Int32Array,
  { agree, roomBytes }: { readonly agree: number; readonly roomBytes: number },
  file: WordFile,
  rest: () => Promise<void>,
): Promise<PrunedGroups> {
  const { count, bands, tokenCount } = columns
  const bits = sharesOf(count, bytesOfKey, roomBytes)
  const takes = new Uint8Array(count)
  for (let document = 0; document < count; document++)
    takes[document] = Number(representative[document] === document && tokenCount[document] !== 0)
  const run = new KeyRun()
  const waiting = new Uint32Array(2 * membershipsAtOnce)
  let filled = 0
  const write = () => {
    if (filled > 0) file.append(waiting.subarray(0, filled))
    filled = 0
  }
  const use = (document: number, group: number) => {
    waiting[filled++] = document
    waiting[filled++] = group
    if (filled === waiting.length) write()
  }
  let groups = 0
  for (let band = 0; band < bands; band++) {
    for (let share = 0; share < 2 ** bits; share++) {
      for (const { first, rows } of columns.keys(band)) {
        for (let at = 0, document = first; at < rows.length; at++, document++) {
          if (takes[document] === 0) continue
          const key = rows[at]
          if (bits > 0 && shareOfKey(key, bits) !== share) continue
          run.add(document, key)
        }
        await rest()
      }
      groups = run.settle(groups, use)
      if (groups >= 2 ** 32) throw tooManyGroups(groups)
      await rest()
    }
  }
  write()
  run.finish()
  release(takes)
  return pruneGroups(count, groups, agree, file.read)
}

/** Keys are hashes, but their first bits are those that the table uses: these are mixed otherwise. */
function shareOfKey(key: number, bits: number): number {
  return Math.imul(key ^ (key >>> 16), 0x85ebca6b) >>> (32 - bits)
}

function tooManyGroups(groups: number): NearsameError {
  return new NearsameError('MEMORY_EXHAUSTED', {
    expected: 'fewer than 2^32 groups of equal band keys',
    got: `${groups}`,
    fix: 'divide the input and deduplicate what is kept of its parts',
  })
}
