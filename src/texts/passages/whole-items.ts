/**
 * Whole items: texts shorter than a window, looked for as a whole in other texts.
 *
 * An item of n tokens, 2^j <= n < 2^(j+1), is its first and its last 2^j tokens, which together are all of it. So one
 * hash of 2^j tokens at each place of a text finds the items that begin there:
 *
 *     key of an item = (hash of its first 2^j tokens, hash of its last 2^j, n)
 *
 * Ours. Cost: at most log2 N hashes a token, and for each beginning found one search for each length of its items.
 */
import { FirstPlaces, firstPlaceIn } from './first-places.ts'
import type { WindowReader } from './window-reader.ts'

/** Items as plain data for threads. */
export interface WholeItems {
  /** j of the items that there are, ascending. */
  readonly levels: readonly number[]
  /** For each first hash the place of its lengths in `lengths`. */
  readonly starts: Uint32Array
  /** Number of lengths, the lengths. */
  readonly lengths: Uint32Array
  /** For each key the place of the item. */
  readonly keys: Uint32Array
}

/** What a reader says of an item: its first and last hash, and its length. */
export interface ItemKey {
  readonly start: readonly [number, number]
  readonly end: readonly [number, number]
  readonly length: number
}

/** The key of the text read last. REQUIRES: it has a token */
export function itemKey(reader: WindowReader): ItemKey {
  const length = reader.count
  const hashes = reader.hashesOf(2 ** levelOf(length))
  const end = hashes.length - 2
  return { start: [hashes[0], hashes[1]], end: [hashes[end], hashes[end + 1]], length }
}

export class ItemList {
  readonly #levels = new Set<number>()
  readonly #starts = new FirstPlaces()
  readonly #lengths: Set<number>[] = []
  readonly #keys = new FirstPlaces()

  /** Adds an item. @returns the place of the first one with the same tokens */
  add({ start, end, length }: ItemKey, place: number): number {
    this.#levels.add(levelOf(length))
    const list = this.#starts.noteFirst(start[0], start[1], this.#lengths.length)
    this.#lengths[list] ??= new Set()
    this.#lengths[list].add(length)
    const [low, high] = joined(start, end, length)
    return this.#keys.noteFirst(low, high, place)
  }

  finish(): WholeItems {
    const lengths: number[] = []
    const starts = this.#starts.table.slice()
    const at = this.#lengths.map(list => {
      const from = lengths.length
      lengths.push(list.size, ...[...list].sort((a, b) => a - b))
      return from
    })
    for (let slot = 2; slot < starts.length; slot += 3)
      if (starts[slot] > 0) starts[slot] = at[starts[slot] - 1] + 1
    const levels = [...this.#levels].sort((a, b) => a - b)
    return { levels, starts, lengths: Uint32Array.from(lengths), keys: this.#keys.table.slice() }
  }
}

/** Where items stand in the text read last: its token, the place of the item, and its length, for each. */
export function itemsIn(reader: WindowReader, { levels, starts, lengths, keys }: WholeItems): number[] {
  const found: number[] = []
  for (const level of levels) {
    const size = 2 ** level
    if (size > reader.count) break
    const hashes = reader.hashesOf(size)
    for (let at = 0; 2 * at < hashes.length; at++) {
      const start = [hashes[2 * at], hashes[2 * at + 1]] as const
      const list = firstPlaceIn(starts, start[0], start[1])
      if (list < 0) continue
      for (let i = list + 1; i <= list + lengths[list]; i++) {
        const length = lengths[i]
        if (at + length > reader.count) break
        if (length < size || length >= 2 * size) continue
        const last = 2 * (at + length - size)
        const [low, high] = joined(start, [hashes[last], hashes[last + 1]], length)
        const place = firstPlaceIn(keys, low, high)
        if (place >= 0) found.push(at, place, length)
      }
    }
  }
  return found
}

/** j of an item. @example levelOf(5) // => 2 */
export const levelOf = (length: number): number => 31 - Math.clz32(length)

function joined(
  [startLow, startHigh]: readonly [number, number],
  [endLow, endHigh]: readonly [number, number],
  length: number,
): [number, number] {
  const low =
    Math.imul(startLow ^ Math.imul(endHigh, 0x85ebca6b), 0x9e3779b1) ^ Math.imul(length, 0x27d4eb2f)
  const high = Math.imul(startHigh ^ Math.imul(endLow, 0xc2b2ae35), 0x85ebca77) ^ length
  return [(low ^ (high >>> 15)) >>> 0, (high ^ (low >>> 13)) >>> 0]
}
