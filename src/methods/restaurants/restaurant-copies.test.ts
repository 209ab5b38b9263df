/** Copies: pairs of equal texts regardless of the search, and matches that hold for every copy. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { restaurants } from '../../../test/golden/restaurant/naive.ts'
import { runs } from '../../../test/ground/runs.ts'
import { atOnce } from '../../ground/breath/steps.ts'
import type { RestaurantOptions } from './params.ts'
import { RestaurantCopies } from './restaurant-copies.ts'
import { findRestaurantPairs } from './restaurant-pairs.ts'
import { searchRestaurants } from './restaurant-search.ts'

const both = ['shingles', 'minhash'] as const

async function rowsOf(texts: readonly string[], options: RestaurantOptions, split?: number) {
  const sides = split === undefined ? {} : { sides: { split } }
  const { left, right, similarity } = await findRestaurantPairs(texts, options, sides)
  return Array.from(left, (row, i) => `${row} ${right[i]} ${similarity[i]}`)
}

test('equal texts are pairs even without an n-gram to search for', async () => {
  const texts = ["'21' Club", "'21' Club", "'21' club", '', '', '...', '...']
  for (const by of both) {
    assert.deepEqual(await rowsOf(texts, { by }), ['0 1 0', '3 4 0', '5 6 0'])
    assert.deepEqual(await rowsOf(texts, { by }, 1), ['0 1 0'])
  }
})

test('all copies are pairs, and take no place among the ten rows of an answer', async () => {
  const texts = [...Array<string>(14).fill('Palm Too 840 Second Ave'), 'Palm Too 840 2nd Ave']
  const expected = [...texts.keys()].flatMap(left =>
    [...texts.keys()].slice(left + 1).map(right => `${left} ${right} ${right === 14 ? 1 : 0}`),
  )
  for (const by of both) assert.deepEqual(await rowsOf(texts, { by }), expected)
})

test('a pair across two lists holds for the copies in both', async () => {
  const texts = ['Palm Too 840 Second Ave', 'Bar', 'Palm Too 840 2nd Ave', 'Palm Too 840 Second Ave', 'Bar']
  for (const by of both) assert.deepEqual(await rowsOf(texts, { by }, 2), ['0 2 1', '0 3 0', '1 4 0'])
  for (const split of [0, 5]) assert.deepEqual(await rowsOf(texts, {}, split), [])
})

test('the restaurants, 25 of which equal an earlier one, give the pairs of the search', async () => {
  const texts = restaurants().map(({ text }) => text)
  assert.equal(texts.length - new Set(texts).size, 25)
  for (const by of both) {
    const { left, right, distance } = await searchRestaurants(texts, { by })
    const found = Array.from(left, (row, i) => `${row} ${right[i]} ${distance[i]}`)
    assert.deepEqual(new Set(await rowsOf(texts, { by })), new Set(found))
  }
})

test('errors number a text by its position in the input', async () => {
  const long = Array.from({ length: 20 }, (_, i) => `w${i}`).join(' ')
  await assert.rejects(rowsOf(['Bar', 'Bar', long], { maxClauses: 10 }), /got 18, at text 3\. /)
})

test('pairs of rows are the expanded pairs of classes, by left, then right, each once', () => {
  const property = fc.property(
    fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 }),
    fc.option(fc.nat(12), { nil: undefined }),
    (texts, given) => {
      const split = given === undefined ? undefined : Math.min(given, texts.length)
      const near = (a: string, b: string) =>
        a === b ? 0 : `${a}${b}`.match(/^(ab|ba|bd|db)$/) ? 2 : undefined
      const pairsOf = (texts: readonly string[], split: number | undefined) =>
        texts.flatMap((left, a) =>
          texts.flatMap((right, b) => {
            const isWanted = split === undefined ? a < b : a < split && b >= split
            const distance = near(left, right)
            return isWanted && distance !== undefined ? [[a, b, distance] as const] : []
          }),
        )
      const copies = atOnce(RestaurantCopies.of(texts, split))
      // Only one direction for a pair across two lists, and no pair of equal texts.
      const searched = pairsOf(
        Array.from(copies.rows, row => texts[row]),
        copies.split,
      )
      const seen = new Set<string>()
      const found = searched.filter(([a, b, distance]) => {
        const key = [a, b]
          .map(place => texts[copies.rows[place]])
          .sort()
          .join()
        return distance > 0 && seen.size < seen.add(key).size
      })
      const { left, right, distance } = atOnce(
        copies.unfold({
          left: Int32Array.from(found, ([a]) => a),
          right: Int32Array.from(found, ([, b]) => b),
          distance: Float64Array.from(found, ([, , distance]) => distance),
        }),
      )
      assert.deepEqual(
        Array.from(left, (row, i) => [row, right[i], distance[i]]),
        pairsOf(texts, split),
      )
    },
  )
  fc.assert(property, { numRuns: runs(500), seed: 8 })
})

test('refuses more pairs of equal texts than fit', () => {
  const copies = atOnce(RestaurantCopies.of(Array<string>(11_600).fill('Bar')))
  const none = { left: new Int32Array(0), right: new Int32Array(0), distance: new Float64Array(0) }
  assert.throws(() => atOnce(copies.unfold(none)), {
    message:
      'PAIRS_LIMIT: expected at most 67108864 pairs, got 67274200 or more. To fix: remove equal texts first, which `dedupe` does with `near` off.',
  })
})
