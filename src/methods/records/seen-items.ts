/**
 * Seen items: about how often each item was in the records that passed by, for choosing asked items where nothing was
 * learnt yet. A count of 2^17 slots, by the upper bits of the key: items that meet in one slot look more frequent.
 *
 * It lives in one process and is not stored: it affects how many records are measured, but hardly what is found.
 *
 * Source: Cormode, Muthukrishnan, "An improved data stream summary: the count-min sketch", 2005, with a single row.
 * Cost: 512 KB; an addition an item.
 */
import type { ItemFrequency } from './asked-items.ts'
import type { RecordItems } from './record-items.ts'

const bits = 17
/** Counts are halved from here on, so that later records count for more. */
const mostRows = 2 ** 16

export class SeenItems implements ItemFrequency {
  readonly #counts = new Uint32Array(2 ** bits)
  #rows = 0

  /** About how many records they come from. */
  get rows(): number {
    return this.#rows
  }

  add(items: RecordItems): void {
    for (let i = 0; i < items.length; i++) {
      if (i === 0 || items[i] !== items[i - 1]) this.#counts[items[i] >>> (32 - bits)]++
    }
    this.#rows++
    if (this.#rows < mostRows) return
    this.#rows >>>= 1
    for (let slot = 0; slot < this.#counts.length; slot++) this.#counts[slot] >>>= 1
  }

  frequencyOf(key: number): number {
    return this.#counts[key >>> (32 - bits)]
  }
}
