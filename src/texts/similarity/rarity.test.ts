import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countShingles, RaritySelection, rarityBytes } from './rarity.ts'

const selection = new RaritySelection()
const word = fc.integer({ min: 0, max: 2 ** 32 - 1 })
/** Few values, so that sets share them and some share a counter. */
const low = fc.oneof(
  fc.nat(20),
  fc.nat(20).map(value => value * 2 ** 12),
  word,
)
const set = fc.array(fc.tuple(low, word), { maxLength: 30 }).map(pairs => Uint32Array.from(pairs.flat()))

test('the rarest shingles have a counter of the fewest bits, then the smallest low half', () => {
  fc.assert(
    fc.property(fc.array(set, { minLength: 1, maxLength: 5 }), fc.nat(40), (sets, many) => {
      const counts = new Uint32Array(rarityBytes / 4)
      const slow = new Map<number, number>()
      for (const halves of sets) {
        countShingles(counts, halves)
        for (let i = 0; i < halves.length; i += 2) {
          const counter = Math.floor(halves[i] / 2 ** 12)
          slow.set(counter, (slow.get(counter) ?? 0) + 1)
        }
      }
      const [first] = sets
      const count = (half: number) => slow.get(Math.floor(half / 2 ** 12)) as number
      const bits = (half: number) => count(half).toString(2).length
      const ordered = [...first.filter((_, i) => i % 2 === 0)].sort((a, b) => bits(a) - bits(b) || a - b)
      assert.deepEqual([...selection.rarestOf(counts, first, many)], ordered.slice(0, many))
    }),
    { numRuns: 200 },
  )
})

test('the largest counts are ordered, too, and every key stays a whole number', () => {
  const counts = new Uint32Array(rarityBytes / 4)
  counts[0] = 2 ** 32 - 1
  counts[2 ** 20 - 1] = 2 ** 20
  const halves = Uint32Array.of(2 ** 32 - 1, 5, 4095, 6, 4096, 7)
  assert.deepEqual([...selection.rarestOf(counts, halves, 3)], [4096, 2 ** 32 - 1, 4095])
})
