import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Row, rowsOf } from '../../../test/worlds/works.ts'
import { oneToOne } from './one-to-one.ts'

test('one to one takes the most similar pair first, then the smaller left, then the smaller right', () => {
  const rows: Row[] = [
    [0, 10, 0.8],
    [0, 11, 0.9],
    [1, 11, 0.95],
    [2, 12, 0.9],
    [2, 13, 0.9],
    [3, 12, 0.9],
    [4, 14, 1],
  ]
  const chosen = oneToOne({
    left: Int32Array.from(rows, row => row[0]),
    right: Int32Array.from(rows, row => row[1]),
    similarity: Float64Array.from(rows, row => row[2]),
  })
  assert.deepEqual(rowsOf(chosen), [
    [0, 10, 0.8],
    [1, 11, 0.95],
    [2, 12, 0.9],
    [4, 14, 1],
  ])
})

test('one to one of no rows is empty', () => {
  const none = { left: new Int32Array(0), right: new Int32Array(0), similarity: new Float64Array(0) }
  assert.deepEqual(rowsOf(oneToOne(none)), [])
})

test('one to one equals repeatedly taking the best free pair', () => {
  const row = fc.tuple(fc.nat(8), fc.integer({ min: 9, max: 17 }), fc.constantFrom(0.8, 0.9, 1))
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: ([l, r]) => `${l}-${r}` }), rows => {
      const expected: Row[] = []
      let free = rows.toSorted((a, b) => b[2] - a[2] || a[0] - b[0] || a[1] - b[1])
      while (free.length > 0) {
        const [best] = free
        expected.push(best)
        free = free.filter(([l, r]) => l !== best[0] && r !== best[1])
      }
      const chosen = oneToOne({
        left: Int32Array.from(rows, r => r[0]),
        right: Int32Array.from(rows, r => r[1]),
        similarity: Float64Array.from(rows, r => r[2]),
      })
      assert.deepEqual(
        rowsOf(chosen),
        expected.sort((a, b) => a[0] - b[0]),
      )
    }),
  )
})
