/**
 * Fingerprint set: which of the fingerprints added occur twice, and whether always in the same surroundings; 8 bytes
 * for each different one.
 *
 * An open-addressing table with linear probing, which keeps 30 bits of a fingerprint:
 *
 *     slot = {30 bits, 2 flags │ hash of the surroundings}        a first word of 0: free, so 30 bits of 0 count as 1
 *
 * The flags say whether it occurred again, and whether in other surroundings. Fingerprints with the same 30 bits count
 * as one, in several surroundings, which costs time only: n / 2^30 of them do. It grows by half, so 10 to 15 bytes are
 * taken.
 */
import { withRoom } from '../../ground/lists/growing-lists.ts'
import { release } from '../../ground/lists/release.ts'

import { TableRegions } from './table-regions.ts'
import type { Fingerprints } from './window-reader.ts'

/** The fingerprints that occur twice, as plain data: threads read them from shared memory. */
export interface RepeatedFingerprints {
  /** The first words of slots. */
  readonly table: Uint32Array
}

/** What is known of a fingerprint: occurs once or never; always in the same surroundings; in several. */
export const occurrences = { once: 0, alike: 1, mixed: 3 } as const

const fullest = 0.8
const fewestSlots = 1 << 12
/** Fingerprints that are ordered by where they go, and those of a text that are brought into the cache together. */
const batch = 1 << 16
const together = 256

export class FingerprintSet {
  /** Different fingerprints. */
  count = 0
  #table: Uint32Array<ArrayBuffer>
  readonly #regions = new TableRegions(batch)

  /** @param expected different fingerprints, about: less growth copies it less often */
  constructor(expected = 0) {
    this.#table = new Uint32Array(2 * Math.max(fewestSlots, Math.ceil(expected / fullest)))
  }

  /** Bytes that it takes. */
  get bytes(): number {
    return this.#table.byteLength
  }

  /** Adds fingerprints, three u32 each: its halves, a hash of its surroundings. */
  add(prints: Uint32Array): void {
    for (let from = 0; from < prints.length; from += 3 * batch) {
      const count = Math.min(batch, (prints.length - from) / 3)
      while (2 * (this.count + count) > fullest * this.#table.length) this.#grow()
      for (const part of this.#regions.partsOf(prints, from, count, 3)) this.#addPart(prints, from, part)
    }
  }

  #addPart(prints: Uint32Array, from: number, part: Uint32Array): void {
    const table = this.#table
    for (let i = 0; i < part.length; i++) {
      const at = from + 3 * part[i]
      const kept = keptOf(prints[at])
      const slot = slotOf(table, 2, kept)
      const around = prints[at + 2]
      if (table[slot] === 0) {
        table[slot] = kept
        table[slot + 1] = around
        this.count++
      } else table[slot] |= table[slot + 1] === around ? occurrences.alike : occurrences.mixed
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
    const flags = isAll ? occurrences.mixed : 0
    const isWanted = (slot: number): boolean => table[slot] !== 0 && ((table[slot] | flags) & 3) > 0
    let count = 0
    for (let slot = 0; slot < table.length; slot += 2) if (isWanted(slot)) count++
    const wanted = new Uint32Array(buffer(4 * Math.max(16, Math.ceil(count / fullest) + 1)))
    for (let slot = 0; slot < table.length; slot += 2)
      if (isWanted(slot)) wanted[slotOf(wanted, 1, keptOf(table[slot]))] = table[slot] | flags
    release(table)
    this.#table = new Uint32Array(2 * fewestSlots)
    this.count = 0
    return { table: wanted }
  }

  #grow(): void {
    const old = this.#table
    const larger = new Uint32Array(2 * Math.ceil((old.length / 2) * 1.5))
    for (let from = 0; from < old.length; from += 2) {
      if (old[from] === 0) continue
      const slot = slotOf(larger, 2, keptOf(old[from]))
      larger[slot] = old[from]
      larger[slot + 1] = old[from + 1]
    }
    this.#table = larger
    release(old)
  }
}

/** Overwritten by each call, so that no text takes memory of its own. */
let kinds: Uint8Array<ArrayBuffer> = new Uint8Array(1024)

/**
 * What is known of the fingerprints of a text, each one of `occurrences`; a view, which the next call overwrites.
 *
 * @param prints two u32 for the gram at each place; the place of fingerprint i is rows[2 * i]
 */
export function knownOf(
  { table }: RepeatedFingerprints,
  { count, grams, rows }: Omit<Fingerprints, 'free'>,
): Uint8Array {
  kinds = withRoom(kinds, count)
  for (let from = 0; from < count; from += together) {
    const to = Math.min(count, from + together)
    let touched = 0
    for (let i = from; i < to; i++) touched ^= table[homeOf(table, 1, keptOf(grams[2 * rows[2 * i]]))]
    kinds[from] = touched
    for (let i = from; i < to; i++) kinds[i] = table[slotOf(table, 1, keptOf(grams[2 * rows[2 * i]]))] & 3
  }
  return kinds
}

/** The bits of a fingerprint that are kept, or those of a first word without flags. */
const keptOf = (low: number): number => (low & ~3) >>> 0 || 4

/** Where the search for a fingerprint begins. @param width of a slot */
function homeOf(table: Uint32Array, width: number, kept: number): number {
  return width * Math.floor((kept / 2 ** 32) * (table.length / width))
}

/** Where the fingerprint is, or the free slot where it goes. */
function slotOf(table: Uint32Array, width: number, kept: number): number {
  let slot = homeOf(table, width, kept)
  for (;;) {
    const word = table[slot]
    if (word === 0 || (word & ~3) >>> 0 === kept) return slot
    slot += width
    if (slot === table.length) slot = 0
  }
}
