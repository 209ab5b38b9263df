/** The estimated precision against known ones, and the share of matched rows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chanceOf } from '../../../../test/golden/records/samples.ts'
import { atOnce } from '../../../ground/breath/steps.ts'
import { chanceAmong, confidentThreshold, matchedShare, PrecisionTally } from './precision.ts'

test('contrasts by chance are worth nothing, large ones nearly 1, a mixture its share', () => {
  const chance = chanceOf(2)
  for (const [share, low, high] of [
    [0, 0, 0.06],
    [0.5, 0.44, 0.56],
    [1, 0.99, 1],
  ]) {
    const tally = new PrecisionTally()
    const contrasts = Array.from({ length: 2000 }, () => (chance() < share ? 9 : -Math.log(1 - chance())))
    for (const contrast of contrasts) tally.add(contrast)
    assert.ok(tally.precision >= low && tally.precision <= high, `${share}: ${tally.precision}`)
    const wrong = chanceAmong(contrasts) / contrasts.length
    assert.ok(Math.abs(1 - wrong - share) <= 0.06, `${share}: ${wrong} are wrong`)
  }
})

test('few pairs never give a precision of 1, and none give 0', () => {
  const tally = new PrecisionTally()
  assert.equal(tally.precision, 0)
  tally.add(50)
  assert.equal(tally.precision, 0.75)
})

test('the confident threshold is the lowest with the requested precision', () => {
  const curve = [
    { threshold: 0.9, pairs: 1, precision: 0.7 },
    { threshold: 0.8, pairs: 2, precision: 0.9 },
    { threshold: 0.7, pairs: 3, precision: 0.6 },
  ]
  assert.equal(confidentThreshold(curve, 0.6), 0.7)
  assert.equal(confidentThreshold(curve, 0.8), 0.8)
  assert.equal(confidentThreshold(curve, 0.95), 2)
})

test('if each row of the shorter list is the best of its best, all match; by chance none does', () => {
  const rows = 40
  const pairs = {
    left: Int32Array.from({ length: 20 }, (_, k) => k),
    right: Int32Array.from({ length: 20 }, (_, k) => 20 + k),
  }
  const copies = new Int32Array(rows).fill(1)
  const all = { rows, pairs, decided: new Int8Array(20), copies }
  assert.equal(atOnce(matchedShare({ ...all, split: 20 }, new Float64Array(20).fill(0.5))), 1)
  const half = { left: pairs.left.slice(0, 10), right: pairs.right.slice(0, 10) }
  const chance = { rows, pairs: half, decided: new Int8Array(10), copies }
  assert.equal(atOnce(matchedShare({ ...chance, split: 20 }, new Float64Array(10).fill(0.5))), 0)
})

test('that all records of a short list are mutual nearest neighbours says nothing beside a long one', () => {
  const found = (short: number, long: number): number => {
    const left = Int32Array.from({ length: short }, (_, row) => row)
    const pairs = { left, right: left.map(row => short + 7 * row) }
    const copies = new Int32Array(short + long).fill(1)
    const all = { rows: short + long, pairs, decided: new Int8Array(short), copies, split: short }
    return atOnce(matchedShare(all, new Float64Array(short).fill(0.5)))
  }
  assert.deepEqual([found(16, 1081), found(100, 700)], [0, 1])
})
