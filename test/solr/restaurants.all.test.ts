/**
 * The restaurant search with a real Solr as its index: the same 65 and 64 pairs, and for every query the same rows with
 * the same scores as the index in memory.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { atOnce } from '../../src/ground/breath/steps.ts'
import { defaultRestaurantOptions } from '../../src/methods/restaurants/params.ts'
import { findRestaurantPairs, restaurantReport } from '../../src/methods/restaurants/restaurant-pairs.ts'
import { restaurantRows } from '../../src/methods/restaurants/restaurant-rows.ts'
import { searchRestaurants } from '../../src/methods/restaurants/restaurant-search.ts'
import { InvertedIndex } from '../../src/methods/restaurants/search/inverted-index.ts'
import type { RankingName } from '../../src/methods/restaurants/search/rankings.ts'
import { quoted, solrIndex } from '../../src/methods/restaurants/solr-index.ts'
import { Workshop } from '../cli/command.ts'
import { restaurants } from '../golden/restaurant/naive.ts'
import { createRestaurantCore } from './restaurant-core.ts'
import { type RunningServer, solrSkip, startSolr } from './start-solr.ts'

const skip = solrSkip()
const place = new Workshop()
const texts = restaurants().map(({ text }) => text)

let solr: RunningServer
const urls: Partial<Record<RankingName, string>> = {}

before(async () => {
  if (skip) return
  solr = await startSolr({ cores: [] })
  urls.bm25 = await createRestaurantCore(solr, 'restaurants')
  urls.classic7 = await createRestaurantCore(solr, 'restaurants_classic', 'Classic')
})

after(() => solr?.stop())

const urlOf = (ranking: RankingName) => urls[ranking] ?? ''

test('finds 65 and 64 pairs through Solr, the same as in memory', { skip }, async () => {
  for (const [ranking, by, pairs] of [
    ['bm25', 'shingles', 65],
    ['classic7', 'minhash', 64],
  ] as const) {
    const index = solrIndex({ url: urlOf(ranking), replace: true })
    const found = await searchRestaurants(texts, { by }, index)
    assert.equal(found.left.length, pairs)
    assert.equal(restaurantReport(found), restaurantReport(await searchRestaurants(texts, { by, ranking })))
  }
})

test('the command accepts a core with --index, and reports what is wrong with another', {
  skip,
}, async () => {
  const records = join(import.meta.dirname, '../golden/restaurant/records.jsonl')
  const method = ['--method', 'restaurants-shingles', '--force', '--quiet'] as const
  const found = await place.run(
    'pairs',
    records,
    ...method,
    '--index',
    `solr=${urlOf('bm25')}`,
    '-o',
    'solr.csv',
  )
  assert.deepEqual(found, { status: 0, out: '', err: '' })
  await place.run('pairs', records, ...method, '-o', 'memory.csv')
  assert.equal(place.read('solr.csv'), place.read('memory.csv'))
  assert.equal(place.read('solr.csv').trim().split('\n').length, 66)
  const refused = await place.run('pairs', records, ...method, '--index', 'elsewhere', '-o', 'x.csv')
  assert.equal(refused.status, 2)
  assert.match(refused.err, /expected `--index` to be solr=URL/)
})

/** Ids and scores of Solr for one query of terms. */
async function asked(url: string, field: string, terms: readonly string[], filter: string | undefined) {
  const body = new URLSearchParams({
    q: terms.map(term => `${field}:${quoted(term)}`).join(' OR '),
    ...(filter === undefined ? {} : { fq: `first_word:${quoted(filter)}` }),
    rows: '10',
    fl: 'id,score',
    wt: 'json',
  })
  const answer = await fetch(`${url}/select`, { method: 'POST', body })
  const { response }: { response: { docs: { id: string; score: number }[] } } = JSON.parse(
    await answer.text(),
  )
  return response.docs.map(({ id, score }) => [Number(id) - 1, Math.fround(score)])
}

test('ranks as Solr does, with its scores, by either similarity, with a filter and without', {
  skip,
}, async () => {
  const rows = atOnce(restaurantRows(texts, defaultRestaurantOptions))
  for (const ranking of ['bm25', 'classic7'] as const) {
    await searchRestaurants(texts, {}, solrIndex({ url: urlOf(ranking), replace: true }))
    for (const field of ['content_ng', 'content_sg'] as const) {
      const index = new InvertedIndex()
      for (let row = 0; row < rows.count; row++)
        index.addDocument(rows.termsOf(row, field), rows.firstWordOf(row))
      for (let row = 0; row < rows.count; row += 7) {
        const filter = row % 2 === 0 ? rows.firstWordOf(row) : undefined
        const terms = rows.termsOf(row, field)
        const { documents, scores } = index.query(terms, { rows: 10, ranking, filter })
        const expected = await asked(urlOf(ranking), field, terms, filter)
        const found = Array.from(documents, (document, i) => [document, scores[i]])
        assert.deepEqual(found, expected, `${ranking}, ${field}, row ${row}`)
      }
    }
  }
})

test('finds texts whose words are operators of the query language', { skip }, async () => {
  const odd = [
    'AND OR NOT (a* b?) "c" \\d',
    'and or not a b c d',
    'a:b [c TO d]',
    'a b [c to d]',
    'Toulouse',
    'toulouse',
  ]
  const index = solrIndex({ url: urlOf('bm25'), replace: true })
  const found = await findRestaurantPairs(odd, {}, { index })
  const inMemory = await findRestaurantPairs(odd, { ranking: 'bm25' })
  assert.deepEqual(found, inMemory)
  assert.deepEqual([...found.left], [0, 2, 4])
})

test("Solr's own limit of clauses and a core in use are errors that say what to do", { skip }, async () => {
  const long = Array.from({ length: 1100 }, (_, i) => `w${i}`).join(' ')
  const index = solrIndex({ url: urlOf('bm25'), replace: true })
  const wide = searchRestaurants([long], { maxClauses: 10_000 }, index)
  await assert.rejects(wide, /^NearsameError: TOO_MANY_CLAUSES: .* To fix: use restaurants-minhash/)
  const second = searchRestaurants(['a b c'], {}, solrIndex({ url: urlOf('bm25') }))
  await assert.rejects(second, /INDEX_FAILED: expected an empty core, got 1 documents/)
})
