/** Trial agreement against its definition: the numbers in both lists. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunked } from '../../../test/worlds/chunked.ts'
import { trialAgreement } from './measuring.ts'

test('counts the groups that both documents are in, and none of the next document', async () => {
  const lists = [[1, 4, 6], [4, 7], [2, 6, 7], [], [1, 2, 4, 6, 7]]
  const starts = new Uint32Array(lists.length + 1)
  lists.forEach((list, document) => {
    starts[document + 1] = starts[document] + list.length
  })
  const groups = { starts, numbers: Uint32Array.from(lists.flat()) }
  const columns = { ...chunked({ count: 5, bands: 5 }), groups }
  const verifier = trialAgreement(columns)
  const left = Int32Array.from(lists.flatMap((_, a) => lists.map(() => a)))
  const right = Int32Array.from(lists.flatMap(() => lists.map((_, b) => b)))
  const shared = lists.flatMap(a => lists.map(b => a.filter(number => b.includes(number)).length))
  assert.deepEqual(Array.from(await verifier.measure(left, right)), shared)
})
