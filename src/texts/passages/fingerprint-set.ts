/**
 * Fingerprint set: which of the fingerprints added occur twice, and whether always in the same surroundings; 12 bytes
 * for each different one.
 *
 * An open-addressing table of {low, high, surroundings} in u32, with linear probing; 0 is free, so a first half of 0
 * counts as 1. The two lowest bits of the second half say whether the fingerprint occurred again, and whether in other
 * surroundings. Fingerprints that differ in nothing else count as one, which costs time only.
 */

/** The fingerprints that occur twice, as plain data: threads read them from shared memory. */
export interface RepeatedFingerprints {
  /** {low, high} in u32, as above; a power of two of slots. */
  readonly table: Uint32Array
}

/** What is known of a fingerprint: occurs once or never; always in the same surroundings; in several. */
export const occurrences = { once: 0, alike: 1, mixed: 3 } as const

const fullest = 0.8
const smallest = 3 << 12

export class FingerprintSet {
  /** Different fingerprints. */
  count = 0
  #table = new Uint32Array(smallest)

  /** Adds fingerprints, three u32 each: its halves, a hash of its surroundings. */
  add(prints: Uint32Array): void {
    for (let at = 0; at < prints.length; at += 3) {
      if (3 * this.count >= fullest * this.#table.length) this.#grow()
      const table = this.#table
      const low = prints[at] || 1
      const high = withoutFlags(prints[at + 1])
      const slot = slotOf(table, 3, low, high)
      if (table[slot] === 0) {
        table[slot] = low
        table[slot + 1] = high
        table[slot + 2] = prints[at + 2]
        this.count++
      } else table[slot + 1] |= table[slot + 2] === prints[at + 2] ? occurrences.alike : occurrences.mixed
    }
  }

  /**
   * Those that occur twice; afterwards the set is empty.
   *
   * @param isAll whether all are wanted, as those of several surroundings
   * @param buffer gives memory of a number of bytes, all 0
   */
  take(isAll: boolean, buffer: (bytes: number) => ArrayBufferLike): RepeatedFingerprints {
    const table = this.#table
    const kindOf = (slot: number): number => {
      if (table[slot] === 0) return occurrences.once
      return isAll ? occurrences.mixed : table[slot + 1] & 3
    }
    let count = 0
    for (let slot = 0; slot < table.length; slot += 3) if (kindOf(slot) > 0) count++
    const wanted = new Uint32Array(buffer(8 * 2 ** Math.max(4, Math.ceil(Math.log2(count / fullest + 1)))))
    for (let slot = 0; slot < table.length; slot += 3) {
      if (kindOf(slot) === 0) continue
      const high = withoutFlags(table[slot + 1])
      const place = slotOf(wanted, 2, table[slot], high)
      wanted[place] = table[slot]
      wanted[place + 1] = high | kindOf(slot)
    }
    this.#table = new Uint32Array(smallest)
    this.count = 0
    return { table: wanted }
  }

  #grow(): void {
    const old = this.#table
    const larger = new Uint32Array(2 * old.length)
    for (let slot = 0; slot < old.length; slot += 3) {
      if (old[slot] === 0) continue
      const place = slotOf(larger, 3, old[slot], withoutFlags(old[slot + 1]))
      larger[place] = old[slot]
      larger[place + 1] = old[slot + 1]
      larger[place + 2] = old[slot + 2]
    }
    this.#table = larger
  }
}

/** What is known of a fingerprint: one of `occurrences`. */
export function occurrencesOf({ table }: RepeatedFingerprints, low: number, high: number): number {
  return table[slotOf(table, 2, low || 1, withoutFlags(high)) + 1] & 3
}

const withoutFlags = (high: number): number => (high & ~3) >>> 0

/** Where the fingerprint is, or the free slot where it goes. @param width of a slot */
function slotOf(table: Uint32Array, width: 2 | 3, low: number, high: number): number {
  const mask = table.length / width - 1
  let index = low & mask
  for (;;) {
    const slot = width * index
    if (table[slot] === 0 || (table[slot] === low && withoutFlags(table[slot + 1]) === high)) return slot
    index = (index + 1) & mask
  }
}
