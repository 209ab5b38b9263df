/** Wedges and support against their definitions on random graphs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { atOnce } from '../../../ground/breath/steps.ts'
import { neighboursOf } from './neighbours.ts'
import { countWedges, supportedScores } from './support.ts'

const rows = 9
const world = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 36, maxLength: 36 })

/** Every pair of nine rows is a candidate unless its score is below 0.2. */
function graphOf(all: readonly number[]) {
  const left: number[] = []
  const right: number[] = []
  const scores: number[] = []
  for (let i = 0, k = 0; i < rows; i++) {
    for (let j = i + 1; j < rows; j++, k++) {
      if (all[k] < 0.2) continue
      left.push(i)
      right.push(j)
      scores.push(all[k])
    }
  }
  const pairs = { left: Int32Array.from(left), right: Int32Array.from(right) }
  const at = (i: number, j: number): number =>
    scores[left.findIndex((row, p) => row === Math.min(i, j) && right[p] === Math.max(i, j))] ?? 0
  return { pairs, neighbours: atOnce(neighboursOf(rows, pairs)), scores: Float64Array.from(scores), at }
}

test('wedges are pairs of neighbours at the threshold, open if their third side is below it', () => {
  fc.assert(
    fc.property(world, all => {
      const { neighbours, scores, at } = graphOf(all)
      let wedges = 0
      let open = 0
      for (let k = 0; k < rows; k++) {
        for (let i = 0; i < rows; i++) {
          for (let j = i + 1; j < rows; j++) {
            if (i === k || j === k || at(i, k) < 0.5 || at(j, k) < 0.5) continue
            wedges++
            if (at(i, j) < 0.45) open++
          }
        }
      }
      assert.deepEqual(atOnce(countWedges(neighbours, scores, 0.5)), { all: wedges, open })
    }),
  )
})

test('too many wedges are sampled', () => {
  const { neighbours, scores } = graphOf(Array<number>(36).fill(0.9))
  assert.deepEqual(atOnce(countWedges(neighbours, scores, 0.5)), { all: 252, open: 0 })
  assert.deepEqual(atOnce(countWedges(neighbours, scores, 0.5, 400)), { all: 84, open: 0 })
})

test('scores move halfway to the mean support of the neighbours at the threshold', () => {
  fc.assert(
    fc.property(world, all => {
      const { pairs, neighbours, scores, at } = graphOf(all)
      const moved = atOnce(supportedScores(neighbours, pairs, scores, 0.6))
      for (let p = 0; p < scores.length; p++) {
        const [i, j] = [pairs.left[p], pairs.right[p]]
        const third = Array.from({ length: rows }, (_, k) => k).filter(
          k => k !== i && k !== j && Math.max(at(i, k), at(j, k)) >= 0.6,
        )
        const sum = third.reduce((all, k) => all + Math.min(at(i, k), at(j, k)), scores[p])
        const expected = (scores[p] + sum / (third.length + 1)) / 2
        assert.ok(Math.abs(moved[p] - expected) < 1e-12, `${moved[p]} and ${expected}`)
      }
    }),
  )
})
