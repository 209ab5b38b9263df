import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { divided, prunedOf } from '../../../test/worlds/divided.ts'
import { workOf } from '../../../test/worlds/works.ts'
import { plain, similarityOf, worlds } from '../../../test/worlds/world.ts'
import type { ClusterWork } from '../batch/columns.ts'
import { star } from '../batch/star/star.ts'
import { boundsBy } from '../cluster/candidates.ts'
import { KeyRun } from './key-run.ts'
import { allCandidates } from './pruned-groups.ts'

test('star in blocks is star, and measures and reports the same pairs', async () => {
  let blocks = 0
  await fc.assert(
    fc.asyncProperty(
      worlds(40),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 3 }),
      async (world, most, agree) => {
        const [whole, parted] = [workOf(world), workOf(world)]
        const candidates = { ...whole.candidates, agree }
        const wanted = await star({ ...whole, candidates })
        const parts = divided({ ...parted, candidates }, most)
        blocks += parts.ends.length
        assert.deepEqual(plain(await star({ ...parted, candidates: parts })), plain(wanted))
        assert.deepEqual(parted.verifier.pairs.toSorted(), whole.verifier.pairs.toSorted())
        assert.deepEqual(parted.reported.toSorted(), whole.reported.toSorted())
      },
    ),
    { numRuns: runs(500) },
  )
  assert(blocks > runs(700), `${blocks} blocks`)
})

test('bounds change no outcome of star in blocks, and survivors of the first documents are final early', async () => {
  await fc.assert(
    fc.asyncProperty(worlds(40), fc.integer({ min: 1, max: 60 }), async (world, most) => {
      const similarity = similarityOf(world)
      const bounds = boundsBy((a, b) => Math.min(1, similarity(a, b) + ((a * b) % 7) / 20))
      const work = { ...workOf(world), onPair: undefined }
      const wanted = await star(workOf(world))
      const said: { end: number; kept: boolean[] }[] = []
      const onSettled: ClusterWork['onSettled'] = ({ end, isKept }) =>
        said.push({ end, kept: Array.from({ length: end }, (_, document) => isKept(document)) })
      const got = await star({ ...work, bounds, onSettled, candidates: divided(work, most) })
      assert.deepEqual(plain(got), plain(wanted))
      for (const { end, kept } of said)
        assert.deepEqual(kept, [...got.kind].map(kind => kind === 0).slice(0, end))
    }),
    { numRuns: runs(300) },
  )
})

test('candidates that are too many for one list are refused there, and decided in blocks', async () => {
  await fc.assert(
    fc.asyncProperty(worlds(40), fc.integer({ min: 3, max: 12 }), async (world, most) => {
      const work = workOf(world)
      const pruned = prunedOf(work)
      if (pruned.total <= most) return
      assert.throws(() => allCandidates(pruned, most), /MEMORY_EXHAUSTED/)
      assert.deepEqual(
        plain(await star({ ...workOf(world), candidates: divided(work, most) })),
        plain(await star(work)),
      )
    }),
  )
})

test('group numbers go on beyond 2^31', () => {
  const run = new KeyRun()
  for (const [document, key] of [7, 9, 7, 9, 1].entries()) run.add(document, key)
  const memberships: number[][] = []
  const last = run.settle(2 ** 31 + 5, (document, group) => memberships.push([document, group - 2 ** 31]))
  assert.equal(last, 2 ** 31 + 7)
  assert.deepEqual(memberships.toSorted(), [
    [0, 6],
    [1, 7],
    [2, 6],
    [3, 7],
  ])
  run.finish()
})
