/** Order of a hash map: orders from Java 17, and a plain map of lists. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { hexOf } from '../../ground/hash/hex.ts'
import { md5 } from '../../ground/hash/md5.ts'
import { hashMapOrder } from './hash-map-order.ts'
import { hashOfString, spreadHash } from './string-hash.ts'

function orderOf(keys: readonly string[]): number[] {
  const compare = (a: number, b: number) => (keys[a] < keys[b] ? -1 : 1)
  return [...hashMapOrder(Int32Array.from(keys, hashOfString), compare)]
}

const digestOf = (order: readonly number[]) => hexOf(md5(new TextEncoder().encode(order.join(' '))))

function listOf(count: number, keyOf: (j: number) => string): string[] {
  return Array.from({ length: count }, (_, j) => keyOf(j))
}

/** The same keys in a shuffled order. */
function mixed(keys: readonly string[]): string[] {
  return keys.map((_, i) => keys[(i * 7919) % keys.length])
}

/** Key number j of 2^parts keys with one hash. */
const equalHash = (parts: number) => (j: number) =>
  Array.from({ length: parts }, (_, bit) => ((j >> bit) & 1 ? 'BB' : 'Aa')).join('')

/** Keys with different hashes that share a slot in tables of up to `slots`. */
const equalSlot = (slots: number, slot: number) => (j: number) => String.fromCharCode(slots * j + slot)

const numbered = (j: number) => `w${j}`

test('orders words by slot, and by insertion within a slot, as Java 17 did', () => {
  const words = 'the quick brown fox jumps over the lazy dog and runs away from seven more'.split(' ')
  assert.deepEqual(orderOf([...new Set(words)]), [5, 1, 10, 6, 13, 4, 12, 2, 3, 0, 8, 11, 7, 9])
  assert.equal(digestOf(orderOf(mixed(listOf(300, numbered)))), '05ace69f3787fc4c9ea8e5e06485281d')
})

test('orders keys with one hash as a tree, as Java 17 did', () => {
  const order = [2, 0, 1, 3, 13, 4, 5, 6, 14, 7, 15, 11, 8, 12, 9, 10]
  assert.deepEqual(orderOf(mixed(listOf(16, equalHash(4)))), order)
  assert.equal(digestOf(orderOf(mixed(listOf(256, equalHash(8))))), '1f211de64803e0c96aaee75dc75d119b')
})

test('orders keys in one slot as a tree, as Java 17 did', () => {
  const order = [2, 0, 11, 1, 3, 4, 5, 6, 7, 8, 9, 12, 10, 13]
  assert.deepEqual(orderOf(mixed(listOf(14, equalSlot(256, 3)))), order)
  assert.equal(digestOf(orderOf(mixed(listOf(500, equalSlot(64, 3))))), '285bf76c02babc69dd9012f3fdc84a92')
})

test('splits trees when the map grows, as Java 17 did', () => {
  const keys = [...listOf(64, equalHash(6)), ...listOf(900, numbered), ...listOf(30, equalSlot(1024, 70))]
  assert.equal(digestOf(orderOf(mixed(keys))), '7cdfdd88e697f76255326bfc3621980f')
})

test('equals the order of a map of lists while no list has nine keys', () => {
  const words = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 6 }), { maxLength: 400 })
  const property = fc.property(words, keys => {
    const expected = naiveOrder(keys)
    if (expected !== undefined) assert.deepEqual(orderOf(keys), expected)
  })
  fc.assert(property, { numRuns: runs(200), seed: 11 })
})

test('gives every key once, also in crowded maps', () => {
  const hashes = fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 300 })
  const shifts = fc.integer({ min: 0, max: 28 })
  const property = fc.property(hashes, shifts, (hashes, shift) => {
    const order = hashMapOrder(
      Int32Array.from(hashes, hash => hash << shift),
      (a, b) => a - b,
    )
    assert.deepEqual(
      [...order].sort((a, b) => a - b),
      [...hashes.keys()],
    )
  })
  fc.assert(property, { numRuns: runs(200), seed: 12 })
})

test('is empty for an empty map', () => {
  assert.deepEqual(orderOf([]), [])
})

/** Lists, split in two on doubling; undefined once a list is too long for that. */
function naiveOrder(keys: readonly string[]): number[] | undefined {
  let lists: number[][] = listOfLists(16)
  for (const [number, key] of keys.entries()) {
    const list = lists[spreadHash(hashOfString(key)) & (lists.length - 1)]
    list.push(number)
    if (list.length >= 9) return undefined
    if (number + 1 <= (lists.length * 3) / 4) continue
    const larger = listOfLists(2 * lists.length)
    for (const moved of lists.flat()) {
      larger[spreadHash(hashOfString(keys[moved])) & (larger.length - 1)].push(moved)
    }
    lists = larger
  }
  return lists.flat()
}

function listOfLists(count: number): number[][] {
  return Array.from({ length: count }, () => [])
}
