import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inFileOrder } from './pair-tasks.ts'

/** The pairs in an order, as runs of one left document. */
function runsOf(left: Int32Array, right: Int32Array, order: Int32Array): number[][] {
  const runs: number[][] = []
  for (const pair of order) {
    const isNext = order[order.indexOf(pair) - 1] === pair - 1 && left[pair] === left[pair - 1]
    if (isNext) runs[runs.length - 1].push(right[pair])
    else runs.push([right[pair]])
  }
  return runs
}

test('pairs are read once, with those of a left document together, in the order of their right documents', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(99)), { maxLength: 40 }), pairs => {
      const sorted = pairs.toSorted((a, b) => a[0] - b[0])
      const [left, right] = [0, 1].map(side => Int32Array.from(sorted, pair => pair[side]))
      const order = inFileOrder(left, right)
      assert.deepEqual(
        [...order].toSorted((a, b) => a - b),
        [...sorted.keys()],
      )
      const firsts = runsOf(left, right, order).map(run => run[0])
      assert.deepEqual(
        firsts,
        firsts.toSorted((a, b) => a - b),
      )
      assert.equal(firsts.length, new Set(left).size)
    }),
  )
})

test('pairs that share the right document, with different left ones, stand together', () => {
  const order = inFileOrder(Int32Array.of(5, 6, 7, 8), Int32Array.of(3, 1, 3, 2))
  assert.deepEqual([...order], [1, 3, 0, 2])
})
