import assert from 'node:assert/strict'
import { test } from 'node:test'
import { candidatesOf } from '../../../test/worlds/candidates.ts'
import { openKernelThread } from '../../../test/worlds/kernel-thread.ts'
import { meetingsIn } from './meet-in-kernels.ts'

test('meetings are listed in kernel memory, group by group and document by document', async () => {
  const thread = await openKernelThread()
  const list = meetingsIn(thread)
  const pairsOf = (groups: number[][], agree: number, most = 1e6) => {
    const lists = list({ ...candidatesOf(groups), agree }, most)
    if (lists === undefined) return undefined
    const pairs: [number, number][] = []
    for (const { left, right, length } of lists)
      for (let pair = 0; pair < length; pair++) pairs.push([left[pair], right[pair]])
    return pairs
  }
  assert.deepEqual(pairsOf([[1, 2], [2], [1, 2], []], 1), [
    [0, 1],
    [0, 2],
    [1, 2],
  ])
  assert.deepEqual(pairsOf([[1, 2], [2], [1, 2], []], 2), [[0, 2]])
  // 780,625 pairs, far more than one list has.
  const many = Array.from({ length: 5000 }, (_, document) => (document % 4 === 0 ? [1] : [2 + document]))
  assert.equal(pairsOf(many, 1)?.length, (1250 * 1249) / 2)
  assert.equal(pairsOf(many, 1, 1000), undefined)
  thread.files.close()
})
