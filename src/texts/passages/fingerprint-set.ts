/**
 * Fingerprint set: which of the fingerprints added occur twice; 8 bytes for each different one.
 *
 * An open-addressing table of u64 as two u32, with linear probing; 0 is free, so a first half of 0 counts as 1. The
 * lowest bit of the second half says whether the fingerprint occurred again. Fingerprints that differ in nothing else
 * count as one, which costs time only: windows are compared whole.
 */

/** The fingerprints that occur twice, as plain data: threads read them from shared memory. */
export interface RepeatedFingerprints {
  /** A table as above; a power of two of slots. */
  readonly table: Uint32Array
}

const fullest = 0.8

export class FingerprintSet {
  /** Different fingerprints. */
  count = 0
  #table = new Uint32Array(2 << 12)

  /** Adds fingerprints, two u32 each. */
  add(prints: Uint32Array): void {
    for (let at = 0; at < prints.length; at += 2) {
      if (2 * this.count >= fullest * this.#table.length) this.#grow()
      const low = prints[at] || 1
      const high = (prints[at + 1] | 1) ^ 1
      const slot = slotOf(this.#table, low, high)
      if (isFree(this.#table, slot)) {
        this.#table[slot] = low
        this.#table[slot + 1] = high
        this.count++
      } else this.#table[slot + 1] |= 1
    }
  }

  /**
   * Those that occur twice; with `all`, all. Afterwards the set is empty.
   *
   * @param buffer gives memory of a number of bytes, all 0
   */
  take(all: boolean, buffer: (bytes: number) => ArrayBufferLike): RepeatedFingerprints {
    const table = this.#table
    let count = 0
    for (let slot = 0; slot < table.length; slot += 2) if (isWanted(table, slot, all)) count++
    const wanted = new Uint32Array(buffer(8 * slotsFor(count)))
    for (let slot = 0; slot < table.length; slot += 2) {
      if (!isWanted(table, slot, all)) continue
      const high = (table[slot + 1] | 1) ^ 1
      const place = slotOf(wanted, table[slot], high)
      wanted[place] = table[slot]
      wanted[place + 1] = high | 1
    }
    this.#table = new Uint32Array(2 << 12)
    this.count = 0
    return { table: wanted }
  }

  #grow(): void {
    const old = this.#table
    const larger = new Uint32Array(2 * old.length)
    for (let slot = 0; slot < old.length; slot += 2) {
      if (isFree(old, slot)) continue
      const place = slotOf(larger, old[slot], (old[slot + 1] | 1) ^ 1)
      larger[place] = old[slot]
      larger[place + 1] = old[slot + 1]
    }
    this.#table = larger
  }
}

/** Whether a fingerprint is in the set. */
export function hasFingerprint({ table }: RepeatedFingerprints, low: number, high: number): boolean {
  return !isFree(table, slotOf(table, low || 1, (high | 1) ^ 1))
}

const isFree = (table: Uint32Array, slot: number): boolean => table[slot] === 0 && table[slot + 1] === 0

const isWanted = (table: Uint32Array, slot: number, all: boolean): boolean =>
  all ? !isFree(table, slot) : (table[slot + 1] & 1) === 1

/** Where the fingerprint is, or the free slot where it goes. @param high its lowest bit is 0 */
function slotOf(table: Uint32Array, low: number, high: number): number {
  const mask = table.length - 2
  let slot = (low << 1) & mask
  while (!isFree(table, slot) && (table[slot] !== low || (table[slot + 1] | 1) !== (high | 1)))
    slot = (slot + 2) & mask
  return slot
}

function slotsFor(count: number): number {
  return 2 ** Math.max(4, Math.ceil(Math.log2(count / fullest + 1)))
}
