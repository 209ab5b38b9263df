/** The matrix measures what the engine measures, and a chain is one of matches. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { containment, jaccard, shingleHashes } from '../../src/doors/index.ts'
import { chainBetween, overlap } from './matrix.ts'

test('the overlap of shingle sets is the measure of the engine', async () => {
  const [a, b] = ['the old stone bridge over the river', 'an old stone bridge over a river and the road']
  const options = { shingle: 'words:2' } as const
  const [x, y] = await Promise.all([a, b].map(text => shingleHashes(text, options)))
  assert.equal(overlap(x, y, 'jaccard'), await jaccard(a, b, options))
  assert.equal(overlap(x, y, 'containment'), await containment(a, b, options))
  assert.equal(overlap(x, new BigUint64Array(0), 'jaccard'), 0)
})

test('the chain has the strongest weakest link, and is empty where none is known', () => {
  const none = Number.NaN
  // 0 - 1 - 2 - 3 is stronger than 0 - 3 by itself; 4 is alone.
  const values = Float64Array.of(
    ...[1, 0.9, none, 0.3, none],
    ...[0.9, 1, 0.85, none, none],
    ...[none, 0.85, 1, 0.8, none],
    ...[0.3, none, 0.8, 1, none],
    ...[none, none, none, none, 1],
  )
  assert.deepEqual(chainBetween(values, 5, 0, 3), [0, 1, 2, 3])
  assert.deepEqual(chainBetween(values, 5, 0, 1), [0, 1])
  assert.deepEqual(chainBetween(values, 5, 0, 4), [])
})
