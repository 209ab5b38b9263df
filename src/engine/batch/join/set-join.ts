/**
 * Set join: groups in which all matching sets meet, from a few members of each set.
 *
 *     prefixes ─▶ entries (member, set, rank) ─partitioned by member, sorted─▶ runs of one member
 *              ─size and position filter─▶ groups, each list of sets once
 *
 * Two sets with a Jaccard of t or more share a member of both prefixes (`prefix-filter.ts`). For the first one they
 * share, at ranks p and q of sets of a and b members, what they share is at most
 *
 *     min(a - p, b - q),                                                                                     (1)
 *
 * so a run keeps only sets that have a partner with (1) large enough and of a fitting size. Containment has no bound
 * for the larger set: it enters a run with any member, as a set that only contains.
 *
 * Source: Bayardo, Ma, Srikant, "Scaling up all pairs similarity search", WWW 2007; Xiao, Wang, Lin, Yu, "Efficient
 * similarity joins for near duplicate detection", WWW 2008, for (1). Ours: partitions instead of an inverted index, so
 * no access leaves the cache; groups instead of pairs, so n equal sets cost n.
 * Cost: 8 bytes for each of at most 2^24 entries at once; about 30 ns an entry; 4 bytes for each that is left.
 * Error: none.
 */
import type { Steps } from '../../../ground/breath/steps.ts'
import { DistinctLists } from './distinct-lists.ts'
import type { RareGroups, RareSets } from './rare-sets.ts'
import { type Round, roundsOf, startsIn } from './rounds.ts'
import { outside, RunFilter, rankBits } from './run-filter.ts'

/** Entries in memory at once. */
const mostAtOnce = 2 ** 24
/** Entries of a partition: with the flags of their slots they stay in the second-level cache. */
const usualPartition = 2 ** 14
const slotBits = 16

interface JoinedSets {
  /** The members of each prefix, rarest first. */
  readonly prefixes: RareSets
  /** For containment: members of each set that are in the prefix of some set. */
  readonly others?: Pick<RareSets, 'starts' | 'members'>
}

/**
 * The groups, each of two documents or more, ascending.
 *
 * @param documents document numbers, ascending; set i belongs to the i-th
 */
export function* joinSets(
  documents: Int32Array,
  { prefixes, others }: JoinedSets,
  measure: 'jaccard' | 'containment',
  threshold: number,
): Steps<RareGroups> {
  const lists = new DistinctLists()
  const filter = new RunFilter(prefixes.sizes, { measure, threshold }, lists)
  const entries = new Entries(prefixes, others)
  for (const round of entries.rounds()) {
    const { keys, ends } = entries.taken(round)
    yield
    let from = 0
    for (const end of ends) {
      entries.eachRun(keys.subarray(from, end), filter)
      from = end
      yield
    }
  }
  return lists.finish(documents)
}

/** A key is rest of the member │ set │ rank: a whole number below 2^53. */
class Entries {
  readonly #prefixes: RareSets
  readonly #others: JoinedSets['others']
  readonly #partitionBits: number
  readonly #room: number
  /** [partitions] */
  readonly #sizes: Uint32Array
  readonly #flags = new Uint8Array(2 ** slotBits)

  constructor(prefixes: RareSets, others: JoinedSets['others']) {
    this.#prefixes = prefixes
    this.#others = others
    const all = prefixes.members.length + (others?.members.length ?? 0)
    const setBits = Math.ceil(Math.log2(prefixes.sizes.length + 1))
    const least = Math.max(1, setBits + rankBits + 32 - 53)
    this.#partitionBits = Math.min(20, Math.max(least, Math.ceil(Math.log2((all + 1) / usualPartition))))
    this.#room = 2 ** (setBits + rankBits)
    this.#sizes = new Uint32Array(2 ** this.#partitionBits)
    const shift = 32 - this.#partitionBits
    for (const { members } of this.#lists()) {
      for (let at = 0; at < members.length; at++) this.#sizes[members[at] >>> shift]++
    }
  }

  #lists(): readonly Pick<RareSets, 'starts' | 'members'>[] {
    return this.#others === undefined ? [this.#prefixes] : [this.#prefixes, this.#others]
  }

  /** As many partitions at once as there is room for. */
  rounds(): Generator<Round> {
    return roundsOf(this.#sizes, mostAtOnce)
  }

  /** The keys of a round, partition by partition, and where each ends. */
  taken(round: Round): { keys: Float64Array; ends: Uint32Array } {
    const { from, to } = round
    const next = startsIn(round, this.#sizes)
    const keys = new Float64Array(next[to - from - 1] + this.#sizes[to - 1])
    const shift = 32 - this.#partitionBits
    const rest = 2 ** shift - 1
    const room = this.#room
    for (const list of this.#lists()) {
      const { starts, members } = list
      const isOutside = list === this.#others
      for (let set = 0; set + 1 < starts.length; set++) {
        const scale = outside / (this.#prefixes.sizes[set] + 1)
        for (let at = starts[set], first = at; at < starts[set + 1]; at++) {
          const member = members[at]
          const partition = (member >>> shift) - from
          if (partition < 0 || partition >= next.length) continue
          const rank = isOutside ? outside : Math.floor((at - first) * scale)
          keys[next[partition]++] = (member & rest) * room + set * 2 ** rankBits + rank
        }
      }
    }
    return { keys, ends: next }
  }

  /** Gives every run of two sets or more to the filter. */
  eachRun(keys: Float64Array, filter: RunFilter): void {
    const repeated = this.#repeated(keys)
    sortWhole(repeated)
    const room = this.#room
    for (let from = 0; from < repeated.length; ) {
      const behind = (Math.floor(repeated[from] / room) + 1) * room
      let to = from + 1
      while (to < repeated.length && repeated[to] < behind) to++
      if (to - from > 1) filter.take(repeated, from, to, behind - room)
      from = to
    }
  }

  /** Moves the keys whose slot has another one to the front: a view. */
  #repeated(keys: Float64Array): Float64Array {
    const flags = this.#flags.fill(0)
    const scale = 2 ** (slotBits - 32 + this.#partitionBits) / this.#room
    for (let at = 0; at < keys.length; at++) {
      const slot = (keys[at] * scale) >>> 0
      flags[slot] = (flags[slot] << 1) | 1
    }
    let kept = 0
    for (let at = 0; at < keys.length; at++) {
      if (flags[(keys[at] * scale) >>> 0] > 1) keys[kept++] = keys[at]
    }
    return keys.subarray(0, kept)
  }
}

/** Sorts numbers of at least 0: their bits are in the same order, and sorting these needs no care for NaN. */
function sortWhole({ buffer, byteOffset, length }: Float64Array): void {
  new BigUint64Array(buffer, byteOffset, length).sort()
}
