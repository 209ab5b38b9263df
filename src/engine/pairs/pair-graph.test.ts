import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { chunked } from '../../../test/worlds/chunked.ts'
import type { Columns } from '../batch/columns.ts'
import { complete } from '../batch/complete.ts'
import { components } from '../batch/components.ts'
import { star } from '../batch/star/star.ts'
import { clusterPairs } from './pair-graph.ts'

/** Documents with different texts, except those listed as equal. */
function columnsOf(count: number, equal: Readonly<Record<number, number>> = {}): Columns {
  const hashes = Uint32Array.from({ length: 4 * count }, (_, word) => {
    const document = Math.floor(word / 4)
    return (equal[document] ?? document) + 1
  })
  return chunked({ count, exact: hashes, tokens: hashes, tokenCount: new Uint32Array(count).fill(1) })
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

test('the nearer of two survivors wins, by distance or by similarity', async () => {
  const order = Int32Array.of(0, 2, 3, 1)
  const byDistance = await clusterPairs(columnsOf(4), rows, distance, star, order)
  assert.deepEqual([...byDistance.survivor], [0, 2, 2, 3])
  const bySimilarity = await clusterPairs(columnsOf(4), rows, { isDistance: false, same: 6 }, star, order)
  assert.deepEqual([...bySimilarity.survivor], [0, 0, 2, 3])
  assert.deepEqual([...bySimilarity.similarity], [6, 2, 6, 6])
})

test('components: a document that the method did not pair with its survivor has no value', async () => {
  const outcome = await clusterPairs(columnsOf(4), rows, distance, components)
  assert.deepEqual([...outcome.survivor], [0, 0, 0, 3])
  assert.deepEqual([...outcome.similarity], [0, 2, Number.NaN, 0])
})

test('complete: a cluster holds only documents that are all paired with each other', async () => {
  const outcome = await clusterPairs(columnsOf(4), rows, distance, complete)
  assert.deepEqual([...outcome.survivor], [0, 0, 2, 3])
})

test('the texts determine the kinds', async () => {
  const outcome = await clusterPairs(columnsOf(4, { 1: 0 }), rows, distance, star)
  assert.deepEqual([...outcome.kind], [0, 1, 0, 0])
})

test('without pairs everything is kept', async () => {
  const none = { left: new Int32Array(0), right: new Int32Array(0), similarity: new Float64Array(0) }
  const outcome = await clusterPairs(columnsOf(2), none, distance, star)
  assert.deepEqual([...outcome.survivor], [0, 1])
})

/** Documents 0, 2, 4, ... form one class and 1, 3, 5, ... another; only their first rows are listed. */
test('classes: the first visited document represents its class, however few rows are listed', async () => {
  const firstOf = Int32Array.from({ length: 9 }, (_, document) => document % 2)
  firstOf[8] = 8
  const known = {
    left: Int32Array.of(0, 0),
    right: Int32Array.of(1, 2),
    similarity: Float64Array.of(0.9, 1),
    firstOf,
  }
  const share = { isDistance: false, same: 1 }
  const order = Int32Array.of(8, 7, 6, 5, 4, 3, 2, 1, 0)
  for (const cluster of [star, components, complete]) {
    const outcome = await clusterPairs(columnsOf(9), known, share, cluster, order)
    assert.deepEqual([...outcome.survivor], [7, 7, 7, 7, 7, 7, 7, 7, 8], cluster.name)
    assert.deepEqual([...outcome.similarity], [0.9, 1, 0.9, 1, 0.9, 1, 0.9, 1, 1], cluster.name)
  }
})

test('classes: star and components decide as on all rows', async () => {
  const classOf = fc.array(fc.nat(5), { minLength: 1, maxLength: 14 })
  const values = fc.array(fc.constantFrom(0, 0, 0.5, 0.7, 0.9), { minLength: 36, maxLength: 36 })
  const property = fc.asyncProperty(
    classOf,
    values,
    fc.infiniteStream(fc.nat()),
    async (classes, values, at) => {
      const firstOf = Int32Array.from(classes, name => classes.indexOf(name))
      const value = (a: number, b: number): number => {
        const [low, high] = [classes[a], classes[b]].sort()
        return low === high ? 1 : values[low * 6 + high]
      }
      const listed: [number, number, number][] = []
      for (let a = 0; a < classes.length; a++)
        for (let b = a + 1; b < classes.length; b++) if (value(a, b) > 0) listed.push([a, b, value(a, b)])
      const rows = {
        left: Int32Array.from(listed, ([a]) => a),
        right: Int32Array.from(listed, ([, b]) => b),
        similarity: Float64Array.from(listed, ([, , value]) => value),
      }
      const rank = classes.map(() => at.next().value)
      const order = Int32Array.from(classes.keys()).sort((a, b) => rank[a] - rank[b])
      const share = { isDistance: false, same: 1 }
      const columns = columnsOf(classes.length)
      for (const cluster of [star, components]) {
        const all = await clusterPairs(columns, rows, share, cluster, order)
        assert.deepEqual(await clusterPairs(columns, { ...rows, firstOf }, share, cluster, order), all)
      }
    },
  )
  await fc.assert(property, { seed: 7, numRuns: runs(500) })
})
