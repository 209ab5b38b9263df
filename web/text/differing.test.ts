/** The differing part of a value: together with what is common it is the value, and equal values have none. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../test/ground/runs.ts'
import { differing } from './differing.ts'

test('known values', () => {
  assert.deepEqual(differing('Fluß', 'Fluss'), ['Flu', 'ß', ''])
  assert.deepEqual(differing('Fluss', 'Fluß'), ['Flu', 'ss', ''])
  assert.deepEqual(differing('aa', 'aaa'), ['aa', '', ''])
  assert.deepEqual(differing('aaa', 'aa'), ['aa', 'a', ''])
  assert.deepEqual(differing('', 'x'), ['', '', ''])
  // A mark stays with its letter.
  assert.deepEqual(differing('e\u0301t', 'et'), ['', 'e\u0301', 't'])
})

test('parts make up the value, and what is common is common', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '𝒳', 'كت'), maxLength: 8 })
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [start, middle, end] = differing(a, b)
      const [otherStart, otherMiddle, otherEnd] = differing(b, a)
      assert.equal(start + middle + end, a)
      assert.deepEqual([start, end], [otherStart, otherEnd])
      assert.equal(middle === '' && otherMiddle === '', a === b)
    }),
    { numRuns: runs(200) },
  )
})
