import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Columns } from '../batch/columns.ts'
import { complete } from '../batch/complete.ts'
import { components } from '../batch/components.ts'
import { star } from '../batch/star.ts'
import { clusterPairs } from './pair-graph.ts'

/** Documents of different texts, but for those named equal. */
function columnsOf(count: number, equal: Readonly<Record<number, number>> = {}): Columns {
  const hashes = Uint32Array.from({ length: 4 * count }, (_, word) => {
    const document = Math.floor(word / 4)
    return (equal[document] ?? document) + 1
  })
  return {
    count,
    exact: hashes,
    tokens: hashes,
    tokenCount: new Uint32Array(count).fill(1),
    bands: 0,
    keys: new Uint32Array(0),
  }
}

/** A chain: 0-1 near, 1-2 nearer, 3 alone. */
const rows = {
  left: Int32Array.of(0, 1),
  right: Int32Array.of(1, 2),
  similarity: Float64Array.of(2, 1),
}
const distance = { isDistance: true, same: 0 }

test('star: a document joins a survivor that the method paired it with', async () => {
  const outcome = await clusterPairs(columnsOf(4), rows, distance, star)
  assert.deepEqual([...outcome.survivor], [0, 0, 2, 3])
  assert.deepEqual([...outcome.similarity], [0, 2, 0, 0])
  assert.deepEqual([...outcome.kind], [0, 3, 0, 0])
})

test('of two survivors the nearer one wins, by distance or by similarity', async () => {
  const order = Int32Array.of(0, 2, 3, 1)
  const byDistance = await clusterPairs(columnsOf(4), rows, distance, star, order)
  assert.deepEqual([...byDistance.survivor], [0, 2, 2, 3])
  const bySimilarity = await clusterPairs(columnsOf(4), rows, { isDistance: false, same: 6 }, star, order)
  assert.deepEqual([...bySimilarity.survivor], [0, 0, 2, 3])
  assert.deepEqual([...bySimilarity.similarity], [6, 2, 6, 6])
})

test('components: whom the method did not pair with its survivor has no value', async () => {
  const outcome = await clusterPairs(columnsOf(4), rows, distance, components)
  assert.deepEqual([...outcome.survivor], [0, 0, 0, 3])
  assert.deepEqual([...outcome.similarity], [0, 2, Number.NaN, 0])
})

test('complete: only documents that are all paired share a cluster', async () => {
  const outcome = await clusterPairs(columnsOf(4), rows, distance, complete)
  assert.deepEqual([...outcome.survivor], [0, 0, 2, 3])
})

test('kinds come from the texts', async () => {
  const outcome = await clusterPairs(columnsOf(4, { 1: 0 }), rows, distance, star)
  assert.deepEqual([...outcome.kind], [0, 1, 0, 0])
})

test('without pairs everything is kept', async () => {
  const none = { left: new Int32Array(0), right: new Int32Array(0), similarity: new Float64Array(0) }
  const outcome = await clusterPairs(columnsOf(2), none, distance, star)
  assert.deepEqual([...outcome.survivor], [0, 1])
})
