import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { handWork, workOf } from '../../../test/worlds/works.ts'
import { similarityOf, worlds } from '../../../test/worlds/world.ts'
import { components } from './components.ts'
import { diameters } from './diameter.ts'
import { star } from './star/star.ts'

test('the diameter of a chain is the distance of its ends', async () => {
  const work = handWork([[1], [1], [1], []], { '0-1': 0.75, '1-2': 0.75, '0-2': 0.25 }, 0.7)
  const outcome = await components(work)
  assert.deepEqual([...(await diameters({ ...work, outcome }))], [0.75, 0, 0, 0])
})

test('a cluster with more distinct members than the limit is not measured', async () => {
  const work = handWork(
    [[1], [1], [1], [2], [2]],
    { '0-1': 0.75, '1-2': 0.75, '0-2': 0.25, '3-4': 0.5 },
    0.5,
  )
  const outcome = await components(work)
  const measured = work.verifier.measured
  assert.deepEqual([...(await diameters({ ...work, outcome, limit: 2 }))], [Number.NaN, 0, 0, 0.5, 0])
  assert.equal(work.verifier.measured, measured)
})

test('diameters equal the largest distance over all pairs of members, equal ones included', async () => {
  await fc.assert(
    fc.asyncProperty(worlds(40), fc.boolean(), async (world, isStar) => {
      const work = workOf(world)
      const outcome = await (isStar ? star : components)(work)
      const similarity = similarityOf(world)
      const expected = new Array(world.content.length).fill(0)
      outcome.survivor.forEach((s, d) => {
        outcome.survivor.forEach((t, e) => {
          if (s === t && d !== e) expected[s] = Math.max(expected[s], 1 - similarity(d, e))
        })
      })
      assert.deepEqual([...(await diameters({ ...work, outcome }))], expected)
    }),
    { numRuns: runs(200) },
  )
})
