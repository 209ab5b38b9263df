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
 * Ours: all of it. Cost: 4 MiB of counters; a few nanoseconds a shingle to count, about 10 to find the rarest, and 50
 * for each of those to order them.
 */

const counterBits = 20
/** Classes of counts, and parts of a class by the first bits of the low half. */
const classes = 33
const partBits = 5

/** Counters, `rarityBytes` bytes, which threads may share. */
export type RarityCounts = Uint32Array<ArrayBufferLike>

export const rarityBytes = 4 * 2 ** counterBits

/** Counts the shingles of a set, given as two halves each, the low one first. */
export function countShingles(counts: RarityCounts, halves: Uint32Array): void {
  for (let i = 0; i < halves.length; i += 2) Atomics.add(counts, halves[i] >>> (32 - counterBits), 1)
}

/** Room for one set after another; a set needs no array of its own but the result. */
export class RaritySelection {
  readonly #sizes = new Uint32Array(classes << partBits)
  #slots = new Uint16Array(256)
  #keys = new Float64Array(256)

  /** The low halves of the `many` rarest shingles of a set, the rarest first. */
  rarestOf(counts: RarityCounts, halves: Uint32Array, many: number): Uint32Array {
    const size = halves.length / 2
    const wanted = Math.min(many, size)
    if (wanted === 0) return new Uint32Array(0)
    if (size > this.#slots.length) {
      this.#slots = new Uint16Array(2 * size)
      this.#keys = new Float64Array(2 * size)
    }
    const last = this.#lastSlot(counts, halves, wanted)
    const slots = this.#slots
    let kept = 0
    for (let i = 0; i < size; i++) {
      if (slots[i] > last) continue
      this.#keys[kept++] = (slots[i] >>> partBits) * 2 ** 32 + halves[2 * i]
    }
    const keys = this.#keys.subarray(0, kept).sort()
    const rarest = new Uint32Array(wanted)
    for (let i = 0; i < wanted; i++) rarest[i] = keys[i] % 2 ** 32
    return rarest
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
}
