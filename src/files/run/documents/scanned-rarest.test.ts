/** Rarest shingles as the scan gives them, of the documents that are asked for. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { RareSets } from '../../../engine/batch/join/rare-sets.ts'
import { notSketched } from '../../../texts/kernels/layout/plan-layout.ts'
import { rarestOf } from '../../../texts/kernels/layout/rarest-plan.ts'
import { ScannedRarest } from './scanned-rarest.ts'

const threshold = 0.8

/** Members of document `d` of `size` shingles: told apart by the document and their place. */
const membersOf = (document: number, size: number): number[] =>
  Array.from({ length: rarestOf(size, threshold) }, (_, at) => 1000 * document + at)

test('documents have their own shingles, whichever range gave them, or none did', async () => {
  // Of each range whether the scan gave lists; of each document its size, whether it is too large, and asked for.
  const document = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.boolean(), fc.boolean())
  const range = fc.tuple(fc.boolean(), fc.array(document, { maxLength: 6 }))
  await fc.assert(
    fc.asyncProperty(fc.array(range, { maxLength: 6 }), async ranges => {
      const scanned = new ScannedRarest(threshold)
      const sizes: number[] = []
      const asked: number[] = []
      const isMissing: boolean[] = []
      for (const [isGiven, documents] of ranges) {
        const first = sizes.length
        const lists: number[] = []
        for (const [size, isLarge, isAsked] of documents) {
          const number = sizes.push(size) - 1
          if (isAsked) asked.push(number)
          isMissing.push(!isGiven || isLarge)
          lists.push(...(isLarge ? [notSketched] : [size, ...membersOf(number, size)]))
        }
        if (isGiven) scanned.add({ first, documents: documents.length, lists: Uint32Array.from(lists) })
      }
      const setsOf = (documents: Int32Array): RareSets => {
        const members = Array.from(documents, each => membersOf(each, sizes[each]))
        const starts = Uint32Array.from(
          { length: documents.length + 1 },
          (_, i) => members.slice(0, i).flat().length,
        )
        return {
          sizes: Uint32Array.from(documents, each => sizes[each]),
          starts,
          members: Uint32Array.from(members.flat()),
        }
      }
      const taken = await scanned.taken(Int32Array.from(asked), async missing => {
        assert.deepEqual(
          [...missing],
          asked.filter(each => isMissing[each]),
        )
        return setsOf(missing)
      })
      assert.deepEqual(taken, setsOf(Int32Array.from(asked)))
    }),
  )
})
