/** Run filter: the sets of one run that may match another one of it, as lists. */
import { leastShared, prefixLength } from '../../../texts/similarity/prefix-filter.ts'
import { inputOrder } from '../columns.ts'
import type { DistinctLists } from './distinct-lists.ts'

/** Ranks are stored in 256 steps, rounded down. */
export const rankBits = 8
/** The rank of a member outside the prefix, known only to be in the set. */
export const outside = 2 ** rankBits - 1

/** Runs up to this length are compared pair by pair. */
const fewSets = 12
/** Maximum number of pairs of a small and a containing set that are listed one by one. */
const mostPairs = 2 ** 22

/** Sets of a run whose sizes differ little. */
interface Tier {
  readonly least: number
  most: number
  readonly places: number[]
}

/** The largest size of a tier to the smallest, at most: few tiers hold a match of a set. */
const tierRatio = (threshold: number) => Math.max(1.05, threshold ** -0.2)

interface Matching {
  readonly measure: 'jaccard' | 'containment'
  readonly threshold: number
}

export class RunFilter {
  readonly #sizes: Uint32Array
  readonly #matching: Matching
  readonly #lists: DistinctLists
  /** The sets of the run, ascending, and the ranks of its member in them, rounded down. */
  #sets = new Int32Array(64)
  #ranks = new Float64Array(64)
  #count = 0
  #pairs = 0

  /** @param sizes [sets] */
  constructor(sizes: Uint32Array, matching: Matching, lists: DistinctLists) {
    this.#sizes = sizes
    this.#matching = matching
    this.#lists = lists
  }

  /** Takes the run `keys` [from, to), ascending; `base` is subtracted, which leaves 256 * set + rank. */
  take(keys: Float64Array, from: number, to: number, base: number): void {
    if (to - from > this.#sets.length) {
      this.#sets = new Int32Array(2 * (to - from))
      this.#ranks = new Float64Array(2 * (to - from))
    }
    this.#count = 0
    let last = -1
    for (let at = from; at < to; at++) {
      const key = keys[at] - base
      const set = Math.floor(key / (outside + 1))
      if (set === last) continue // two shingles with one low half, or a member of the prefix again
      last = set
      const rank = key % (outside + 1)
      this.#sets[this.#count] = set
      this.#ranks[this.#count++] =
        rank === outside ? Number.POSITIVE_INFINITY : Math.floor((rank * (this.#sizes[set] + 1)) / outside)
    }
    if (this.#count < 2) return
    if (this.#matching.measure === 'containment') this.#addContained()
    else if (this.#count <= fewSets) this.#addPartners()
    else this.#addTiers()
  }

  /** The sets that have a partner. */
  #addPartners(): void {
    const count = this.#count
    let partners = 0
    for (let a = 0; a + 1 < count; a++) {
      for (let b = a + 1; b < count; b++) {
        if ((partners >>> a) & (partners >>> b) & 1) continue
        if (this.#mayMatch(a, b)) partners |= (1 << a) | (1 << b)
      }
    }
    if (partners === 0) return
    this.#lists.add(this.#sets.subarray(0, count).filter((_, place) => (partners >>> place) & 1))
  }

  /** Size and position filter. */
  #mayMatch(a: number, b: number): boolean {
    const sizeA = this.#sizes[this.#sets[a]]
    const sizeB = this.#sizes[this.#sets[b]]
    const { threshold } = this.#matching
    if (Math.min(sizeA, sizeB) / Math.max(sizeA, sizeB) < threshold) return false
    const most = Math.min(sizeA - this.#ranks[a], sizeB - this.#ranks[b])
    return most >= leastShared(threshold, sizeA, sizeB)
  }

  /** Of each two narrow tiers of sizes that may match, the sets whose rank leaves enough members to share. */
  #addTiers(): void {
    const sizes = this.#sizes
    const { threshold } = this.#matching
    const sets = this.#sets
    const bySize = inputOrder(this.#count).sort((a, b) => sizes[sets[a]] - sizes[sets[b]] || a - b)
    const tiers: Tier[] = []
    for (const place of bySize) {
      const size = sizes[sets[place]]
      const last = tiers.at(-1)
      if (last !== undefined && size <= last.least * tierRatio(threshold)) {
        last.places.push(place)
        last.most = size
      } else tiers.push({ least: size, most: size, places: [place] })
    }
    const reaching = ({ places }: Tier, least: number) =>
      places.filter(place => this.#ranks[place] < prefixLength(threshold, sizes[sets[place]], least))
    for (const [i, tier] of tiers.entries()) {
      for (let j = i; j < tiers.length && tier.most / tiers[j].least >= threshold; j++) {
        const some = reaching(tier, tiers[j].least)
        const others = i === j ? [] : reaching(tiers[j], tier.least)
        if (i === j ? some.length < 2 : some.length === 0 || others.length === 0) continue
        this.#lists.add(Int32Array.from([...some, ...others], place => sets[place]).sort())
      }
    }
  }

  /** The small sets together, and each with the larger ones that may contain it. */
  #addContained(): void {
    const sets = this.#sets.subarray(0, this.#count)
    const sizes = this.#sizes
    const small = sets.filter((_, place) => Number.isFinite(this.#ranks[place]))
    const least = small.reduce((size, set) => Math.min(size, sizes[set]), Number.POSITIVE_INFINITY)
    const large = sets.filter((set, place) => !Number.isFinite(this.#ranks[place]) && sizes[set] >= least)
    const pairs = small.length * large.length
    if (8 * pairs > (small.length + large.length) ** 2 || this.#pairs + pairs > mostPairs) {
      const all = sets.filter((set, place) => Number.isFinite(this.#ranks[place]) || sizes[set] >= least)
      if (small.length > 0 && all.length > 1) this.#lists.add(all)
      return
    }
    if (small.length > 1) this.#lists.add(small)
    for (const a of small) {
      for (const b of large) {
        if (sizes[b] < sizes[a]) continue
        if (this.#lists.add(a < b ? Int32Array.of(a, b) : Int32Array.of(b, a))) this.#pairs++
      }
    }
  }
}
