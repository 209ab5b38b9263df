/** The estimated precision of contrasts whose shares below 0.35 and 1.5 contradict each other: the mean of both. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chanceAmong, PrecisionTally } from '../../../src/methods/records/decision/precision.ts'

test('the estimate is the mean of what both shares say, by hand', () => {
  // By (1) with P(z < 0.35) = 0.29531 and P(z < 1.5) = 0.77687, and half a wrong pair for each share.
  for (const [near, low, precision, wrong] of [
    [30, 20, 0.17352, 82.974],
    [0, 10, 0.93133, 6.436],
    [10, 0, 0.76369, 23.367],
  ]) {
    const contrasts = [0.34, 1.49, 1.51].flatMap((contrast, i) =>
      new Array<number>([near, low, 100 - near - low][i]).fill(contrast),
    )
    const tally = new PrecisionTally()
    for (const contrast of contrasts) tally.add(contrast)
    assert.ok(Math.abs(tally.precision - precision) < 1e-5, `${near} ${low}: ${tally.precision}`)
    assert.ok(Math.abs(chanceAmong(contrasts) - wrong) < 1e-3, `${near} ${low}: ${chanceAmong(contrasts)}`)
  }
  const tally = new PrecisionTally()
  for (const contrast of [0.36, 0.36, 0.36]) tally.add(contrast)
  assert.ok(Math.abs(tally.precision - (1 - (3 / 0.77687 + 1) / 8)) < 1e-5, `${tally.precision}`)
})
