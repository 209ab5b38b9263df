import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import { workOf } from '../../../../test/worlds/works.ts'
import { plain, similarityOf, worlds } from '../../../../test/worlds/world.ts'
import {
  areCandidates,
  type Bounds,
  boundsBy,
  type Candidates,
  sharedGroups,
} from '../../cluster/candidates.ts'
import { PairList } from '../../cluster/pair-list.ts'
import { type ListMeetings, likelyPairs } from './likely-pairs.ts'
import { star } from './star.ts'

/** All likely pairs, in lists of three, however many members the groups have. */
const meetingsBy =
  (bounds: Bounds): ListMeetings =>
  (candidates, _, threshold) => {
    const documents = candidates.starts.length - 1
    const pairs: [number, number][] = []
    for (let right = 0; right < documents; right++)
      for (let left = 0; left < right; left++)
        if (
          sharedGroups(candidates, left, right) >= candidates.agree &&
          bounds.bound(left, right) >= threshold
        )
          pairs.push([left, right])
    return Array.from({ length: Math.ceil(pairs.length / 3) }, (_, i) => {
      const list = new PairList()
      for (const [left, right] of pairs.slice(3 * i, 3 * i + 3)) list.add(left, right)
      return list
    })
  }

const rest = async () => {}

test('among likely pairs star decides as among all candidates, and measures no pair that cannot match', async () => {
  let replaced = 0
  await fc.assert(
    fc.asyncProperty(worlds(30), fc.double({ min: 0, max: 0.3, noNaN: true }), async (world, above) => {
      const similarity = similarityOf(world)
      const bounds = boundsBy((left, right) => similarity(left, right) + above)
      const [work, other] = [workOf(world), workOf(world)]
      const { threshold } = world
      const settings = { threshold, meetings: meetingsBy(bounds), rest }
      const candidates = await likelyPairs({ ...settings, candidates: work.candidates })
      if (candidates !== work.candidates) replaced++
      const documents = world.content.length
      for (let right = 0; right < documents; right++) {
        for (let left = 0; left < right; left++) {
          const isLikely =
            areCandidates(work.candidates, left, right) && bounds.bound(left, right) >= threshold
          if (candidates !== work.candidates) assert.equal(areCandidates(candidates, left, right), isLikely)
        }
      }
      const outcome = await star({ ...work, candidates, bounds })
      assert.deepEqual(plain(outcome), plain(await star({ ...other, bounds })))
      assert.deepEqual(work.reported.sort(), other.reported.sort())
    }),
    { numRuns: runs(300) },
  )
  assert.ok(replaced > runs(20), `${replaced}`)
})

test('the groups stay if they have too many pairs of members, or if most pairs may match', async () => {
  const candidates: Candidates = {
    agree: 1,
    groups: 1,
    starts: Uint32Array.of(0, 1, 2, 3, 4),
    numbers: Uint32Array.of(1, 1, 1, 1),
  }
  const work = { candidates, threshold: 0.5, rest }
  const never = await likelyPairs({ ...work, meetings: meetingsBy(boundsBy(() => 0)) })
  assert.equal(never.groups, 0)
  assert.equal(await likelyPairs({ ...work, meetings: meetingsBy(boundsBy(() => 1)) }), candidates)
  assert.equal(await likelyPairs({ ...work, meetings: () => undefined }), candidates)
})
