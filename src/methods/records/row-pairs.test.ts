/** Pairs of rows of large groups. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRecordPairs, type RecordPairs } from './find-record-pairs.ts'

const listed = ({ left, right }: RecordPairs): string[] =>
  Array.from(left, (row, p) => `${row}-${right[p]}`)
const times = (count: number, text: string): string[] => Array<string>(count).fill(text)

const cafe = 'Golden Dragon Cafe 12 Main Street Springfield'
const others = ['Blue Lotus 99 Side Road', 'Green Tea House 4 Park Lane', 'Old Mill Inn 7 River Bank']

test('across two lists every row of large groups has a pair with the first row of the other group', () => {
  for (const text of [cafe, '***', '']) {
    const found = findRecordPairs(times(503, text), { split: 2 }, { oneToOne: false })
    assert.equal(found.left.length, 502, text)
    assert.deepEqual(new Set([...found.left, ...found.right]).size, 503)
    assert.ok(found.left.every((left, p) => left === 0 || found.right[p] === 2))
    assert.match(found.notes.warnings.join(), /only the pairs with its first row/)
    assert.equal(findRecordPairs(times(502, text), { split: 2 }, { oneToOne: false }).left.length, 1000)
  }
})

test('in one list, too', () => {
  const texts = [...times(33, cafe), ...times(32, 'Golden Dragon Cafe 12 Main St Springfield'), ...others]
  const found = findRecordPairs(texts, undefined, { oneToOne: false, threshold: 0.5 })
  const between = listed(found).filter((_, p) => found.left[p] < 33 && found.right[p] >= 33)
  assert.equal(between.length, 64)
  for (let row = 1; row < 33; row++) assert.ok(between.includes(`${row}-33`))
  for (let row = 33; row < 65; row++) assert.ok(between.includes(`0-${row}`))
})

test('a row rejected with the first row has its pair with the next', () => {
  const across = findRecordPairs(times(503, cafe), { split: 2 }, { oneToOne: false, rejected: [[0, 9]] })
  assert.ok(!listed(across).includes('0-9') && listed(across).includes('1-9'))
  const within = findRecordPairs(times(1500, cafe), undefined, { rejected: [[0, 9]] })
  assert.ok(!listed(within).includes('0-9') && listed(within).includes('1-9'))
  assert.equal(within.left.length, 1499)
})

const sides = ['Red Rose Cafe 12 High Street', 'Red Rose Cafe 12 High Street', 'Green Tea House']

test('under one-to-one an accepted pair takes its rows, but not their equals', () => {
  const accepting = (rights: string[], ...accepted: [number, number][]) =>
    listed(findRecordPairs([...sides, ...rights], { split: 3 }, { oneToOne: true, accepted }))
  assert.deepEqual(accepting(['Blue Lotus 99 Side Road', 'Old Mill Inn'], [1, 3]), ['1-3'])
  assert.deepEqual(accepting([sides[0], 'Old Mill Inn'], [1, 3]), ['1-3'])
  assert.deepEqual(accepting([sides[0], 'Red Rose Cafe, 12 High St'], [0, 4]), ['0-4', '1-3'])
  assert.deepEqual(accepting(['Blue Lotus 99 Side Road', 'Old Mill Inn'], [0, 4], [1, 3]), ['0-4', '1-3'])
})

test('under one-to-one a blank row has one counterpart, too', () => {
  assert.deepEqual(listed(findRecordPairs(['', '', 'a', ''], { split: 2 }, { oneToOne: true })), ['0-3'])
})

test('under one-to-one a row of a rejected pair matches an equal of the other row', () => {
  const rejecting = (lefts: string[], rights: string[], ...rejected: [number, number][]) =>
    listed(findRecordPairs([...lefts, ...rights], { split: lefts.length }, { oneToOne: true, rejected }))
  const [rose] = sides
  assert.deepEqual(rejecting(sides, [rose, 'Old Mill Inn'], [0, 3]), ['1-3'])
  assert.deepEqual(rejecting([rose, rose], [rose, rose], [0, 2]), ['0-3', '1-2'])
  assert.deepEqual(rejecting([rose, rose], [rose, rose], [1, 3]), ['0-3', '1-2'])
  assert.deepEqual(rejecting(['', ''], ['', 'a'], [0, 2]), ['1-2'])
})
