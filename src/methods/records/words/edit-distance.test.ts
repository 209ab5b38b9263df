import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { areNear } from './edit-distance.ts'

/** The definition, by recursion on the last characters. */
function distance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const [x, y] = [a.slice(0, -1), b.slice(0, -1)]
  const least = Math.min(
    distance(x, b) + 1,
    distance(a, y) + 1,
    distance(x, y) + (a.at(-1) === b.at(-1) ? 0 : 1),
  )
  const isSwap = x !== '' && y !== '' && a.at(-1) === y.at(-1) && x.at(-1) === b.at(-1)
  return isSwap ? Math.min(least, distance(x.slice(0, -1), y.slice(0, -1)) + 1) : least
}

test('words are near if their edit distance is at most the bound', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, most) => {
      assert.equal(areNear(a, b, most), distance(a, b) <= most)
    }),
  )
})
