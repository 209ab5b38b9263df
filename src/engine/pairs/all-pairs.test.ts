import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { handWork, LateVerifier, pairsWork, rowsOf, slowPairs } from '../../../test/worlds/works.ts'
import { worlds } from '../../../test/worlds/world.ts'
import { joinRows } from '../../ground/pair-rows/pair-rows.ts'
import { limitOf } from '../../ground/pair-rows/pairs-limit.ts'
import { noCandidates } from '../cluster/candidates.ts'
import { allPairs } from './all-pairs.ts'

test('all pairs lists matches by left, then right; a chain of three gives two pairs', async () => {
  const work = handWork([[1], [1, 2], [1, 2]], { '0-1': 0.9, '1-2': 0.8, '0-2': 0.1 }, 0.8)
  const pairs = await allPairs({ ...work, limit: limitOf(2) })
  assert.deepEqual([...pairs.rows()].map(rowsOf), [
    [
      [0, 1, 0.9],
      [1, 2, 0.8],
    ],
  ])
  assert.equal(work.verifier.measured, 3)
})

test('all pairs equals two nested loops, including equal texts and texts without tokens', async () => {
  await fc.assert(
    fc.asyncProperty(worlds(40), async world => {
      const pairs = await allPairs(pairsWork(world))
      const expected = slowPairs(world, () => true)
      assert.deepEqual(rowsOf(joinRows(pairs.rows(), pairs.total)), expected)
      assert.equal(pairs.total, expected.length)
    }),
    { numRuns: runs(300) },
  )
})

test('pairs across equal those of two nested loops over A and B, and none is measured within a side', async () => {
  await fc.assert(
    fc.asyncProperty(worlds(40), fc.nat(40), async (world, at) => {
      const split = Math.min(at, world.content.length)
      const work = pairsWork(world)
      const pairs = await allPairs(work, split)
      const isAcross = (left: number, right: number) => left < split && right >= split
      const expected = slowPairs(world, isAcross)
      assert.deepEqual(rowsOf(joinRows(pairs.rows(), pairs.total)), expected)
      assert.equal(pairs.total, expected.length)
      if (new Set(world.content).size < world.content.length) return
      for (const pair of work.verifier.pairs) {
        const [left, right] = pair.split('-').map(Number)
        assert.ok(isAcross(left, right))
      }
    }),
    { numRuns: runs(300) },
  )
})

test('all pairs measures no pair twice', async () => {
  await fc.assert(
    fc.asyncProperty(worlds(40), async world => {
      const work = pairsWork(world)
      await allPairs(work)
      assert.equal(new Set(work.verifier.pairs).size, work.verifier.pairs.length)
    }),
  )
})

test('all pairs allows exactly the limit and refuses one more, before any row is created', async () => {
  await fc.assert(
    fc.asyncProperty(worlds(20), async world => {
      const { total } = await allPairs(pairsWork(world))
      assert.equal((await allPairs({ ...pairsWork(world), limit: limitOf(total) })).total, total)
      if (total === 0) return
      await assert.rejects(allPairs({ ...pairsWork(world), limit: limitOf(total - 1) }), {
        code: 'PAIRS_LIMIT',
      })
    }),
    { numRuns: runs(100) },
  )
})

test('a refusal names the limit and the ways out', async () => {
  const work = handWork([[1], [1]], { '0-1': 1 }, 0.8)
  await assert.rejects(allPairs({ ...work, limit: limitOf(0) }), {
    message:
      'PAIRS_LIMIT: expected at most 0 pairs, got 1 or more. To fix: raise `maxPairs` or `threshold`, or remove ' +
      'duplicates with `dedupe`, which needs no pairs.',
  })
})

test('a class of 100,000 equal texts is refused without measuring', async () => {
  const work = handWork([[]], {}, 0.8)
  const count = 100_000
  const columns = { ...work.columns, count }
  const representative = new Int32Array(count)
  const candidates = noCandidates(count)
  await assert.rejects(
    allPairs({ ...work, columns, representative, candidates, limit: limitOf(1e9) }),
    /got 4999950000/,
  )
})

test('rows come in batches of 16,384 and can be read again', async () => {
  const work = handWork(
    Array.from({ length: 300 }, () => [1]),
    {},
    0.8,
  )
  const pairs = await allPairs({ ...work, verifier: new LateVerifier(() => 0.9), limit: limitOf(44_850) })
  assert.deepEqual(
    [...pairs.rows()].map(batch => batch.left.length),
    [16_384, 16_384, 12_082],
  )
  assert.equal([...pairs.rows()].length, 3)
})
