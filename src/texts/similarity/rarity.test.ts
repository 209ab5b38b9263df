import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { countShingles, rarityBytes, rarityClasses } from './rarity.ts'

const word = fc.integer({ min: 0, max: 2 ** 32 - 1 })
/** Few values, so that sets share them and some share a counter. */
const low = fc.oneof(
  fc.nat(20),
  fc.nat(20).map(value => value * 2 ** 12),
  word,
)
const set = fc.array(fc.tuple(low, word), { maxLength: 30 }).map(pairs => Uint32Array.from(pairs.flat()))

test('the class of a counter is the number of bits of half its count', () => {
  fc.assert(
    fc.property(fc.array(set, { minLength: 1, maxLength: 5 }), sets => {
      const counts = new Uint32Array(rarityBytes / 4)
      const slow = new Map<number, number>()
      for (const halves of sets) {
        countShingles(counts, halves)
        for (let i = 0; i < halves.length; i += 2) {
          const counter = Math.floor(halves[i] / 2 ** 12)
          slow.set(counter, (slow.get(counter) ?? 0) + 1)
        }
      }
      const classes = rarityClasses(counts)
      for (const [counter, count] of slow)
        assert.equal(classes[counter], count === 1 ? 0 : Math.floor(count / 2).toString(2).length)
      const again = [...slow.values()].filter(count => count > 1)
      assert.equal(classes.filter(own => own > 0).length, again.length)
    }),
    { numRuns: runs(50) },
  )
})

test('the largest counts have classes, too, and classes of shared counters are shared', () => {
  const counts = new Uint32Array(new SharedArrayBuffer(rarityBytes))
  counts[0] = 2 ** 32 - 1
  counts[2 ** 20 - 1] = 2 ** 20
  const classes = rarityClasses(counts)
  assert.deepEqual([classes[0], classes[1], classes[2 ** 20 - 1]], [31, 0, 20])
  assert.ok(classes.buffer instanceof SharedArrayBuffer)
})
