/** The order of doubtful pairs: one question for each way to differ, then the probabilities nearest to one half. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairsInReview } from './review-pairs.ts'

test('pairs of one pattern are asked about twice, and of what is sure copies come first', () => {
  const rows = [
    '1,2,,undecided,0.99,first,Ann,Bob',
    '3,4,,undecided,0.99,first,Cid,Dan',
    '5,6,,undecided,0.99,first,Eve,Flo',
    '7,8,,undecided,0.99,city,Gus,Gus',
    '9,10,,yes,0.8,,Hal,Hall',
    '11,12,,yes,0.99,,Ida,Ida',
    '13,14,,no,0.4,,Jon,Jan',
    '15,16,,no,0.00001,,Kim,Kai',
    '17,18,,yes,0.9999999,,Lea,Leah',
  ]
  const found = pairsInReview(
    `id1,id2,decision,found,similarity,pattern,first_1,first_2\n${rows.join('\n')}\n`,
  )
  assert.deepEqual(
    found.map(({ id1 }) => id1),
    ['1', '3', '7', '13', '9', '11', '17', '5', '15'],
  )
  assert.deepEqual(found[4].cells, [{ name: 'first', a: 'Hal', b: 'Hall' }])
  assert.deepEqual(
    found.map(({ isFound }) => isFound),
    [false, false, false, false, true, true, true, false, false],
  )
})
