/** Records online: checks against the pairs of a whole list, before and after training, with and without texts. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { checkRows, type Kept, pairsOf } from '../../../test/golden/online/check-rows.ts'
import { people } from '../../../test/golden/records/samples.ts'
import { restaurants, truthPath } from '../../../test/golden/restaurant/naive.ts'
import { openEngine } from '../../engine/library/open-engine.ts'
import type { Params } from '../contract/method.ts'
import { resolveMethodParams } from '../methods.ts'
import { findRecordPairs } from './find-record-pairs.ts'
import { OnlineRecords } from './online.ts'
import { itemAgree } from './params.ts'

const open = async (given: Params = {}, storeText = true) => {
  const { space } = await openEngine({ method: 'records' })
  return new OnlineRecords({
    space,
    params: resolveMethodParams('records', given),
    storeText,
    fields: ['text'],
  })
}

const rows = restaurants().map(({ text }) => text)
const truth = readFileSync(truthPath, 'utf8').trimEnd().split('\n').slice(1)
const truePairs = new Set(
  truth.map(line =>
    line
      .split(',')
      .map(id => Number(id) - 1)
      .join('-'),
  ),
)

/** Pairs of rows that checks find, the number among `expected`, and the candidates per check. */
async function checked(texts: readonly string[], kept: Kept, method: OnlineRecords) {
  const { matches, candidates } = checkRows(method, itemAgree, texts, kept)
  const found = new Set<string>()
  matches.forEach((others, row) => {
    for (const other of others.keys()) found.add(`${Math.min(row, other)}-${Math.max(row, other)}`)
  })
  const share = (expected: ReadonlySet<string>) => found.intersection(expected).size
  return { found, share, candidates: candidates / texts.length }
}

/**
 * The pairs that the list reports or leaves to a person, which a check cannot tell apart; the tests state how many more
 * the checks find.
 */
function reported(texts: readonly string[]): Set<string> {
  const { left, right } = findRecordPairs(texts, undefined, { undecided: 'remove' })
  return new Set(Array.from(left, (row, p) => `${row}-${right[p]}`))
}

test('trained on the restaurants, checks find every listed pair, and 12 that were not the best of a row', async () => {
  const method = await open()
  method.use(method.train(rows))
  assert.equal(method.isDecidedBySketch, false)
  const expected = reported(rows)
  const { found, share, candidates } = await checked(rows, 'texts', method)
  assert.deepEqual([expected.size, share(expected), found.size], [109, 109, 121])
  assert.deepEqual([share(truePairs), truePairs.size], [107, 112])
  assert.ok(candidates < 40, `${candidates}`)
})

test('without stored texts, heads and numbers are left out', async () => {
  const method = await open({}, false)
  method.use(method.train(rows))
  assert.equal(method.isDecidedBySketch, true)
  const { found, share } = await checked(rows, 'shingles', method)
  assert.deepEqual([found.size, share(truePairs)], [121, 105])
})

test('without training checks find fewer pairs, most of them right', async () => {
  const method = await open()
  assert.equal(method.isDecidedBySketch, true)
  const { found, share } = await checked(rows, 'texts', method)
  assert.deepEqual([found.size, share(truePairs)], [101, 86])
})

test('trained on misspelt people, checks find 0.98 of the reported pairs, and few others', async () => {
  for (const [count, copies, seed] of [
    [2000, 0.2, 6],
    [1500, 0.5, 7],
  ]) {
    const texts = people(count, copies, seed)
    const method = await open()
    method.use(method.train(texts))
    const expected = reported(texts)
    const { found, share } = await checked(texts, 'texts', method)
    assert.ok(share(expected) >= 0.98 * expected.size, `${share(expected)} of ${expected.size}`)
    assert.ok(found.size <= 1.15 * expected.size, `${found.size} for ${expected.size}`)
  }
})

test('records of the same words have similarity 1, signs alone match equal ones, blank records nothing', async () => {
  const texts = ['Café Bizou', 'cafe bizou!', '', '  ', '***', ' *** ', '?', 'x', 'X.', '東', '東']
  const method = await open()
  for (const model of [undefined, method.train(texts), method.train(rows)]) {
    method.use(model)
    const pairs = pairsOf(checkRows(method, itemAgree, texts))
    assert.deepEqual(pairs, ['0-1 1', '4-5 1', '7-8 1', '9-10 1'])
  }
})

test('training changes no sketch, and the same texts give the same bytes', async () => {
  const method = await open()
  const before = method.sketches(rows.slice(0, 50))
  const bytes = method.train(rows)
  method.use(bytes)
  assert.deepEqual(method.sketches(rows.slice(0, 50)), before)
  assert.deepEqual(method.train(rows), bytes)
})

test('a given threshold holds before and after training', async () => {
  const counts: number[] = []
  for (const threshold of [0.6, 0.9]) {
    const method = await open({ threshold })
    for (const isTrained of [false, true]) {
      if (isTrained) method.use(method.train(rows))
      const { matches } = checkRows(method, itemAgree, rows)
      const values = matches.flatMap(found => [...found.values()])
      assert.ok(values.every(value => value >= threshold - 1e-5 && value <= 1))
      counts.push(values.length)
    }
  }
  assert.ok(counts[0] > counts[2] && counts[1] > counts[3], `${counts}`)
})

test('refuses bytes that are no model, and keeps the previous one', async () => {
  const method = await open()
  assert.throws(() => method.use(new Uint8Array(7)), { code: 'STORE_FORMAT' })
  assert.throws(() => method.use(new Uint8Array(2)), { code: 'STORE_CORRUPT' })
})
