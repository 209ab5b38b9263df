/** Neighbours against a naive list, and the contrast of rows by chance alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chanceOf } from '../../../../test/golden/records/samples.ts'
import { atOnce } from '../../../ground/breath/steps.ts'
import { contrasts, neighboursOf, shareOfMany } from './neighbours.ts'

const rows = 12
const edges = fc.uniqueArray(
  fc.tuple(fc.nat(rows - 2), fc.nat(rows - 1)).filter(([a, b]) => a < b),
  { selector: ([a, b]) => a * rows + b },
)
const sorted = (pairs: readonly (readonly [number, number])[]) => {
  const ordered = [...pairs].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  return { left: Int32Array.from(ordered, p => p[0]), right: Int32Array.from(ordered, p => p[1]) }
}

test('each row has its pairs, in the order of the other row', () => {
  fc.assert(
    fc.property(edges, list => {
      const pairs = sorted(list)
      const { starts, others, pairs: numbers } = atOnce(neighboursOf(rows, pairs))
      for (let row = 0; row < rows; row++) {
        const naive = list.flatMap(([a, b]) => (a === row ? [b] : b === row ? [a] : []))
        const own = [...others.subarray(starts[row], starts[row + 1])]
        assert.deepEqual(
          own,
          naive.sort((a, b) => a - b),
        )
        for (let e = starts[row]; e < starts[row + 1]; e++) {
          const ends = [pairs.left[numbers[e]], pairs.right[numbers[e]]].sort((a, b) => a - b)
          assert.deepEqual(
            ends,
            [row, others[e]].sort((a, b) => a - b),
          )
        }
      }
    }),
  )
})

test('the share of rows with a second match is among those with a first; copies count as matches', () => {
  const neighbours = atOnce(
    neighboursOf(
      5,
      sorted([
        [0, 1],
        [0, 2],
        [3, 4],
      ]),
    ),
  )
  const scores = Float64Array.of(0.9, 0.8, 0.7)
  const once = new Int32Array(5).fill(1)
  assert.equal(atOnce(shareOfMany(neighbours, scores, 0.5, once)), 1 / 5)
  assert.equal(atOnce(shareOfMany(neighbours, scores, 0.75, once)), 1 / 3)
  assert.equal(atOnce(shareOfMany(neighbours, scores, 0.95, once)), 0)
  assert.equal(atOnce(shareOfMany(neighbours, scores, 0.95, Int32Array.of(2, 1, 1, 1, 3))), 3 / 5)
})

test('by chance the contrast of the best has an exponential distribution at any scale', () => {
  const chance = chanceOf(1)
  for (const scale of [0.05, 0.3]) {
    const count = 3000
    // A row with 40 neighbours whose similarities have an exponential tail.
    const pairs = { left: new Int32Array(40), right: Int32Array.from({ length: 40 }, (_, k) => k + 1) }
    const neighbours = atOnce(neighboursOf(41, pairs))
    let near = 0
    let low = 0
    for (let run = 0; run < count; run++) {
      const scores = Float64Array.from({ length: 40 }, () => -scale * Math.log(1 - chance()))
      const accepted = new Uint8Array(40)
      accepted[scores.indexOf(Math.max(...scores))] = 1
      const z = atOnce(contrasts(neighbours, scores, accepted, new Int8Array(40)))[0]
      if (z < 0.35) near++
      if (z < 1.5) low++
    }
    // 1 - e^-0.35 = 0.295 and 1 - e^-1.5 = 0.777, minus the loss from estimating the scale by five spacings.
    assert.ok(Math.abs(near / count - 0.295) < 0.04, `${near / count}`)
    assert.ok(Math.abs(low / count - 0.777) < 0.06, `${low / count}`)
  }
})
