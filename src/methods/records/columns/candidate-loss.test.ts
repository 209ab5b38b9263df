/** Candidates against all pairs, by the weights that were learnt from the candidates. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lostShare } from '../../../../test/golden/records/lost-pairs.ts'
import { persons } from '../../../../test/golden/records/persons.ts'

test('candidates lose at most 0.01 of the pairs that the same weights find among all', () => {
  const { texts, columns } = persons(600)
  const { found, lost } = lostShare(texts, columns)
  assert.ok(found > 75, `${found}`)
  assert.ok(lost <= 0.01 * found, `${lost} of ${found}`)
})

test('so they do between two lists', () => {
  const { texts, columns } = persons(1000)
  const order = [...texts.keys()].sort((a, b) => (a % 2) - (b % 2) || a - b)
  const sorted = columns.map(({ name, values }) => ({ name, values: order.map(row => values[row]) }))
  const { found, lost } = lostShare(
    order.map(row => texts[row]),
    sorted,
    600,
  )
  assert.ok(found > 40, `${found}`)
  assert.ok(lost <= 0.01 * found, `${lost} of ${found}`)
})
