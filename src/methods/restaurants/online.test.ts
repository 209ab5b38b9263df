/** Restaurants online: the 864 rows of both guides, then random texts against the ranked search and all pairs. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkRows, foundPairs, pairsOf } from '../../../test/golden/online/check-rows.ts'
import { restaurants, truthPath } from '../../../test/golden/restaurant/naive.ts'
import { runs } from '../../../test/ground/runs.ts'
import { openEngine } from '../../engine/library/open-engine.ts'
import { wordEditDistance } from '../../texts/similarity/word-edit-distance.ts'
import type { Params } from '../contract/method.ts'
import { OnlineRestaurants } from './online.ts'
import { checkRestaurantOptions } from './params.ts'
import { findRestaurantPairs } from './restaurant-pairs.ts'
import { searchRestaurants } from './restaurant-search.ts'
import { normalizeRestaurant, splitNormal } from './restaurant-text.ts'

type Name = 'restaurants-shingles' | 'restaurants-minhash'
const by = { 'restaurants-shingles': 'shingles', 'restaurants-minhash': 'minhash' } as const
const names = Object.keys(by) as Name[]

const open = async (method: Name, given: Params = {}) => {
  const { space } = await openEngine({ method })
  return new OnlineRestaurants(space, checkRestaurantOptions({ ...given, by: by[method] }))
}
/** Number of terms that a candidate shares. */
const agree = 1

const rows = restaurants().map(({ text }) => text)
const truth = new Set(readFileSync(truthPath, 'utf8').trimEnd().split('\n').slice(1))

const wordsOf = (text: string) => splitNormal(normalizeRestaurant(text))

/** The numbers of pairs, of true ones, and of those that the ranked search with the same options does not find. */
async function onRows(name: Name, params: Params, kept: 'texts' | 'shingles' = 'texts') {
  const found = pairsOf(checkRows(await open(name, params), agree, rows, kept))
  const { distance: similarity, ...search } = await searchRestaurants(rows, { ...params, by: by[name] })
  const ranked = foundPairs({ ...search, similarity })
  const ofMethod = foundPairs(await findRestaurantPairs(rows, { ...params, by: by[name] }))
  const all = new Set(found)
  assert.deepEqual(
    [...ranked, ...ofMethod].filter(pair => !all.has(pair)),
    [],
  )
  const unlimited = { ...params, by: by[name], rows: rows.length, earlyCut: false }
  assert.deepEqual(found, foundPairs(await findRestaurantPairs(rows, unlimited)))
  const isTrue = (pair: string) => {
    const [left, right] = pair.split(' ')[0].split('-').map(Number)
    return truth.has(`${left + 1},${right + 1}`)
  }
  return [found.length, found.filter(isTrue).length, found.length - ranked.length]
}

const measured: readonly [Name, Params, readonly number[]][] = [
  ['restaurants-shingles', {}, [65, 61, 0]],
  ['restaurants-minhash', {}, [64, 60, 0]],
  ['restaurants-shingles', { sameFirstWord: false }, [145, 63, 38]],
  ['restaurants-minhash', { sameFirstWord: false }, [144, 62, 46]],
]
for (const [name, params, counts] of measured) {
  test(`checks on the 864 rows find at least the pairs of ${name} with ${JSON.stringify(params)}`, async () => {
    assert.deepEqual(await onRows(name, params), counts)
    assert.deepEqual(await onRows(name, params, 'shingles'), counts)
  })
}

test('texts of one normal form are found without a common n-gram', async () => {
  const texts = ["'21' Club", '"21" club', 'Toulouse', 'TOULOUSE', '21 Club', '', '']
  for (const name of names) {
    const found = pairsOf(checkRows(await open(name), agree, texts))
    assert.deepEqual(found, ['0-1 0', '2-3 0', '5-6 0'], name)
  }
})

const word = fc.constantFrom('the', 'palm', 'cafe', 'of', 'la', "art's", 'é', '-')
const text = fc.array(word, { maxLength: 7 }).map(words => words.join(' '))
const params = fc.record({
  size: fc.integer({ min: 1, max: 3 }),
  maxDistance: fc.integer({ min: 0, max: 3 }),
  sameFirstWord: fc.boolean(),
})

test('checks find at least the pairs of the ranked search, each at its distance', async () => {
  const property = fc.asyncProperty(
    fc.array(text, { maxLength: 25 }),
    params,
    fc.constantFrom(...names),
    async (texts, given, name) => {
      const method = await open(name, given)
      const checked = checkRows(method, agree, texts)
      const ranked = foundPairs(await findRestaurantPairs(texts, { ...given, by: by[name] }))
      const found = new Set(pairsOf(checked))
      for (const pair of ranked) assert.ok(found.has(pair), pair)
      checked.matches.forEach((matches, row) => {
        for (const [other, distance] of matches) {
          assert.equal(distance, wordEditDistance(wordsOf(texts[row]), wordsOf(texts[other])))
          assert.ok(distance <= given.maxDistance)
          assert.equal(checked.matches[other].get(row), distance)
        }
      })
      assert.deepEqual(checkRows(method, agree, texts, 'shingles'), checked)
    },
  )
  await fc.assert(property, { numRuns: runs(200) })
})
