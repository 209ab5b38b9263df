/**
 * Rarity: the order of shingles used by prefix filters, by their counts in a sample of the sets.
 *
 *     shingle ─▶ the upper 20 bits of its low half name a counter ─▶ (class of its count, low half): rarer ones first
 *
 * A class is the number of bits of a count: what occurs half as often is rarer, smaller differences are chance.
 *
 * Shingles that share a counter count as more frequent than they are, and two that share a low half as one that is in
 * the set twice. Neither loses a pair: any order works, and a repeated member occurs twice in a row.
 *
 * Ours: all of it. Cost: 4 MiB of counters; a few nanoseconds a shingle to count, and about 10 to find and
 * order the rarest.
 */

const counterBits = 20
/** Classes of counts, and parts of a class by the first bits of the low half. */
const classes = 33
const partBits = 7

/** Counters, `rarityBytes` bytes, which threads may share. */
export type RarityCounts = Uint32Array<ArrayBufferLike>

export const rarityBytes = 4 * 2 ** counterBits

/** Counts the shingles of a set, given as two halves each, the low one first. */
export function countShingles(counts: RarityCounts, halves: Uint32Array): void {
  for (let i = 0; i < halves.length; i += 2) Atomics.add(counts, halves[i] >>> (32 - counterBits), 1)
}

/** Up to this number, members of a slot are ordered by insertion. */
const fewMembers = 24

/** Room for one set after another; a set needs no array of its own. */
export class RaritySelection {
  readonly #sizes = new Uint32Array(classes << partBits)
  #slots = new Uint16Array(256)
  #rarest = new Uint32Array(256)

  /** The low halves of the `many` rarest shingles of a set, the rarest first: a view that the next call overwrites. */
  rarestOf(counts: RarityCounts, halves: Uint32Array, many: number): Uint32Array {
    const size = halves.length / 2
    const wanted = Math.min(many, size)
    if (wanted === 0) return new Uint32Array(0)
    if (size > this.#slots.length) {
      this.#slots = new Uint16Array(2 * size)
      this.#rarest = new Uint32Array(2 * size)
    }
    const last = this.#lastSlot(counts, halves, wanted)
    this.#placeUpTo(last, halves)
    const ends = this.#sizes // since they were placed
    for (let slot = 0, from = 0; slot <= last; from = ends[slot++]) {
      if (ends[slot] - from > 1) order(this.#rarest, from, ends[slot])
    }
    return this.#rarest.subarray(0, wanted)
  }

  /** Notes the slot of every shingle, a part of a class. @returns the slot in which the `many`-th rarest is */
  #lastSlot(counts: RarityCounts, halves: Uint32Array, many: number): number {
    const slots = this.#slots
    const sizes = this.#sizes.fill(0)
    for (let i = 0, at = 0; at < halves.length; i++, at += 2) {
      const low = halves[at]
      const bits = 32 - Math.clz32(counts[low >>> (32 - counterBits)])
      const slot = (bits << partBits) | (low >>> (32 - partBits))
      slots[i] = slot
      sizes[slot]++
    }
    let last = 0
    for (let seen = sizes[0]; seen < many; seen += sizes[++last]);
    return last
  }

  /** Low halves slot by slot; the sizes become the ends of the slots. */
  #placeUpTo(last: number, halves: Uint32Array): void {
    const slots = this.#slots
    const next = this.#sizes
    for (let slot = 0, start = 0; slot <= last; slot++) {
      const size = next[slot]
      next[slot] = start
      start += size
    }
    for (let i = 0, at = 0; at < halves.length; i++, at += 2) {
      if (slots[i] <= last) this.#rarest[next[slots[i]]++] = halves[at]
    }
  }
}

/** Sorts values [from, to), seldom more than a few. */
function order(values: Uint32Array, from: number, to: number): void {
  if (to - from > fewMembers) {
    values.subarray(from, to).sort()
    return
  }
  for (let at = from + 1; at < to; at++) {
    const value = values[at]
    let place = at
    for (; place > from && values[place - 1] > value; place--) values[place] = values[place - 1]
    values[place] = value
  }
}
