/** Similarity of words, states of heads and numbers, and their weights. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atOnce } from '../../../ground/breath/steps.ts'
import { jaroWinkler, pairStates, stateRatios, weighedScore } from './signs.ts'

test('Jaro-Winkler has the published values', () => {
  // Winkler's examples, to three digits.
  const published: [string, string, number][] = [
    ['dwayne', 'duane', 0.84],
    ['martha', 'marhta', 0.961],
    ['dixon', 'dicksonx', 0.813],
    ['abroms', 'abrams', 0.922],
    ['jones', 'johnson', 0.832],
    ['abc', 'xyz', 0],
    ['', 'x', 0],
  ]
  for (const [a, b, value] of published) {
    assert.ok(Math.abs(jaroWinkler(a, b) - value) < 0.0006, `${a} ${b} ${jaroWinkler(a, b)}`)
    assert.equal(jaroWinkler(a, b), jaroWinkler(b, a))
  }
})

const words = [
  ['palm', 'grill', '9001', 'sunset'],
  ['palm', 'grille', '9001', 'sunset', 'blvd'],
  ['the', 'ivy', '113', 'robertson'],
  ['palm', 'bar', '77', '9001'],
  ['no', 'number', 'here'],
]
const pairs = { left: Int32Array.of(0, 0, 0, 0), right: Int32Array.of(1, 2, 3, 4) }

test('states say how far heads and numbers agree, for the requested pairs', () => {
  const states = atOnce(pairStates(words, pairs, p => p !== 1))
  assert.equal(states[0], 3 * 4 + 3)
  assert.equal(states[1], 255)
  assert.equal(states[2] & 3, 3)
  assert.ok(states[2] >> 2 < 3)
  assert.equal(states[3], 0)
})

test('a state of accepted but not of rejected pairs raises the score, at most by 0.24', () => {
  const count = 100
  const scores = Float64Array.from({ length: count }, (_, p) => (p < 50 ? 0.7 : 0.5))
  const states = Uint8Array.from({ length: count }, (_, p) => (p < 50 ? 15 : 5))
  const accepted = Uint8Array.from({ length: count }, (_, p) => (p < 50 ? 1 : 0))
  const ratios = stateRatios(scores, states, accepted, 0.6)
  assert.ok(ratios)
  const weighed = scores.map((score, p) => weighedScore(score, states[p], ratios))
  assert.ok(weighed[0] > 0.9 && weighed[0] <= 0.94 + 1e-12)
  assert.ok(weighed[99] < 0.3 && weighed[99] >= 0.26 - 1e-12)
  assert.equal(weighedScore(0.5, 255, ratios), 0.5)
  assert.equal(
    stateRatios(
      scores,
      states,
      accepted.map((one, p) => (p < 15 ? one : 0)),
      0.6,
    ),
    undefined,
  )
})
