/** Least first against sorting. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { leastFirst } from './least-first.ts'

test('the keys before the end are the least, and all others stay what they are', () => {
  const places = fc.tuple(fc.nat(60), fc.nat(60), fc.nat(60))
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(1000), { maxLength: 60 }), places, (list, some) => {
      const [from, end, to] = some.map(place => Math.min(place, list.length)).sort((a, b) => a - b)
      const keys = Float64Array.from(list)
      leastFirst(keys, from, to, end)
      const sorted = Float64Array.from(list)
      sorted.subarray(from, to).sort()
      assert.deepEqual(keys.slice(from, end).sort(), sorted.slice(from, end))
      assert.deepEqual(keys.slice(end, to).sort(), sorted.slice(end, to))
      assert.deepEqual(
        [...keys.slice(0, from), ...keys.slice(to)],
        [...list.slice(0, from), ...list.slice(to)],
      )
    }),
  )
})
