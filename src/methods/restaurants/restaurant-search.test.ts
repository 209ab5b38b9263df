/**
 * The restaurant search: the source's numbers on the 864 rows, measured variants, its decision against a transcription,
 * then two lists, unusual texts and errors.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { restaurants, truthPath } from '../../../test/golden/restaurant/naive.ts'
import { runs } from '../../../test/ground/runs.ts'
import type { RestaurantIndex } from '../contract/row-index.ts'
import { defaultRestaurantOptions, type RestaurantOptions } from './params.ts'
import { searchRestaurants } from './restaurant-search.ts'

const texts = restaurants().map(({ text }) => text)
const truth = new Set(readFileSync(truthPath, 'utf8').trimEnd().split('\n').slice(1))

/** The number of pairs, and of true ones. */
async function count(options: RestaurantOptions): Promise<[number, number]> {
  const { left, right } = await searchRestaurants(texts, options)
  return [left.length, left.filter((row, i) => truth.has(`${row + 1},${right[i] + 1}`)).length]
}

test('finds 65 pairs by shingles and 64 by signatures, 61 and 60 of them true, with every ranking', async () => {
  for (const ranking of ['classic', 'bm25', 'classic7'] as const) {
    assert.deepEqual(await count({ by: 'shingles', ranking }), [65, 61], ranking)
    assert.deepEqual(await count({ by: 'minhash', ranking }), [64, 60], ranking)
  }
})

test('only shingles find the pair Le Montrachet', async () => {
  const keysOf = async (by: RestaurantOptions['by']) => {
    const { left, right } = await searchRestaurants(texts, { by })
    return new Set(Array.from(left, (row, i) => `${row + 1}/${right[i] + 1}`))
  }
  const [shingles, minhash] = [await keysOf('shingles'), await keysOf('minhash')]
  assert.deepEqual([...shingles.difference(minhash)], ['420/731'])
  assert.deepEqual([...minhash.difference(shingles)], [])
})

const variants: readonly [RestaurantOptions, number, number][] = [
  [{ by: 'shingles', earlyCut: false }, 65, 61],
  [{ by: 'shingles', sameFirstWord: false }, 107, 61],
  [{ by: 'shingles', sameFirstWord: false, earlyCut: false }, 139, 62],
  [{ by: 'minhash', earlyCut: false }, 64, 60],
  [{ by: 'minhash', sameFirstWord: false, earlyCut: false }, 135, 61],
  [{ by: 'minhash', extremum: 'min' }, 63, 60],
  [{ by: 'minhash', extremum: 'min', ranking: 'bm25' }, 63, 60],
  [{ by: 'minhash', extremum: 'min', earlyCut: false }, 64, 60],
  [{ by: 'minhash', extremum: 'min', sameFirstWord: false, earlyCut: false }, 132, 60],
  [{ by: 'shingles', maxDistance: 0 }, 27, 27],
  [{ by: 'shingles', rows: 864, sameFirstWord: false, earlyCut: false, size: 1 }, 145, 63],
]

for (const [options, pairs, found] of variants) {
  test(`finds ${pairs} pairs, ${found} of them true, with ${JSON.stringify(options)}`, async () => {
    assert.deepEqual(await count(options), [pairs, found])
  })
}

test('the notes count what the search may have missed', async () => {
  const { notes } = await searchRestaurants(texts, { by: 'shingles' })
  assert.deepEqual(notes, { queries: 864, withoutShingles: 0, fullAnswers: 0, cutRows: 106 })
  const wide = await searchRestaurants(texts, { by: 'shingles', sameFirstWord: false })
  assert.deepEqual(wide.notes, { queries: 864, withoutShingles: 0, fullAnswers: 590, cutRows: 4924 })
})

/** A transcription of the source's decision on an answer. */
function transcribed(contents: readonly string[], row: number, hits: readonly number[], maxDist: number) {
  const most = 2 ** 31 - 1
  let previous = 0
  return hits
    .map(hit => {
      let distance = most
      if (contents[hit] === contents[row]) distance = 0
      else if (previous <= maxDist)
        distance = wordDistance(contents[row].split(' '), contents[hit].split(' '))
      previous = distance
      return { hit, distance }
    })
    .filter(({ hit }) => hit > row)
    .filter(({ distance }) => distance <= maxDist)
}

function wordDistance(a: readonly string[], b: readonly string[]): number {
  const d = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => i + j),
  )
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const isEqual = a[i - 1] === b[j - 1]
      d[i][j] = isEqual ? d[i - 1][j - 1] : 1 + Math.min(d[i - 1][j], d[i][j - 1], d[i - 1][j - 1])
    }
  }
  return d[a.length][b.length]
}

test('decides on any answer as the source does, early cut included', async () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 })
    .map(words => words.join(' '))
  const answered = fc.array(text, { minLength: 1, maxLength: 8 }).chain(contents => {
    const hits = fc.shuffledSubarray([...contents.keys()])
    return fc.tuple(
      fc.constant(contents),
      fc.array(hits, { minLength: contents.length, maxLength: contents.length }),
    )
  })
  const property = fc.asyncProperty(answered, fc.nat(3), async ([contents, answers], maxDistance) => {
    let asked = 0
    const index: RestaurantIndex = {
      parallel: 1,
      add: () => {},
      commit: () => {},
      query: () => answers[asked++],
    }
    const found = await searchRestaurants(contents, { maxDistance }, index)
    const expected = contents.flatMap((_, row) =>
      transcribed(contents, row, answers[row], maxDistance).map(({ hit, distance }) => [
        row,
        hit,
        distance,
      ]),
    )
    assert.deepEqual(
      Array.from(found.left, (row, i) => [row, found.right[i], found.distance[i]]),
      expected,
    )
  })
  await fc.assert(property, { numRuns: runs(500), seed: 7 })
})

test('an equal text after one beyond the distance ends the early cut', async () => {
  const contents = ['a b c', 'x y z', 'a b d', 'a b c', 'a b e']
  const index: RestaurantIndex = {
    parallel: 1,
    add: () => {},
    commit: () => {},
    query: ({ terms }) => (terms[0] === 'a b c' ? [1, 2, 3, 4] : []),
  }
  const found = await searchRestaurants(contents, {}, index)
  assert.deepEqual([...found.left].slice(0, 2), [0, 0])
  assert.deepEqual([...found.right].slice(0, 2), [3, 4])
  assert.deepEqual(found.notes.cutRows, 2)
})

test('for two lists only pairs across are found, and only the second is indexed', async () => {
  const { left, right, notes } = await searchRestaurants(texts, {}, undefined, { split: 533 })
  assert.equal(notes.queries, 533)
  assert(left.every((row, i) => row < 533 && right[i] >= 533))
  const found = left.filter((row, i) => truth.has(`${row + 1},${right[i] + 1}`)).length
  assert.deepEqual([left.length, found], [61, 61])
})

test('finds equal texts of one word, of no word and empty ones; notes count texts without n-grams', async () => {
  const odd = ['Toulouse', '', '...', "'21' Club", 'toulouse', '', '!!', "'21' Club"]
  for (const by of ['shingles', 'minhash'] as const) {
    const { left, right, distance, notes } = await searchRestaurants(odd, { by })
    assert.deepEqual(
      [[...left], [...right], [...distance]],
      [
        [0, 1, 2],
        [4, 5, 6],
        [0, 0, 0],
      ],
      by,
    )
    assert.equal(notes.withoutShingles, 2)
  }
  const sides = await searchRestaurants(odd, {}, undefined, { split: 4 })
  assert.deepEqual(
    [[...sides.left], [...sides.right], sides.notes.withoutShingles],
    [[0, 1, 2], [4, 5, 6], 2],
  )
  const none = await searchRestaurants([])
  assert.deepEqual([none.left.length, none.notes.queries], [0, 0])
})

test('a long text exceeds the clauses of a query by shingles, but not by signatures', async () => {
  const long = Array.from({ length: 1100 }, (_, i) => `w${i}`).join(' ')
  await assert.rejects(searchRestaurants(['a b c', long]), {
    message:
      'TOO_MANY_CLAUSES: expected a query of at most 1024 clauses, one a shingle, got 1098, at text 2. To fix: use ' +
      'restaurants-minhash, whose queries have one clause a value of the signature however long the text is, or ' +
      'raise maxClauses.',
  })
  const options = { by: 'minhash' } as const
  assert.equal((await searchRestaurants([long, long], options)).left.length, 1)
  assert.equal((await searchRestaurants([long, long], { maxClauses: 1098 })).left.length, 1)
})

test('refuses options outside their domain', async () => {
  const wrong: readonly [Partial<Record<keyof RestaurantOptions, unknown>>, string][] = [
    [{ size: 0 }, 'size to be a whole number in [1, 1048576], got 0'],
    [{ signatures: 1.5 }, 'signatures to be a whole number in [1, 1048576], got 1.5'],
    [{ seed: Number.NaN }, `seed to be a whole number in [${-(2 ** 53) + 1}, ${2 ** 53 - 1}], got NaN`],
    [{ rows: 0 }, 'rows to be a whole number in [1, 2147483647], got 0'],
    [{ maxDistance: -1 }, 'maxDistance to be a whole number in [0, 2147483646], got -1'],
    [{ extremum: 'least' }, 'extremum to be one of max, min, got "least"'],
    [{ earlyCut: 'yes' }, 'earlyCut to be true or false, got "yes"'],
    [{ ranking: 'tfidf' }, 'ranking to be one of classic, bm25, classic7, got "tfidf"'],
  ]
  for (const [options, message] of wrong) {
    const name = Object.keys(options)[0]
    await assert.rejects(searchRestaurants(texts, options as RestaurantOptions), {
      message: `OPTION_VALUE: expected ${message}. To fix: change ${name}, or leave it out for its default.`,
    })
  }
})

test("the defaults are the source's", () => {
  assert.deepEqual(defaultRestaurantOptions, {
    by: 'shingles',
    size: 3,
    signatures: 20,
    seed: 42,
    hashSeed: 42,
    extremum: 'max',
    rows: 10,
    maxDistance: 2,
    sameFirstWord: true,
    earlyCut: true,
    ranking: 'classic',
    maxClauses: 1024,
  })
})
