/** Methods that find their pairs by a search or by trials, from the command line and the library. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { deduplicate, findPairs, findTwins } from '../../src/doors/index.ts'
import { Workshop } from './command.ts'
import { jsonLines } from './json-lines.ts'

const place = new Workshop()
const restaurants = readFileSync(join(import.meta.dirname, '../golden/restaurant/records.jsonl'), 'utf8')
place.write('restaurants.jsonl', restaurants)

const run = async (...args: readonly string[]) => {
  const result = await place.run(...args, '--quiet')
  assert.deepEqual(result, { status: 0, out: '', err: '' })
}
const rowsOf = (name: string) =>
  place
    .read(name)
    .trimEnd()
    .split('\n')
    .slice(1)
    .map(row => row.split(','))

test('restaurants: 65 pairs by shingles and 64 by minhash, including those of the post', async () => {
  for (const [method, count] of [
    ['restaurants-shingles', 65],
    ['restaurants-minhash', 64],
  ] as const) {
    await run('pairs', 'restaurants.jsonl', '--method', method, '-o', `${method}.csv`)
    const rows = rowsOf(`${method}.csv`)
    assert.equal(rows.length, count)
    const distances = new Map(
      rows.map(([a, b, measure, distance]) => [`${a}-${b}`, `${measure} ${distance}`]),
    )
    for (const [pair, distance] of [
      ['3-536', 1],
      ['43-579', 2],
      ['44-584', 2],
      ['60-605', 2],
      ['84-625', 1],
    ]) {
      assert.equal(distances.get(String(pair)), `word-edit-distance ${distance}`)
    }
    const documents = restaurants
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    const { pairs } = await findPairs(documents, { method })
    assert.deepEqual(
      pairs.map(({ leftId, rightId, similarity }) => [String(leftId), String(rightId), String(similarity)]),
      rows.map(([a, b, , distance]) => [a, b, distance]),
    )
  }
})

test('dedupe: every removed row names a pair of the method, nearer survivors first', async () => {
  await run('dedupe restaurants.jsonl --method restaurants-shingles -o kept.jsonl --removed removed.jsonl')
  const pairs = new Map(
    rowsOf('restaurants-shingles.csv').map(([a, b, , distance]) => [`${a}-${b}`, Number(distance)]),
  )
  const removed = place.rows('removed.jsonl')
  for (const { id, survivor, measure, similarity } of removed) {
    assert.equal(measure, 'word-edit-distance')
    assert.equal(pairs.get(`${survivor}-${id}`), similarity)
  }
  const kept = place.read('kept.jsonl').trim().split('\n').length
  assert.equal(kept + removed.length, 864)
})

test('parameters reach the search: without the first word and the early cut, 139 pairs', async () => {
  const loose = ['--param', 'sameFirstWord=false', '--param', 'earlyCut=false']
  await run('pairs', 'restaurants.jsonl', '--method', 'restaurants-shingles', ...loose, '-o', 'loose.csv')
  assert.equal(rowsOf('loose.csv').length, 139)
})

test('explain shows the distance of a pair, and says so if the method finds none', async () => {
  const explained = async (ids: string) => {
    const { out } = await place.run(
      'explain restaurants.jsonl --ids',
      ids,
      '--method',
      'restaurants-shingles',
      '--json',
    )
    const { decided, matches } = JSON.parse(out)
    return [decided.measure, decided.value, matches]
  }
  assert.deepEqual(await explained('3,536'), ['word-edit-distance', 1, true])
  assert.deepEqual(await explained('3,537'), ['word-edit-distance', null, false])
})

test('restaurants: equal texts are pairs, duplicates and twins, as explain says', async () => {
  const club = "'21' Club"
  place.write('clubs.jsonl', jsonLines(...[club, club, 'Bar'].map((text, id) => ({ id, text }))))
  place.write('twins.jsonl', jsonLines({ id: 9, text: club }))
  for (const name of ['restaurants-shingles', 'restaurants-minhash']) {
    const method = ['--method', name, '--force'] as const
    await run('pairs', 'clubs.jsonl', ...method, '-o', 'clubs.csv')
    assert.deepEqual(rowsOf('clubs.csv'), [['0', '1', 'word-edit-distance', '0']])
    await run('dedupe', 'clubs.jsonl', ...method, '-o', 'clubs-kept.jsonl')
    assert.equal(place.read('clubs-kept.jsonl').trim().split('\n').length, 2)
    await run('match', 'clubs.jsonl', '--against', 'twins.jsonl', ...method, '-o', 'twins.csv')
    assert.deepEqual(
      rowsOf('twins.csv').map(([a, b]) => `${a},${b}`),
      ['0,9', '1,9'],
    )
    const { out } = await place.run('explain', 'clubs.jsonl', '--ids', '0,1', '--method', name, '--json')
    const { kind, matches, decided } = JSON.parse(out)
    assert.deepEqual([kind, matches, decided.value], ['exact', true, 0])
  }
})

const fox = 'the quick brown fox jumps over the lazy dog and then goes home to sleep for a long while'
const animals = [
  { id: 'a', text: fox },
  { id: 'b', text: `${fox}!` },
  { id: 'c', text: fox.replace('a long', 'a very long') },
  { id: 'd', text: 'something else entirely' },
]
place.write('animals.jsonl', jsonLines(...animals))
const trials = ['--method', 'repeated-trials', '--param', 'hashes=2'] as const

test('repeated trials: pairs by the number of trials; equal tokens agree on all', async () => {
  await run('pairs', 'animals.jsonl', ...trials, '-o', 'trials.csv')
  const rows = rowsOf('trials.csv')
  assert.deepEqual(
    rows.map(([a, b, measure]) => [a, b, measure]),
    [
      ['a', 'b', 'agreed-trials'],
      ['a', 'c', 'agreed-trials'],
      ['b', 'c', 'agreed-trials'],
    ],
  )
  assert.equal(rows[0][3], '6')
  assert.ok(Number(rows[1][3]) >= 2 && rows[1][3] === rows[2][3])
  await run('sign', 'animals.jsonl', ...trials, '-o', 'signed.jsonl')
  const [a, , c] = place
    .read('signed.jsonl')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line).signature)
  assert.equal(a.filter((key: string, trial: number) => key === c[trial]).length, Number(rows[1][3]))
  const { out } = await place.run('explain', 'animals.jsonl', '--ids', 'a,c', ...trials, '--json')
  const { decided, onlyBShingles } = JSON.parse(out)
  assert.deepEqual([decided.value, onlyBShingles], [Number(rows[1][3]), ['a very', 'very long']])
  const { pairs } = await findPairs(animals, { method: 'repeated-trials', params: { hashes: 2 } })
  assert.deepEqual(
    pairs.map(({ similarity }) => String(similarity)),
    rows.map(([, , , similarity]) => similarity),
  )
})

test('repeated trials: equal texts without tokens agree on all', async () => {
  const texts = ['!', '!', '…', '…', '?']
  place.write('signs.jsonl', jsonLines(...texts.map((text, id) => ({ id, text }))))
  await run('pairs', 'signs.jsonl', '--method', 'repeated-trials', '-o', 'signs.csv')
  const rows = rowsOf('signs.csv')
  assert.deepEqual(
    rows.map(([a, b, , agreed]) => [a, b, agreed]),
    [
      ['0', '1', '6'],
      ['2', '3', '6'],
    ],
  )
  const decidedOf = async (ids: string) => {
    const asked = ['--ids', ids, '--method', 'repeated-trials', '--json']
    const { decided, matches } = JSON.parse((await place.run('explain', 'signs.jsonl', ...asked)).out)
    return [decided.value, matches]
  }
  for (const ids of ['0,1', '2,3']) assert.deepEqual(await decidedOf(ids), [6, true])
  for (const ids of ['0,4', '0,2']) assert.deepEqual(await decidedOf(ids), [null, false])
})

test('repeated trials: dedupe and the library decide the same', async () => {
  await run('dedupe', 'animals.jsonl', ...trials, '-o', 'left.jsonl', '--report', 'report.json')
  const report = JSON.parse(place.read('report.json'))
  const found = await deduplicate(animals, { method: 'repeated-trials', params: { hashes: 2 } })
  assert.equal(found.digest, report.digest)
  assert.deepEqual(found.kept, [0, 3])
})

test('twins across two lists come from the same methods', async () => {
  const twins = await findTwins(
    ["Art's Deli 12224 Ventura Blvd", "Art's Deli 12224 Ventura Blvd"], // not twins of each other
    ['Art s Deli 12224 Ventura Blvd.', 'Other place here'],
    {
      method: 'restaurants-shingles',
    },
  )
  assert.deepEqual(
    twins.pairs.map(({ left, right, measure, similarity }) => [left, right, measure, similarity]),
    [
      [0, 0, 'word-edit-distance', 0],
      [1, 0, 'word-edit-distance', 0],
    ],
  )
})

test('longest words: shared checksums of the shorter list above 80 percent; sign has no signature for it', async () => {
  const ads = [
    'Selling my green garden bench with cushions, hardly used, pick up downtown. Call 555-123',
    'SELLING my green garden bench with cushions - hardly used!! Pick up downtown, call 999',
    'Looking for a quiet apartment near the university library',
  ]
  place.write('ads.jsonl', jsonLines(...ads.map((text, id) => ({ id, text }))))
  await run('pairs', 'ads.jsonl', '--method', 'longest-words', '-o', 'ads.csv')
  assert.deepEqual(rowsOf('ads.csv'), [['0', '1', 'shared-words', '100']])
  const { pairs } = await findPairs(ads, { method: 'longest-words', params: { threshold: 99 } })
  assert.deepEqual(
    pairs.map(({ left, right, similarity }) => [left, right, similarity]),
    [[0, 1, 100]],
  )
  const refused = await place.run('sign', 'ads.jsonl', '--method', 'longest-words', '-o', 'none.jsonl')
  assert.equal(refused.status, 2)
  assert.match(refused.err, /OPTION_VALUE: expected a method with a signature of a single text/)
})
