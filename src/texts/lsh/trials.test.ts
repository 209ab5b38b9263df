/** Trials against the published table of 78 cells, and against enumeration of every outcome. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { candidateProbability } from './banding.ts'
import { agreedTrials, duplicateProbability } from './trials.ts'

// Percentages as published, for 6 trials of which 2 must agree; columns: 10, 12, 14, 16, 18, 20 hashes.
const published = `
  100 100 100 100 100 100 100
  99 99.9 99.9 99.9 99.9 99.9 99.9
  98 99.9 99.7 99.6 99.3 98.8 98.2
  97 99.4 98.8 97.9 96.5 94.8 92.7
  96 98.2 96.5 94.0 90.9 87.0 82.6
  95 95.8 92.4 87.9 82.4 76.2 69.7
  94 92.3 86.6 79.7 72.0 63.9 55.8
  93 87.5 79.5 70.3 60.8 51.5 42.8
  92 81.6 71.3 60.4 49.8 40.0 31.7
  91 75.0 62.7 50.6 39.7 30.3 22.8
  90 67.8 54.1 41.5 30.9 22.4 15.9
  85 33.7 20.5 12.0 6.8 3.7 2.0
  80 12.9 5.9 3.0 1.1 0.5 0.2`

test('equals the published table to 0.1 point, except in one cell', () => {
  const off: string[] = []
  for (const line of published.trim().split('\n')) {
    const [percent, ...cells] = line.trim().split(' ').map(Number)
    cells.forEach((cell, column) => {
      const hashes = 10 + 2 * column
      const got = 100 * duplicateProbability({ trials: 6, agree: 2, hashes }, percent / 100)
      if (Math.abs(got - cell) > 0.1)
        off.push(`${percent} %, ${hashes} hashes: ${cell}, by formula ${got.toFixed(1)}`)
    })
  }
  // The published cell is a misprint: its own formula gives 2.6.
  assert.deepEqual(off, ['80 %, 14 hashes: 3, by formula 2.6'])
})

test('equals the formula of the source for 2 of 6', () => {
  for (let s = 0; s <= 1; s += 0.01) {
    const q = s ** 14
    const source = 1 - ((1 - q) ** 6 + 6 * q * (1 - q) ** 5)
    assert.ok(Math.abs(duplicateProbability({ trials: 6, agree: 2, hashes: 14 }, s) - source) < 1e-12)
  }
})

/** Sums the probabilities of all outcomes in which enough trials agree. */
function byCounting(trials: number, agree: number, q: number): number {
  let sum = 0
  for (let outcome = 0; outcome < 2 ** trials; outcome++) {
    const agreed = outcome.toString(2).replaceAll('0', '').length
    if (agreed >= agree) sum += q ** agreed * (1 - q) ** (trials - agreed)
  }
  return sum
}

test('equals the sum over every outcome', () => {
  const shape = fc.record({
    trials: fc.integer({ min: 1, max: 9 }),
    agree: fc.nat(9),
    hashes: fc.integer({ min: 1, max: 20 }),
  })
  const property = fc.property(
    shape,
    fc.double({ min: 0, max: 1, noNaN: true }),
    ({ trials, agree, hashes }, s) => {
      const needed = Math.min(agree, trials)
      const got = duplicateProbability({ trials, agree: needed, hashes }, s)
      assert.ok(Math.abs(got - byCounting(trials, needed, s ** hashes)) < 1e-12)
    },
  )
  fc.assert(property, { numRuns: runs(300), seed: 3 })
})

test('equals banding if one trial is enough', () => {
  for (const s of [0, 0.3, 0.7, 0.9, 1]) {
    const trials = duplicateProbability({ trials: 20, agree: 1, hashes: 5 }, s)
    assert.ok(Math.abs(trials - candidateProbability({ bands: 20, rows: 5 }, s)) < 1e-12)
  }
})

test('works for thousands of trials, whose single terms exceed the range of a double', () => {
  // Exact values, from sums of rational numbers.
  const exact = [
    [1029, 515, 0.5, 0.5],
    [1030, 515, 0.5, 0.51242756],
    [4096, 200, 0.05, 0.64457949],
    [2000, 1000, 0.5, 0.50891951],
  ]
  for (const [trials, agree, s, expected] of exact) {
    assert.ok(Math.abs(duplicateProbability({ trials, agree, hashes: 1 }, s) - expected) < 1e-8)
  }
  assert.equal(duplicateProbability({ trials: 4096, agree: 4096, hashes: 1 }, 0.5), 0.5 ** 4096)
  assert.equal(duplicateProbability({ trials: 4096, agree: 1, hashes: 1 }, 0.5), 1)
})

test('without trials none agrees', () => {
  assert.equal(agreedTrials(new Uint32Array(0), new Uint32Array(0)), 0)
})
