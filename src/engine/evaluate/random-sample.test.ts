import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { drawSample } from './random-sample.ts'

test('draws different numbers in ascending order, the same for the same seed', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(300), fc.integer(), (count, size, seed) => {
      const drawn = drawSample(count, size, seed)
      assert.equal(drawn.length, Math.min(count, size))
      drawn.forEach((number, i) => {
        assert.ok(number >= 0 && number < count && (i === 0 || number > drawn[i - 1]))
      })
      assert.deepEqual(drawn, drawSample(count, size, seed))
    }),
  )
  assert.notDeepEqual(drawSample(1000, 10, 1), drawSample(1000, 10, 2))
})

test('every number is drawn as often as any other, and every two of them together', () => {
  const draws = 20_000
  const alone = new Float64Array(10)
  const together = new Float64Array(100)
  for (let seed = 0; seed < draws; seed++) {
    const drawn = drawSample(10, 4, seed)
    for (const a of drawn) {
      alone[a]++
      for (const b of drawn) if (a < b) together[10 * a + b]++
    }
  }
  const bound = (share: number) => 4.5 * Math.sqrt((share * (1 - share)) / draws)
  for (const count of alone) assert.ok(Math.abs(count / draws - 0.4) < bound(0.4))
  for (let a = 0; a < 10; a++) {
    for (let b = a + 1; b < 10; b++) {
      assert.ok(Math.abs(together[10 * a + b] / draws - 12 / 90) < bound(12 / 90), `${a}, ${b}`)
    }
  }
})
