import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deduplicate } from './deduplicate.ts'
import { findPairs, findTwins } from './find-pairs.ts'

const names = ['Blue Lamp', 'Red Table', 'Old Mill Inn', '']

test('results in memory have the hints of a run, in the names of the library', async () => {
  const short =
    '3 of 3 texts have fewer than 5 words, the length of a shingle, and match only texts of the same words: try ' +
    '`shingle` chars:4, or `method` records or longest-words'
  assert.deepEqual((await deduplicate(names)).hints, [short])
  assert.deepEqual((await findPairs(names)).hints, [short])
  assert.deepEqual((await findPairs(names, { shingle: 'words:2', seed: 4 })).hints, [])
  const { hints } = await deduplicate(names, { shingle: 'chars:10' })
  assert.match(
    hints[0],
    /^2 of 3 texts have fewer than 10 characters, .* try a shorter `shingle`, or `method` records/,
  )
  assert.deepEqual(
    (await deduplicate(names, { method: 'solr-md5', measure: 'containment', seed: 2 })).hints,
    ['ignored by solr-md5: `measure`, `seed`'],
  )
})

test('a hint names chars:4 for a collection of short texts', async () => {
  const headline = (count: number) => (_: unknown, i: number) =>
    Array.from({ length: count }, (_, word) => `w${i}x${word}`).join(' ')
  const short = Array.from({ length: 100 }, headline(9))
  const hint =
    '100 of 100 texts have fewer than 25 words, so one other word changes much of their shingles of 5 words: try ' +
    '`shingle` chars:4'
  assert.deepEqual((await findPairs(short)).hints, [hint])
  assert.deepEqual((await findPairs(short, { shingle: 'chars:4' })).hints, [])
  assert.deepEqual((await findPairs(short, { method: 'records' })).hints, [])
  assert.deepEqual((await findPairs(short.slice(1))).hints, [])
  assert.deepEqual((await findPairs(Array.from({ length: 100 }, headline(25)))).hints, [])
})

test('of containment, keep values and empty profiles', async () => {
  const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ')
  const sides = [[words(10), words(11)], [words(40)]] as const
  const apart = await findTwins(...sides, { measure: 'containment' })
  assert.match(apart.hints[0], /^the promise of containment .*; 100 % of the pairs of texts differ by more/)
  const documents = [
    { text: words(9), from: 'a' },
    { text: words(8), from: 'b' },
  ]
  assert.deepEqual((await deduplicate(documents, { keep: 'prefer:from=c' })).hints, [
    'no record has the value of `keep` prefer:from=c',
  ])
  const dated = ['12/31/2025', '01/02/2026'].map((day, i) => ({
    id: i,
    text: 'one text of words that is long enough',
    day,
  }))
  const dates = await deduplicate(dated, { keep: 'max:day' })
  assert.match(
    dates.hints[0],
    /^values of `keep` max:day are neither .* such as "12\/31\/2025" beside "01\/02\/2026"/,
  )
  assert.deepEqual((await deduplicate(dated, { keep: 'first' })).hints, [])
  assert.deepEqual((await deduplicate(['TV', 'PC', '...'], { method: 'solr-text-profile' })).hints, [
    '2 texts have no word in their profile, so solr-text-profile takes all of them for the same',
  ])
})

test('results by records have the estimate and the warnings of the method', async () => {
  const people = Array.from(
    { length: 30 },
    (_, i) => `Person${i} Street${i * 7} City${i % 3} ${10_000 + i * 37}`,
  )
  const documents = [...people, ...people.slice(0, 5).map(text => text.replace('Street', 'Streat'))]
  for (const { notes } of [
    await deduplicate(documents, { method: 'records' }),
    await findPairs(documents, { method: 'records' }),
    await findTwins(people, documents, { method: 'records' }),
  ]) {
    assert.ok(Array.isArray(notes?.warnings))
    assert.equal(typeof notes?.estimatedPrecision, 'number')
  }
  assert.equal((await findPairs(documents)).notes, undefined)
})
