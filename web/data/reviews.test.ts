/** Decisions: one for both orders of a pair, taken back exactly, and written as CSV that reads back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvField } from '../../src/ground/csv-field.ts'
import { idKey, idOfKey } from './ids.ts'
import { byPair, decide } from './review-queue.ts'
import { browserReviews, pairKey, reviewsCsv } from './reviews.ts'

test('ids of both types keep their type and their digits', () => {
  for (const id of [7, '7', 'a"b', '#7', '', -0.5, 12345678901234567890n])
    assert.equal(idOfKey(idKey(id)), id)
  assert.notEqual(idKey(7), idKey('7'))
})

test('a key that is of no id names no document', () => {
  for (const key of ['', '7', 'abc', '#', '#7a', '#07', '#1e30']) assert.equal(idOfKey(key), undefined, key)
})

test('a pair has one key whatever its order', () => {
  assert.equal(pairKey(7, 'a'), pairKey('a', 7))
  assert.notEqual(pairKey(7, 'a'), pairKey('7', 'a'))
})

test('undo restores what was decided before, and nothing where nothing was', async () => {
  const store = browserReviews('test')
  const known = async () => byPair(await store.all())
  const first = await decide(
    store,
    await known(),
    [{ id1: 1, id2: 2, decision: 'same', survivor: 2 }],
    'first',
  )
  const second = await decide(
    store,
    await known(),
    [
      { id1: 2, id2: 1, decision: 'different' },
      { id1: 1, id2: 3, decision: 'different' },
    ],
    'second',
  )
  const shown = async () =>
    (await store.all()).map(({ id1, id2, decision, survivor }) => [id1, id2, decision, survivor])
  assert.deepEqual(await shown(), [
    [2, 1, 'different', null],
    [1, 3, 'different', null],
  ])
  await second.undo()
  assert.deepEqual(await shown(), [[1, 2, 'same', 2]])
  await first.undo()
  assert.deepEqual(await shown(), [])
})

test('a decision is a row of CSV, quoted where it must be', () => {
  assert.equal(csvField('a\r\n"b",'), '"a\r\n""b"","')
  const review = {
    id1: 'a,b',
    id2: 7,
    decision: 'same',
    survivor: null,
    by: 'ops',
    at: '2026-01-01T00:00:00.000Z',
  } as const
  assert.equal(
    reviewsCsv([review]),
    'id1,id2,decision,survivor,by,at\n"a,b",7,same,,ops,2026-01-01T00:00:00.000Z\n',
  )
  // A spreadsheet must not run an id.
  assert.match(reviewsCsv([{ ...review, id1: '=1+1' }]), /\n'=1\+1,7,same,/)
})
