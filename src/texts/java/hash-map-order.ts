/**
 * Order of a hash map: the order in which a `java.util.HashMap` (Java 8 and later) iterates over its keys.
 *
 *     H = hash ^ (hash >>> 16)        slot = H & (slots - 1)        slots = 16, doubled beyond 3/4 full
 *
 * The order is by slot and, within a slot, by insertion: doubling the table splits a bin and keeps the order in both
 * parts. That holds until a bin has nine keys, which is rare; then `crowdedHashMapOrder` has the order.
 *
 * Source: Java SE 17, class `java.util.HashMap`; its order is not specified, but observed.
 * Ours: the order without the map, from the hashes alone; keys are numbers.
 * Cost: O(n) time and about 8 bytes a key; O(n log n) for a crowded map.
 */
import { type CompareKeys, crowdedBin, crowdedHashMapOrder, firstSlots } from './crowded-hash-map.ts'
import { hashOfString, spreadHash } from './string-hash.ts'

/**
 * The order of iteration, as key numbers.
 *
 * @param hashes `hashCode()` of the keys, all different keys, in the order of their first insertion
 * @param compare `compareTo` of two keys; called only for keys with equal hashes in a crowded bin
 * @param slots initial slots, a power of two
 * @returns shape [hashes.length], each number once
 * @example hashMapOrder(Int32Array.of(17, 1, 16), (a, b) => a - b) // => Uint32Array.of(2, 0, 1)
 */
export function hashMapOrder(
  hashes: Int32Array,
  compare: CompareKeys,
  slots: number = firstSlots,
): Uint32Array {
  let size = slots
  let keysOf = new Uint32Array(size)
  for (let key = 0; key < hashes.length; key++) {
    const slot = spreadHash(hashes[key]) & (size - 1)
    if (++keysOf[slot] >= crowdedBin) return crowdedHashMapOrder(hashes, compare)
    if (key + 1 > 0.75 * size) {
      size *= 2
      keysOf = countSlots(hashes, key + 1, size)
    }
  }
  return sortBySlot(hashes, keysOf)
}

/**
 * The entries of a map in the order of a Java hash map with the same keys.
 *
 * @example [...inHashMapOrder(new Map([['set', 1], ['add', 2]]))] // => [['add', 2], ['set', 1]]
 */
export function inHashMapOrder<T>(entries: ReadonlyMap<string, T>, slots?: number): [string, T][] {
  const all = [...entries]
  const hashes = Int32Array.from(all, ([key]) => hashOfString(key))
  const order = hashMapOrder(hashes, (a, b) => (all[a][0] < all[b][0] ? -1 : 1), slots)
  return Array.from(order, at => all[at])
}

/** The number of the first `count` keys in each slot. */
function countSlots(hashes: Int32Array, count: number, slots: number): Uint32Array<ArrayBuffer> {
  const keysOf = new Uint32Array(slots)
  for (let key = 0; key < count; key++) keysOf[spreadHash(hashes[key]) & (slots - 1)]++
  return keysOf
}

/** The keys by slot, and by number within a slot. Changes `keysOf`. */
function sortBySlot(hashes: Int32Array, keysOf: Uint32Array): Uint32Array {
  const mask = keysOf.length - 1
  let from = 0
  for (let slot = 0; slot <= mask; slot++) {
    const count = keysOf[slot]
    keysOf[slot] = from
    from += count
  }
  const order = new Uint32Array(hashes.length)
  for (let key = 0; key < hashes.length; key++) order[keysOf[spreadHash(hashes[key]) & mask]++] = key
  return order
}
