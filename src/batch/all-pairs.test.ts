import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { allPairs } from './all-pairs.ts'
import { crossPairs, oneToOne } from './cross-pairs.ts'
import { joinRows, type PairRows } from './pair-rows.ts'
import { handJob, jobOf, LateVerifier, similarityOf, type World, worlds } from './world.test.ts'

type Row = [left: number, right: number, similarity: number]

function rowsOf({ left, right, similarity }: PairRows): Row[] {
  return Array.from(left, (l, row) => [l, right[row], similarity[row]])
}

/** All matches of two nested loops. */
function slowPairs(world: World, isWanted: (left: number, right: number) => boolean): Row[] {
  const similarity = similarityOf(world)
  const rows: Row[] = []
  for (let left = 0; left < world.content.length; left++) {
    for (let right = left + 1; right < world.content.length; right++) {
      const value = similarity(left, right)
      if (value >= world.threshold && isWanted(left, right)) rows.push([left, right, value])
    }
  }
  return rows
}

const pairsJob = (world: World) => ({ ...jobOf({ ...world, order: undefined }), maxPairs: Infinity })

test('all pairs lists matches by left, then right, a chain with its two links', async () => {
  const job = handJob([[1], [1, 2], [1, 2]], { '0-1': 0.9, '1-2': 0.8, '0-2': 0.1 }, 0.8)
  const pairs = await allPairs({ ...job, maxPairs: 2 })
  assert.deepEqual([...pairs.rows()].map(rowsOf), [
    [
      [0, 1, 0.9],
      [1, 2, 0.8],
    ],
  ])
  assert.equal(job.verifier.measured, 3)
})

test('all pairs equals two nested loops, equal texts and texts without tokens included', async () => {
  await fc.assert(
    fc.asyncProperty(worlds(40), async world => {
      const pairs = await allPairs(pairsJob(world))
      const expected = slowPairs(world, () => true)
      assert.deepEqual(rowsOf(joinRows(pairs.rows(), pairs.total)), expected)
      assert.equal(pairs.total, expected.length)
    }),
    { numRuns: 300 },
  )
})

test('all pairs measures no pair twice', async () => {
  await fc.assert(
    fc.asyncProperty(worlds(40), async world => {
      const job = pairsJob(world)
      await allPairs(job)
      assert.equal(new Set(job.verifier.pairs).size, job.verifier.pairs.length)
    }),
  )
})

test('all pairs allows exactly the limit and refuses one more than it, before any row is made', async () => {
  await fc.assert(
    fc.asyncProperty(worlds(20), async world => {
      const { total } = await allPairs(pairsJob(world))
      assert.equal((await allPairs({ ...pairsJob(world), maxPairs: total })).total, total)
      if (total === 0) return
      await assert.rejects(allPairs({ ...pairsJob(world), maxPairs: total - 1 }), { code: 'PAIRS_LIMIT' })
    }),
    { numRuns: 100 },
  )
})

test('a refusal names the limit and the ways out', async () => {
  const job = handJob([[1], [1]], { '0-1': 1 }, 0.8)
  await assert.rejects(allPairs({ ...job, maxPairs: 0 }), {
    message:
      'PAIRS_LIMIT: expected at most 0 pairs, got 1 or more. To fix: raise `maxPairs` or `threshold`, or remove ' +
      'duplicates with `dedupe`, which needs no pairs.',
  })
})

test('a class of 100,000 equal texts is refused without measuring', async () => {
  const job = handJob([[]], {}, 0.8)
  const count = 100_000
  const columns = { ...job.columns, count }
  const representative = new Int32Array(count)
  const candidates = { groups: 0, most: 0, groupsOf: () => 0 }
  await assert.rejects(
    allPairs({ ...job, columns, representative, candidates, maxPairs: 1e9 }),
    /got 4999950000/,
  )
})

test('rows come in batches of 16,384 and can be asked for again', async () => {
  const job = handJob(
    Array.from({ length: 300 }, () => [1]),
    {},
    0.8,
  )
  const pairs = await allPairs({ ...job, verifier: new LateVerifier(() => 0.9), maxPairs: 44_850 })
  assert.deepEqual(
    [...pairs.rows()].map(batch => batch.left.length),
    [16_384, 16_384, 12_082],
  )
  assert.equal([...pairs.rows()].length, 3)
})

test('cross pairs equals two nested loops over A and B, and measures no pair inside a side', async () => {
  await fc.assert(
    fc.asyncProperty(worlds(40), fc.nat(40), async (world, at) => {
      const split = Math.min(at, world.content.length)
      const job = pairsJob(world)
      const pairs = await crossPairs(job, split)
      const isAcross = (left: number, right: number) => left < split && right >= split
      const expected = slowPairs(world, isAcross)
      assert.deepEqual(rowsOf(joinRows(pairs.rows(), pairs.total)), expected)
      assert.equal(pairs.total, expected.length)
      if (new Set(world.content).size < world.content.length) return
      for (const pair of job.verifier.pairs) {
        const [left, right] = pair.split('-').map(Number)
        assert.ok(isAcross(left, right))
      }
    }),
    { numRuns: 300 },
  )
})

test('one to one takes the most similar pair first, then the smaller left, then the smaller right', () => {
  const rows: Row[] = [
    [0, 10, 0.8],
    [0, 11, 0.9],
    [1, 11, 0.95],
    [2, 12, 0.9],
    [2, 13, 0.9],
    [3, 12, 0.9],
    [4, 14, 1],
  ]
  const chosen = oneToOne({
    left: Int32Array.from(rows, row => row[0]),
    right: Int32Array.from(rows, row => row[1]),
    similarity: Float64Array.from(rows, row => row[2]),
  })
  assert.deepEqual(rowsOf(chosen), [
    [0, 10, 0.8],
    [1, 11, 0.95],
    [2, 12, 0.9],
    [4, 14, 1],
  ])
})

test('one to one of no rows is empty', () => {
  const none = { left: new Int32Array(0), right: new Int32Array(0), similarity: new Float64Array(0) }
  assert.deepEqual(rowsOf(oneToOne(none)), [])
})

test('one to one equals taking the best free pair again and again', () => {
  const row = fc.tuple(fc.nat(8), fc.integer({ min: 9, max: 17 }), fc.constantFrom(0.8, 0.9, 1))
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ([l, r]) => `${l}-${r}` }), rows => {
      const expected: Row[] = []
      let free = rows.toSorted((a, b) => b[2] - a[2] || a[0] - b[0] || a[1] - b[1])
      while (free.length > 0) {
        const [best] = free
        expected.push(best)
        free = free.filter(([l, r]) => l !== best[0] && r !== best[1])
      }
      const chosen = oneToOne({
        left: Int32Array.from(rows, r => r[0]),
        right: Int32Array.from(rows, r => r[1]),
        similarity: Float64Array.from(rows, r => r[2]),
      })
      assert.deepEqual(
        rowsOf(chosen),
        expected.sort((a, b) => a[0] - b[0]),
      )
    }),
  )
})
