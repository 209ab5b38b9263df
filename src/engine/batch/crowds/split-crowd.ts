/**
 * Split crowd: divides documents of which few match into small rare groups of those that may.
 *
 *     document ─▶ for each size tier that may hold a match: the rarest shingles of its prefix
 *              ─▶ a hash for each (shingle, tier, tier) ─▶ each hash of two or more documents is a rare group
 *
 * Two matching documents share a rare group (`prefix-filter.ts`). A slot of two tiers is a rare group only if both have
 * a document in it. Slots are the first bits of hashes; comparing whole hashes separates documents that share one by
 * chance.
 *
 * Ours: the tiers; the rest is a prefix-filtered inverted index. Cost: 4 to 8 bytes for each entry, at most 128 MB,
 * and 8 for each entry that is left: few if shingles are rare.
 */
import { inBlocks, type Steps } from '../../../ground/breath/steps.ts'
import { IntList } from '../../../ground/lists/growing-lists.ts'
import { prefixLength } from '../../../texts/similarity/prefix-filter.ts'
import type { RareSets } from './rare-sets.ts'
import type { RareGroups } from './regroup.ts'
import { type SizeTiers, sizeTiers } from './size-tiers.ts'

const mostSlotBits = 27
const mostMembers = 2 ** 26
/** Maximum number of entries that are left: 512 MB. */
const mostKept = 2 ** 26

const setsAStep = 64

/** Bits of a slot. Two tiers: it has a document of the first, of the second. One tier: it has one, two or more. */
const seen = { first: 1, second: 2, one: 4, two: 8 }
const isRun = (flags: number) => flags >= seen.two || (flags & 3) === 3

/**
 * The rare groups, each ascending.
 *
 * @param documents document numbers, ascending; set i belongs to the i-th
 * @returns undefined if there are too many documents, or too many entries left to sort
 */
export function* splitCrowd(
  documents: Int32Array,
  sets: RareSets,
  threshold: number,
): Steps<RareGroups | undefined> {
  const count = documents.length
  if (count > mostMembers) return undefined
  const index = new PrefixIndex(sets, threshold)
  const { sides, hashes } = index
  const flags = new Uint8Array(2 ** index.bits)
  const shift = 32 - index.bits
  yield* index.each(count, (_, entries) => {
    for (let at = 0; at < entries; at++) {
      const slot = hashes[at] >>> shift
      const isAgain = sides[at] === seen.one && (flags[slot] & seen.one) !== 0
      flags[slot] |= isAgain ? seen.two : sides[at]
    }
  })
  let kept = 0
  yield* index.each(count, (_, entries) => {
    for (let at = 0; at < entries; at++) kept += +isRun(flags[hashes[at] >>> shift])
  })
  if (kept > mostKept) return undefined
  // A hash (with very many documents, its first bits) and a member make a whole number below 2^53.
  const room = 2 ** Math.max(21, Math.ceil(Math.log2(count)))
  const unread = room / 2 ** 21
  const pairs = new Float64Array(kept)
  yield* index.each(count, (set, entries) => {
    for (let at = 0; at < entries; at++) {
      if (isRun(flags[hashes[at] >>> shift])) pairs[--kept] = Math.floor(hashes[at] / unread) * room + set
    }
  })
  return rareGroupsOf(pairs.sort(), room, documents)
}

/** The hashes under which each set is listed. */
class PrefixIndex {
  /** Bits of a slot number. */
  readonly bits: number
  /** For the current set: the hash of each entry, and the bit that the set puts in its slot. */
  readonly hashes: Uint32Array
  readonly sides: Uint8Array
  readonly #sets: RareSets
  readonly #tiers: SizeTiers
  readonly #threshold: number

  constructor(sets: RareSets, threshold: number) {
    this.#sets = sets
    this.#threshold = threshold
    this.#tiers = sizeTiers(sets.sizes, threshold)
    let all = 0
    let most = 0
    for (let set = 0; set < sets.sizes.length; set++) {
      const entries = this.#entries(set)
      all += entries
      most = Math.max(most, entries)
    }
    this.bits = Math.min(mostSlotBits, Math.max(10, 2 + Math.ceil(Math.log2(all + 1))))
    this.hashes = new Uint32Array(most)
    this.sides = new Uint8Array(most)
  }

  /** The maximum number of entries of a set. */
  #entries(set: number): number {
    const { tierOf, least, partners } = this.#tiers
    const size = this.#sets.sizes[set]
    let count = 0
    for (const partner of partners[tierOf[set]])
      count += prefixLength(this.#threshold, size, least[partner])
    return count
  }

  /** Calls `use` for each of `count` sets, with its entries in `hashes` and `sides`. */
  each(count: number, use: (set: number, entries: number) => void): Steps<void> {
    return inBlocks(count, setsAStep, (from, to) => {
      for (let set = from; set < to; set++) use(set, this.#fill(set))
    })
  }

  #fill(set: number): number {
    const { tierOf, least, partners } = this.#tiers
    const { sizes, starts, members } = this.#sets
    const { hashes, sides } = this
    const own = tierOf[set]
    let filled = 0
    for (const partner of partners[own]) {
      // The prefix for the smallest set of the tier is long enough for all that can match.
      const end = Math.min(
        starts[set + 1],
        starts[set] + prefixLength(this.#threshold, sizes[set], least[partner]),
      )
      const side = partner === own ? seen.one : own < partner ? seen.first : seen.second
      const mix = Math.imul(own + partner + 1, 0x9e3779b1) ^ Math.imul(Math.max(own, partner), 0x85ebca6b)
      for (let at = starts[set]; at < end; at++) {
        hashes[filled] = mixed(members[at] ^ mix)
        sides[filled++] = side
      }
    }
    return filled
  }
}

/** Bijective mixing of 32 bits. */
function mixed(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x7feb352d)
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** The documents of each hash, each once; a hash of a single document is left out. */
function rareGroupsOf(pairs: Float64Array, room: number, documents: Int32Array): RareGroups {
  const starts = new IntList()
  starts.push(0)
  const members = new Int32Array(pairs.length)
  let end = 0
  let hash = -1
  for (const pair of pairs) {
    const own = Math.floor(pair / room)
    const document = documents[pair % room]
    if (own !== hash) {
      end = closed(starts, end)
      hash = own
    } else if (document === members[end - 1]) continue
    members[end++] = document
  }
  end = closed(starts, end)
  return { starts: starts.values.slice(0, starts.length), documents: members.slice(0, end) }
}

/** Ends the last group, or drops it if it has a single member. @returns where the next one begins */
function closed(starts: IntList, end: number): number {
  const first = starts.at(starts.length - 1)
  if (end - first < 2) return first
  starts.push(end)
  return end
}
