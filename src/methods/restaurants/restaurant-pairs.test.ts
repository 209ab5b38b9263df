/** Pairs and report: the five pairs that the source prints, its format, and the order of flat arrays. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restaurants } from '../../../test/golden/restaurant/naive.ts'
import { findRestaurantPairs, restaurantListing, restaurantReport } from './restaurant-pairs.ts'
import { searchRestaurants } from './restaurant-search.ts'

const texts = restaurants().map(({ text }) => text)

const printed = [
  `3: art s delicatessen 12224 ventura blvd studio city
536: art s deli 12224 ventura blvd studio city (1)`,
  `43: l orangerie 903 n la cienega blvd los angeles
579: l orangerie 903 n la cienega blvd w hollywood (2)`,
  `44: le chardonnay 8284 melrose ave los angeles
584: le chardonnay los angeles 8284 melrose ave los angeles (2)`,
  `60: pinot bistro 12969 ventura blvd los angeles
605: pinot bistro 12969 ventura blvd studio city (2)`,
  `84: 21 club 21 w 52nd st new york
625: 21 club 21 w 52nd st new york city (1)`,
]

test('lists the five pairs that the source prints, with their distances', async () => {
  for (const by of ['shingles', 'minhash'] as const) {
    const found = await searchRestaurants(texts, { by })
    const groups = restaurantListing(found).split('\n==\n')
    assert.deepEqual(groups.pop(), '')
    assert.deepEqual(
      printed.filter(group => !groups.includes(group)),
      [],
    )
  }
})

test('writes a line of two ids and the distance for each pair', async () => {
  const found = await searchRestaurants(texts)
  const lines = restaurantReport(found).trimEnd().split('\n')
  assert.equal(lines.length, 65)
  for (const line of ['3\t536\t1', '43\t579\t2', '44\t584\t2', '60\t605\t2', '84\t625\t1']) {
    assert(lines.includes(line), line)
  }
  assert.match(
    restaurantReport(found, row => `id${row}`),
    /^id\d+\tid\d+\t[012]\n/,
  )
})

test('a row with several duplicates is one group of the listing', async () => {
  const found = await searchRestaurants(['Big Cat', 'big cat', 'BIG CAT!'])
  assert.equal(
    restaurantListing(found),
    '1: big cat\n2: big cat (0)\n==\n',
    'the third ends with a blank, so it is a different text',
  )
  const four = await searchRestaurants(['a b c d', 'a b c d', 'a b c d', 'a b c e'])
  assert.equal(
    restaurantListing(four),
    '1: a b c d\n2: a b c d (0)\n3: a b c d (0)\n4: a b c e (1)\n==\n' +
      '2: a b c d\n3: a b c d (0)\n4: a b c e (1)\n==\n3: a b c d\n4: a b c e (1)\n==\n',
  )
  assert.equal(restaurantReport(four), '1\t2\t0\n1\t3\t0\n1\t4\t1\n2\t3\t0\n2\t4\t1\n3\t4\t1\n')
})

test('flat arrays are in the order of rows, for any order of an answer', async () => {
  const index = { parallel: 3, add: () => {}, commit: () => {}, query: () => [3, 0, 2, 1] }
  const rows = ['a b c', 'a b d', 'a b e', 'a b f']
  const { left, right, similarity, notes } = await findRestaurantPairs(rows, { maxDistance: 3 }, { index })
  assert.deepEqual([...left], [0, 0, 0, 1, 1, 2])
  assert.deepEqual([...right], [1, 2, 3, 2, 3, 3])
  assert.deepEqual([...similarity], [1, 1, 1, 1, 1, 1])
  assert.deepEqual(notes, { queries: 4, withoutShingles: 0, fullAnswers: 0, cutRows: 0 })
})
