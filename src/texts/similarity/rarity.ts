/**
 * Rarity: the order of shingles used by prefix filters, by their counts in a sample of the sets.
 *
 *     shingle ─▶ the upper 20 bits of its low half name a counter ─▶ (class of its count, low half): rarer ones first
 *
 * A class is the number of bits of half a count: what occurs half as often is rarer, smaller differences are chance,
 * and so is what occurs once in the sample.
 *
 * Shingles that share a counter count as more frequent than they are, and two that share a low half as one that is in
 * the set twice. Neither loses a pair: any order works, and a repeated member occurs twice in a row.
 *
 * Ours: all of it. Cost: 4 MiB of counters, 1 MiB of classes in each thread; about 12 ns a shingle to find the rarest.
 */

const counterBits = 20

/** Counters, `rarityBytes` bytes, which threads may share. */
export type RarityCounts = Uint32Array<ArrayBufferLike>

export const rarityBytes = 4 * 2 ** counterBits

/** Counts the shingles of a set, given as two halves each, the low one first; where only one thread counts. */
export function countOwnShingles(counts: RarityCounts, halves: Uint32Array): void {
  for (let i = 0; i < halves.length; i += 2) counts[halves[i] >>> (32 - counterBits)]++
}

/** The same where threads share the counts. */
export function countShingles(counts: RarityCounts, halves: Uint32Array): void {
  for (let i = 0; i < halves.length; i += 2) Atomics.add(counts, halves[i] >>> (32 - counterBits), 1)
}

/** The class of each counter, [2^20], shared if the counters are. */
export function rarityClasses(counts: RarityCounts): Uint8Array {
  const { length } = counts
  const isShared = !(counts.buffer instanceof ArrayBuffer)
  const classes = new Uint8Array(isShared ? new SharedArrayBuffer(length) : new ArrayBuffer(length))
  for (let i = 0; i < length; i++) classes[i] = 32 - Math.clz32(counts[i] >>> 1)
  return classes
}
