/**
 * First places: for the hash of a window, the earliest place of a window with it; 12 bytes for each different one.
 *
 * An open-addressing table of {hash, hash, place + 1} in u32, with linear probing; a place of 0 is free. It grows by
 * half, so 15 to 23 bytes are taken.
 */
import { NearsameError } from '../../ground/errors/nearsame-error.ts'
import { release } from '../../ground/lists/release.ts'

const fullest = 0.8
const fewestSlots = 1 << 12
/** Maximum number of slots: as many numbers as a typed array of 8 GiB has. */
const mostSlots = Math.floor(2 ** 31 / 3)

export class FirstPlaces {
  /** Different hashes. */
  count = 0
  #table: Uint32Array<ArrayBuffer>

  /** @param expected different hashes, about: a table that grows less is copied less often */
  constructor(expected = 0) {
    this.#table = new Uint32Array(
      3 * Math.min(mostSlots, Math.max(fewestSlots, Math.ceil(expected / fullest))),
    )
  }

  /**
   * The first place of a hash: `place` itself, noted, if there is none.
   *
   * @throws NearsameError MEMORY_EXHAUSTED
   */
  noteFirst(low: number, high: number, place: number): number {
    if (3 * this.count >= fullest * this.#table.length) this.#grow()
    const table = this.#table
    const slot = slotOf(table, low, high)
    const found = table[slot + 2]
    if (found !== 0) return found - 1
    table[slot] = low
    table[slot + 1] = high
    table[slot + 2] = place + 1
    this.count++
    return place
  }

  /** Bytes that it takes. */
  get bytes(): number {
    return this.#table.byteLength
  }

  /** Frees its memory at once; it is empty then. */
  clear(): void {
    release(this.#table)
    this.#table = new Uint32Array(3 * fewestSlots)
    this.count = 0
  }

  /** Makes room for `more` hashes, which may then come in any order: without it, none of near ones. */
  makeRoom(more: number): void {
    while (3 * (this.count + more) > fullest * this.#table.length) this.#grow()
  }

  /** The first place of a hash, or -1. */
  firstOf(low: number, high: number): number {
    return firstPlaceIn(this.#table, low, high)
  }

  /** The table, for `firstPlaceIn`. */
  get table(): Uint32Array {
    return this.#table
  }

  #grow(): void {
    const old = this.#table
    const slots = Math.min(mostSlots, Math.ceil(old.length / 2))
    if (3 * slots === old.length) throw tooManyWindows(this.count)
    const larger = new Uint32Array(3 * slots)
    for (let slot = 0; slot < old.length; slot += 3) {
      if (old[slot + 2] === 0) continue
      const to = slotOf(larger, old[slot], old[slot + 1])
      larger[to] = old[slot]
      larger[to + 1] = old[slot + 1]
      larger[to + 2] = old[slot + 2]
    }
    this.#table = larger
    release(old)
  }
}

/** The place of a hash in a table of `FirstPlaces`, or -1. */
export function firstPlaceIn(table: Uint32Array, low: number, high: number): number {
  return table[slotOf(table, low, high) + 2] - 1
}

/** Where the search for a hash begins. */
function homeOf(table: Uint32Array, low: number): number {
  return 3 * Math.floor((low / 2 ** 32) * (table.length / 3))
}

function slotOf(table: Uint32Array, low: number, high: number): number {
  let slot = homeOf(table, low)
  while (table[slot + 2] !== 0 && (table[slot] !== low || table[slot + 1] !== high)) {
    slot = slot + 3 === table.length ? 0 : slot + 3
  }
  return slot
}

function tooManyWindows(count: number): NearsameError {
  return new NearsameError('MEMORY_EXHAUSTED', {
    expected: 'windows that may be repeated to fit in memory, 12 bytes each',
    got: `${count} different ones so far`,
    fix: 'raise `least`, or remove equal records with `dedupe` first',
  })
}
