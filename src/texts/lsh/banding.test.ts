/** Banding against published values and its own claims, and each refusal. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BandShape, candidateProbability, checkBandShape, chooseBands } from './banding.ts'

test('equals the published curve for 20 bands of 5 rows', () => {
  // Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", figure 3.8.
  const published = [
    [0.2, 0.006],
    [0.3, 0.047],
    [0.4, 0.186],
    [0.5, 0.47],
    [0.6, 0.802],
    [0.7, 0.975],
    [0.8, 0.9996],
  ]
  for (const [s, probability] of published) {
    const digits = String(probability).length - 2
    const got = candidateProbability({ bands: 20, rows: 5 }, s)
    assert.ok(Math.abs(got - probability) <= 10 ** -digits / 2 + 1e-12, `${s}: ${got}`)
  }
})

test('equals the recall quoted for the shapes of other tools, to the digit, except in three cells', () => {
  const at = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]
  const quoted: [number, number, string][] = [
    [14, 8, '0.05 0.21 0.57 0.77 0.92 0.99 1.00 1.00'],
    [20, 13, '0.00 0.03 0.18 0.38 0.68 0.92 1.00 1.00'],
    [450, 20, '0.00 0.02 0.30 0.76 1.00 1.00 1.00 1.00'],
    [20, 5, '0.47 0.80 0.98 1.00 1.00 1.00 1.00 1.00'],
    [26, 11, '0.01 0.09 0.41 0.67 0.90 0.99 1.00 1.00'],
    [16, 8, '0.06 0.24 0.61 0.82 0.95 0.99 1.00 1.00'],
    [8, 16, '0.00 0.00 0.03 0.08 0.20 0.46 0.81 0.99'],
  ]
  const off: string[] = []
  for (const [bands, rows, row] of quoted) {
    row.split(' ').forEach((cell, i) => {
      const got = candidateProbability({ bands, rows }, at[i])
      if (got.toFixed(2) !== cell)
        off.push(`${bands} x ${rows} at ${at[i]}: ${cell}, by formula ${got.toFixed(4)}`)
    })
  }
  // These are rounded up where the formula rounds down.
  assert.deepEqual(off, [
    '14 x 8 at 0.7: 0.57, by formula 0.5645',
    '450 x 20 at 0.8: 1.00, by formula 0.9946',
    '20 x 5 at 0.7: 0.98, by formula 0.9748',
  ])
})

test('stays accurate for tiny probabilities', () => {
  assert.ok(Math.abs(candidateProbability({ bands: 10, rows: 20 }, 0.1) / 1e-19 - 1) < 1e-12)
  assert.equal(candidateProbability({ bands: 10, rows: 20 }, 0), 0)
  assert.equal(candidateProbability({ bands: 10, rows: 20 }, 1), 1)
})

test('never finds more with longer rows', () => {
  for (let length = 1; length <= 200; length++) {
    for (const s of [0.1, 0.5, 0.8, 0.9, 0.99]) {
      let before = 1
      for (let rows = 1; rows <= length; rows++) {
        const now = candidateProbability({ bands: Math.floor(length / rows), rows }, s)
        assert.ok(now <= before + 1e-15, `length ${length}, rows ${rows}, s ${s}`)
        before = now
      }
    }
  }
})

test('chooses 21 bands of 6 rows by default, which find 99.8 % at 0.8', () => {
  assert.deepEqual(chooseBands(128), { bands: 21, rows: 6 })
  assert.equal(candidateProbability(chooseBands(128), 0.8).toFixed(3), '0.998')
})

test('chooses the most selective shape that reaches the goal', () => {
  for (const length of [1, 16, 64, 128, 1000]) {
    for (const jaccard of [0.5, 0.7, 0.8, 0.95]) {
      for (const recall of [0.3, 0.9, 0.99]) {
        if (candidateProbability({ bands: length, rows: 1 }, jaccard) < recall) continue
        const { bands, rows } = chooseBands(length, { jaccard, recall })
        assert.ok(candidateProbability({ bands, rows }, jaccard) >= recall)
        const next = { bands: Math.floor(length / (rows + 1)), rows: rows + 1 }
        assert.ok(rows === length || candidateProbability(next, jaccard) < recall)
      }
    }
  }
})

test('reports an unreachable goal and how to fix it', () => {
  assert.throws(() => chooseBands(4, { jaccard: 0.2, recall: 0.99 }), {
    code: 'BANDS_UNREACHABLE',
    message:
      'BANDS_UNREACHABLE: expected recall 0.99 at Jaccard 0.2 from 4 values, got 0.590 at best. ' +
      'To fix: raise `signatureLength`, or lower `recall`.',
  })
})

test('a goal missed by little is not reported as reached', () => {
  assert.throws(() => chooseBands(128, { jaccard: 0.2, recall: 1 }), { message: /got 0\.999 at best/ })
})

const refused: BandShape[] = [
  { bands: 20, rows: 7 },
  { bands: 0, rows: 5 },
  { bands: -1, rows: -1 },
  { bands: 2.5, rows: 2 },
  { bands: Number.NaN, rows: 1 },
]
for (const shape of refused) {
  test(`refuses ${JSON.stringify(shape)}`, () => {
    assert.throws(() => checkBandShape(128, shape), {
      code: 'BAND_SHAPE',
      message:
        `BAND_SHAPE: expected whole numbers with 1 <= bands * rows <= 128, got bands ${shape.bands}, ` +
        `rows ${shape.rows}. To fix: take the shape from \`chooseBands(signatureLength, goal)\`.`,
    })
  })
}

test('accepts a single band and bands of a single row', () => {
  for (const shape of [
    { bands: 1, rows: 1 },
    { bands: 1, rows: 128 },
    { bands: 128, rows: 1 },
  ])
    assert.equal(checkBandShape(128, shape), shape)
})

test('accepts a shape that leaves a remainder', () => {
  const shape = { bands: 18, rows: 7 }
  assert.equal(checkBandShape(128, shape), shape)
})
