import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chunked } from '../../../test/worlds/chunked.ts'
import { openKernelThread } from '../../../test/worlds/kernel-thread.ts'
import { groupBands, groupBandsBy } from '../../engine/batch/group-bands.ts'
import { atOnce } from '../../ground/breath/steps.ts'
import { groupInKernels, listInKernels } from './group-in-kernels.ts'

test('groups in kernel memory are those of the plain loops, number by number', async () => {
  const thread = await openKernelThread()
  const rows = fc.array(fc.tuple(fc.nat(4), fc.nat(9), fc.nat(2 ** 32 - 1), fc.nat(3)), { maxLength: 50 })
  await fc.assert(
    fc.asyncProperty(rows, async given => {
      const columns = () =>
        chunked({
          count: given.length,
          bands: 3,
          keys: Uint32Array.from(given.flatMap(([a, b, c]) => [a, b, c] as const)),
          tokenCount: Uint32Array.from(given, ([, , , tokens]) => tokens),
        })
      const first = Int32Array.from(given, (_, document) => (document % 7 === 3 ? 0 : document))
      const tasks = {
        bands: async (all: readonly Parameters<typeof groupInKernels>[1][]) =>
          all.map(task => groupInKernels(thread, task)),
        lists: async (all: readonly Parameters<typeof listInKernels>[1][]) =>
          all.map(task => listInKernels(thread, task)),
      }
      assert.deepEqual(
        await groupBandsBy(tasks, columns(), first, 2),
        atOnce(groupBands(columns(), first, 2)),
      )
    }),
  )
  thread.files.close()
})
