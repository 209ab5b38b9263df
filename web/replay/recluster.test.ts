/** Clusters of known pairs are those of the engine, whatever the clustering, the threshold and the copies. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { deduplicate, findPairs } from '../../src/doors/index.ts'
import { clusterings } from '../../src/engine/decide.ts'
import { clusterPairs } from '../../src/engine/pairs/pair-graph.ts'
import type { ReplayColumns } from '../../src/files/report-page/report-data.ts'
import { runs } from '../../test/ground/runs.ts'
import { chunked } from '../../test/worlds/chunked.ts'
import { changesBetween, pairsBySimilarity, placeOfThreshold } from './compare.ts'
import { neighboursOf, recluster } from './recluster.ts'

type Pairs = readonly (readonly [left: number, right: number, similarity: number])[]

function replayOf(
  rows: number,
  pairs: Pairs,
  cluster: ReplayColumns['cluster'],
  copyOf?: readonly number[],
): ReplayColumns {
  return {
    threshold: 0.5,
    current: 0.8,
    measure: 'jaccard',
    cluster,
    documents: rows,
    id: Array.from({ length: rows }, (_, row) => row),
    copyOf: copyOf ?? Array.from({ length: rows }, (_, row) => row),
    // Either row may be the left one: keep rules turn the order of documents.
    left: pairs.map((rows, pair) => rows[pair % 2]),
    right: pairs.map((rows, pair) => rows[1 - (pair % 2)]),
    similarities: pairs.map(([, , similarity]) => similarity),
  }
}

/** Distinct pairs left < right of rows without copies, with few different similarities, so that ties are common. */
const pairsBetween = (rows: number) =>
  fc
    .uniqueArray(fc.tuple(fc.nat(rows - 1), fc.nat(rows - 1), fc.integer({ min: 50, max: 60 })), {
      maxLength: 40,
      selector: ([a, b]) => Math.min(a, b) * rows + Math.max(a, b),
    })
    .map(pairs => pairs.filter(([a, b]) => a !== b))
    .map(pairs => pairs.map(([a, b, value]) => [Math.min(a, b), Math.max(a, b), value / 60] as const))

test('the engine clusters the same pairs in the same way', async () => {
  const rows = 12
  const hashes = Uint32Array.from({ length: 4 * rows }, (_, word) => 1 + (word >> 2))
  const columns = chunked({
    count: rows,
    exact: hashes,
    tokens: hashes,
    tokenCount: new Uint32Array(rows).fill(1),
  })
  const clusters = fc.constantFrom('star', 'components', 'complete')
  await fc.assert(
    fc.asyncProperty(
      pairsBetween(rows),
      clusters,
      fc.integer({ min: 50, max: 61 }),
      async (pairs, cluster, step) => {
        const threshold = step / 60
        const replay = replayOf(rows, pairs, cluster)
        const kept = pairs
          .filter(([, , value]) => value >= threshold)
          .sort((a, b) => a[0] - b[0] || a[1] - b[1])
        const known = {
          left: Int32Array.from(kept, ([left]) => left),
          right: Int32Array.from(kept, ([, right]) => right),
          similarity: Float64Array.from(kept, ([, , value]) => value),
        }
        const values = { isDistance: false, same: 1 }
        const { survivor } = await clusterPairs(columns, known, values, clusterings[cluster])
        const found = recluster(replay, neighboursOf(replay), threshold)
        assert.deepEqual([...found.survivor], [...survivor])
      },
    ),
    { numRuns: runs(500) },
  )
})

const words = ['the', 'old', 'stone', 'bridge', 'over', 'a', 'river']

test('a run over texts with copies removes the same documents at every threshold', async () => {
  const texts = fc.array(fc.array(fc.constantFrom(...words), { minLength: 3, maxLength: 5 }), {
    minLength: 2,
    maxLength: 8,
  })
  const clusters = fc.constantFrom('star', 'components', 'complete')
  await fc.assert(
    fc.asyncProperty(
      texts,
      clusters,
      fc.constantFrom(0.3, 0.5, 0.75, 1),
      async (given, cluster, threshold) => {
        const documents = given.map(text => text.join(' '))
        const options = { shingle: 'words:1', recall: 0.999999, signatureLength: 512 } as const
        const { pairs } = await findPairs(documents, { ...options, threshold: 0.3 })
        const copyOf = documents.map(text => documents.indexOf(text))
        const isFirst = (row: number) => copyOf[row] === row
        const between = pairs.filter(({ left, right }) => isFirst(left) && isFirst(right))
        const replay = replayOf(
          documents.length,
          between.map(({ left, right, similarity }) => [left, right, similarity]),
          cluster,
          copyOf,
        )
        const { removed } = await deduplicate(documents, { ...options, cluster, threshold })
        const { survivor, similarity } = recluster(replay, neighboursOf(replay), threshold)
        const expected = Array.from(documents.keys())
        for (const { index, survivor: kept } of removed) expected[index] = kept
        assert.deepEqual([...survivor], expected)
        for (const { index, similarity: value } of removed)
          if (!Number.isNaN(similarity[index])) assert.equal(similarity[index], value)
      },
    ),
    { numRuns: runs(150) },
  )
})

test('decisions of people give the clusters of a run that honours them, or its refusal', async () => {
  const texts = fc.array(fc.array(fc.constantFrom(...words), { minLength: 3, maxLength: 5 }), {
    minLength: 3,
    maxLength: 8,
  })
  const decided = fc.array(
    fc.record({
      a: fc.nat(7),
      b: fc.nat(7),
      isSame: fc.boolean(),
      names: fc.constantFrom('a', 'b', undefined, undefined),
    }),
    { minLength: 1, maxLength: 4 },
  )
  const clusters = fc.constantFrom('star', 'components', 'complete')
  const world = fc.record({
    texts,
    decided,
    cluster: clusters,
    threshold: fc.constantFrom(0.3, 0.5, 0.75, 1),
  })
  let honoured = 0
  let refused = 0
  await fc.assert(
    fc.asyncProperty(world, async ({ texts, decided, cluster, threshold }) => {
      const documents = texts.map((words, id) => ({ id, text: words.join(' ') }))
      const judged = decided
        .map(({ a, b, isSame, names }) => {
          const [left, right] = [a % texts.length, b % texts.length]
          const survivor = isSame && names !== undefined ? (names === 'a' ? left : right) : undefined
          return { left, right, isSame, ...(survivor !== undefined && { survivor }), place: 'x' }
        })
        .filter(({ left, right }) => left !== right)
      fc.pre(judged.length > 0)
      const decisions = judged.map(({ left, right, isSame, survivor }) => ({
        id1: left,
        id2: right,
        decision: isSame ? ('same' as const) : ('different' as const),
        survivor,
      }))
      const options = { shingle: 'words:1', recall: 0.999999, signatureLength: 512 } as const
      const { pairs } = await findPairs(documents, { ...options, threshold: 0.3 })
      const copyOf = documents.map(({ text }) => documents.findIndex(other => other.text === text))
      const between = pairs.filter(({ left, right }) => copyOf[left] === left && copyOf[right] === right)
      const triples = between.map(({ left, right, similarity }) => [left, right, similarity] as const)
      const replay = { ...replayOf(documents.length, triples, cluster, copyOf), judged }
      const again = () => [...recluster(replay, neighboursOf(replay), threshold).survivor]
      const run = await deduplicate(documents, { ...options, cluster, threshold, decisions }).catch(
        (error: { code: string }) => error,
      )
      if ('code' in run) {
        refused++
        assert.throws(again, { code: run.code })
        return
      }
      honoured++
      const expected = Array.from(documents.keys())
      for (const { index, survivor } of run.removed) expected[index] = survivor
      assert.deepEqual(again(), expected)
    }),
    { numRuns: runs(200) },
  )
  assert(honoured > runs(50) && refused >= runs(5), `${honoured} honoured, ${refused} refused`)
})

test('merged and split clusters and newly removed rows are those of the definition', () => {
  const pairs: Pairs = [
    [0, 1, 0.9],
    [1, 2, 0.6],
    [3, 4, 0.95],
  ]
  const replay = replayOf(5, pairs, 'components')
  const neighbours = neighboursOf(replay)
  const at = (threshold: number) => recluster(replay, neighbours, threshold)
  const lower = changesBetween(at(0.8), at(0.6))
  assert.deepEqual([lower.removedBefore, lower.removedAfter], [2, 3])
  assert.deepEqual([lower.newlyRemoved, lower.merged, lower.split], [[2], [0], []])
  const higher = changesBetween(at(0.8), at(0.93))
  assert.deepEqual([higher.newlyKept, higher.merged, higher.split], [[1], [], [0]])
})

test('the border is between the last pair at the threshold and the first below', () => {
  const similarities = [0.5, 0.9, 0.7, 0.7, 1]
  const order = pairsBySimilarity(similarities)
  assert.deepEqual([...order], [4, 1, 2, 3, 0])
  for (const [threshold, place] of [
    [1, 1],
    [0.7, 4],
    [0.71, 2],
    [0.2, 5],
  ] as const)
    assert.equal(placeOfThreshold(order, similarities, threshold), place)
})

test('100,000 pairs are clustered again in less than 100 ms of processor time', () => {
  const rows = 60_000
  const pairs = Array.from({ length: 100_000 }, (_, at): readonly [number, number, number] => {
    const left = (at * 7919) % (rows - 40)
    return [left, left + 1 + (at % 37), 0.5 + ((at * 104_729) % 500) / 1000]
  })
  for (const cluster of ['star', 'components', 'complete'] as const) {
    const replay = replayOf(rows, pairs, cluster)
    const neighbours = neighboursOf(replay)
    recluster(replay, neighbours, 0.6)
    const best = Math.min(
      ...[0.55, 0.7, 0.85].map(threshold => {
        const { user, system } = process.cpuUsage()
        recluster(replay, neighbours, threshold)
        const after = process.cpuUsage()
        return (after.user - user + after.system - system) / 1000
      }),
    )
    assert(best < 100, `${cluster} takes ${best} ms`)
  }
})
