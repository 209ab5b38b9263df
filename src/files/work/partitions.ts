/** Partitions: the members of prefixes as entries for `sortRuns`, divided by the first bits of the member. */
import type { RareSets } from '../../engine/batch/join/rare-sets.ts'
import { type Round, roundsOf, startsIn } from '../../engine/batch/join/rounds.ts'
import { outside } from '../../engine/batch/join/run-filter.ts'

/** Entries in memory at once. */
const mostAtOnce = 2 ** 21
/**
 * Mean number of entries of a partition. Rare shingles with the smallest hashes are in prefixes, so the first
 * partitions have four times as many; with their slots these stay in the second-level cache.
 */
const usualPartition = 2 ** 12

export class Partitions {
  readonly bits: number
  readonly #prefixes: RareSets
  /** [partitions] */
  readonly #sizes: Uint32Array

  constructor(prefixes: RareSets) {
    const { members } = prefixes
    this.#prefixes = prefixes
    this.bits = Math.min(16, Math.max(1, Math.ceil(Math.log2((members.length + 1) / usualPartition))))
    this.#sizes = new Uint32Array(2 ** this.bits)
    const shift = 32 - this.bits
    for (let at = 0; at < members.length; at++) this.#sizes[members[at] >>> shift]++
  }

  get largest(): number {
    return this.#sizes.reduce((most, size) => Math.max(most, size), 0)
  }

  /** Entries of the largest round. */
  get mostAtOnce(): number {
    return Math.max(this.largest, Math.min(mostAtOnce, this.#prefixes.members.length))
  }

  /** As many partitions at once as there is room for. */
  rounds(): Generator<Round> {
    return roundsOf(this.#sizes, mostAtOnce)
  }

  /** Writes the entries of a round, partition by partition. @returns where each ends */
  write(round: Round, entries: Uint32Array): Uint32Array {
    const { members, sizes, starts } = this.#prefixes
    const { from } = round
    const next = startsIn(round, this.#sizes)
    const shift = 32 - this.bits
    for (let set = 0; set < sizes.length; set++) {
      const scale = outside / (sizes[set] + 1)
      for (let at = starts[set], first = at; at < starts[set + 1]; at++) {
        const member = members[at]
        const partition = (member >>> shift) - from
        if (partition < 0 || partition >= next.length) continue
        const place = 2 * next[partition]++
        entries[place] = (set << 8) | Math.floor((at - first) * scale)
        entries[place + 1] = member
      }
    }
    return next
  }
}
