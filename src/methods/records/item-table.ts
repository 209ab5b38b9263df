/**
 * Item table: the number of records with an item, by the item's key, and the weight that follows.
 *
 * Items of only one record are left out: they weigh as much as unseen ones.
 *
 *     slots  open addressing, at most half full;    -1 if free, else a place in keys and idf
 *
 * Cost: 8 bytes an item as bytes, 20 in memory; one look into the table a key.
 */
import { totalLength } from '../../ground/lists/joined.ts'
import { idfAmong } from './candidates/item-weights.ts'
import type { RecordItems } from './record-items.ts'

export class ItemTable {
  /** Number of counted records; 0 if none, and then all items weigh 1. */
  readonly rows: number
  /** Ascending. */
  readonly keys: Uint32Array
  /** From 2. */
  readonly frequency: Uint32Array
  readonly #idf: Float32Array
  readonly #unknown: number
  readonly #slots: Int32Array
  readonly #shift: number

  constructor(rows: number, keys: Uint32Array, frequency: Uint32Array) {
    this.rows = rows
    this.keys = keys
    this.frequency = frequency
    this.#idf = Float32Array.from(frequency, count => idfAmong(rows, count))
    this.#unknown = rows === 0 ? 1 : idfAmong(rows, 1)
    const bits = Math.max(1, Math.ceil(Math.log2(2 * keys.length + 1)))
    this.#shift = 32 - bits
    this.#slots = new Int32Array(2 ** bits).fill(-1)
    for (let i = 0; i < keys.length; i++) {
      let at = keys[i] >>> this.#shift
      while (this.#slots[at] >= 0) at = (at + 1) & (this.#slots.length - 1)
      this.#slots[at] = i
    }
  }

  /** Counts records. */
  static of(records: readonly RecordItems[]): ItemTable {
    const distinct = records.map(distinctOf)
    const all = new Uint32Array(totalLength(distinct))
    let end = 0
    for (const items of distinct) {
      all.set(items, end)
      end += items.length
    }
    all.sort()
    const keys: number[] = []
    const frequency: number[] = []
    for (let at = 0, from = 0; at < all.length; from = at) {
      while (at < all.length && all[at] === all[from]) at++
      if (at - from === 1) continue
      keys.push(all[from])
      frequency.push(at - from)
    }
    return new ItemTable(records.length, Uint32Array.from(keys), Uint32Array.from(frequency))
  }

  /** The idf of an item; an unseen one has the idf of the rarest. */
  idfOf(key: number): number {
    const place = this.placeOf(key)
    return place < 0 ? this.#unknown : this.#idf[place]
  }

  /** The number of records with the item; 1 if unseen. */
  frequencyOf(key: number): number {
    const place = this.placeOf(key)
    return place < 0 ? 1 : this.frequency[place]
  }

  /** The place of an item in `keys`; -1 if unseen. */
  placeOf(key: number): number {
    const slots = this.#slots
    let at = key >>> this.#shift
    for (;;) {
      const place = slots[at]
      if (place < 0 || this.keys[place] === key) return place
      at = (at + 1) & (slots.length - 1)
    }
  }
}

/** Different keys, ascending. */
function distinctOf(items: RecordItems): Uint32Array {
  return items.filter((key, i) => i === 0 || key !== items[i - 1])
}
