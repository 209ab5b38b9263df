/**
 * The 864 restaurants of two guides: how many of the 112 in both are found without labels, as one list and as two, and
 * the error of the estimated precision.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findRecordPairs, type RecordPairs } from '../../../src/methods/records/find-record-pairs.ts'

const read = (name: string): string =>
  readFileSync(new URL(`../restaurant/${name}`, import.meta.url), 'utf8').trimEnd()
const records = read('records.jsonl')
  .split('\n')
  .map(line => JSON.parse(line) as { id: string; text: string })
const texts = records.map(({ text }) => text)
const truth = new Set(read('truth.csv').split('\n').slice(1))

const rightOf = ({ left, right }: RecordPairs): number =>
  left.filter((row, p) => truth.has(`${records[row].id},${records[right[p]].id}`)).length

test('one list: 106 of 112 true pairs among 109', t => {
  const found = findRecordPairs(texts)
  t.diagnostic(`${rightOf(found)} of ${found.left.length}, estimated ${found.notes.estimatedPrecision}`)
  assert.deepEqual([rightOf(found), found.left.length], [106, 109])
  assert.equal(found.notes.oneToOne, true)
  assert.equal(found.notes.clearBoundary, true)
  assert.ok(Math.abs((found.notes.estimatedPrecision ?? 0) - 106 / 109) < 0.08)
})

test('two lists, the first guide of 533: 107 of 108', t => {
  const found = findRecordPairs(texts, { split: 533 })
  t.diagnostic(`${rightOf(found)} of ${found.left.length}, estimated ${found.notes.estimatedPrecision}`)
  assert.deepEqual([rightOf(found), found.left.length], [107, 108])
})

test('deciding the doubtful pairs does not worsen the result', () => {
  const { notes } = findRecordPairs(texts)
  const isTrue = (pair: { left: number; right: number }): boolean =>
    truth.has(`${records[pair.left].id},${records[pair.right].id}`)
  const asPair = (pair: { left: number; right: number }): [number, number] => [pair.left, pair.right]
  const accepted = notes.doubtful.filter(isTrue).map(asPair)
  const rejected = notes.doubtful.filter(pair => !isTrue(pair)).map(asPair)
  const taught = findRecordPairs(texts, undefined, { accepted, rejected })
  assert.ok(rightOf(taught) >= 106)
  assert.ok(taught.left.length - rightOf(taught) <= 3)
})
