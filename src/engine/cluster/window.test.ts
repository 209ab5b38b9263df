import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { candidatesOf } from '../../../test/worlds/candidates.ts'
import { PairList } from './pair-list.ts'
import { Window } from './window.ts'

const rows = fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 9 })), { maxLength: 20 })

test('the places that share enough groups are those of two nested loops, even after the window was cleared', () => {
  fc.assert(
    fc.property(
      rows,
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 3 }),
      (groups, capacity, agree) => {
        const window = new Window({ ...candidatesOf(groups), agree }, capacity)
        const check = () => {
          window.seal()
          const documents = [...window.documents.subarray(0, window.size)]
          for (const [place, document] of documents.entries()) {
            const sharing = [...documents.keys()].filter(
              other =>
                groups[documents[other]].filter(group => groups[document].includes(group)).length >= agree,
            )
            const pairs = new PairList()
            window.laterPairs(place, pairs)
            assert.ok(pairs.left.subarray(0, pairs.length).every(left => left === document))
            assert.deepEqual(
              [...pairs.right.subarray(0, pairs.length).sort()],
              sharing.filter(other => other > place).map(other => documents[other]),
            )
            const earlier = [...window.earlierPlaces(place).sort()]
            assert.deepEqual(
              earlier,
              sharing.filter(other => other < place),
            )
          }
          window.clear()
        }
        for (let document = 0; document < groups.length; document++) {
          assert.equal(window.add(document), groups[document].length >= agree)
          if (window.isFull) check()
        }
        check()
      },
    ),
  )
})
