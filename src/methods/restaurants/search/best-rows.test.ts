/** Best rows against a full sort. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import { bestRows } from './best-rows.ts'

test('are the first of all rows sorted by falling score, then by number', () => {
  const scores = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 40 })
  const property = fc.property(scores, fc.nat(45), fc.infiniteStream(fc.nat()), (list, rows, order) => {
    const documents = list.map((_, i) => ({ i, at: order.next().value })).sort((a, b) => a.at - b.at)
    const candidates = documents.filter(({ i }) => i % 3 !== 1).map(({ i }) => i)
    const found = bestRows(Uint32Array.from(candidates), Float64Array.from(list), rows)
    const expected = candidates.sort((a, b) => list[b] - list[a] || a - b).slice(0, rows)
    assert.deepEqual([...found.documents], expected)
    assert.deepEqual(
      [...found.scores],
      expected.map(document => list[document]),
    )
  })
  fc.assert(property, { numRuns: runs(1000), seed: 5 })
})
