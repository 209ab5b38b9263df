/** b-bit signatures: packing, and the estimate against its equation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { fmix64 } from '../kernels/reference/mix.ts'
import { minHashValues } from '../kernels/reference/signature.ts'
import { type BitWidth, estimateJaccardOfBits, lowBits } from './b-bit.ts'

const widths: readonly BitWidth[] = [1, 2, 4, 8, 16]

/** The bits as text, lowest first. */
const bitsOf = (value: number, count: number) =>
  Array.from({ length: count }, (_, i) => (value >>> i) & 1).join('')

test('packs the lowest bits of the values one after the other', () => {
  const property = fc.property(
    fc.uint32Array({ maxLength: 40 }),
    fc.constantFrom(...widths),
    (values, bits) => {
      const packed = lowBits(values, bits)
      assert.equal(packed.length, Math.ceil((values.length * bits) / 8))
      const expected = Array.from(values, value => bitsOf(value, bits)).join('')
      const got = Array.from(packed, byte => bitsOf(byte, 8)).join('')
      assert.equal(got, expected.padEnd(got.length, '0'))
    },
  )
  fc.assert(property, { numRuns: runs(300), seed: 10 })
})

test('equal signatures estimate 1, and no estimate is below 0', () => {
  const values = Uint32Array.from({ length: 37 }, (_, i) => Number(fmix64(BigInt(i + 1)) & 0xffffffffn))
  const opposite = values.map(value => ~value)
  for (const bits of widths) {
    assert.equal(estimateJaccardOfBits(lowBits(values, bits), lowBits(values, bits), 37, bits), 1)
    assert.equal(estimateJaccardOfBits(lowBits(values, bits), lowBits(opposite, bits), 37, bits), 0)
  }
})

test('refuses a wrong number of bytes', () => {
  const one = new Uint8Array(1)
  assert.throws(
    () => estimateJaccardOfBits(one, one, 9, 1),
    /^NearsameError: OPTION_VALUE: expected a\.length to be 2, got 1/,
  )
  assert.throws(() => estimateJaccardOfBits(one, one, 0, 1), { code: 'OPTION_VALUE' })
})
for (const bits of widths) {
  test(`${bits} bits: the corrected estimate is unbiased`, () => {
    const jaccard = 0.6
    const trials = 400
    let sum = 0
    for (let trial = 0; trial < trials; trial++) {
      const all = Array.from({ length: 100 }, (_, i) => fmix64(BigInt(trial * 100 + i + 1)))
      const [a, b] = [all.slice(0, 80), all.slice(20)].map(set => minHashValues(new Set(set), 128, 1))
      sum += estimateJaccardOfBits(lowBits(a, bits), lowBits(b, bits), 128, bits)
    }
    // Bound: 4.5 standard errors by equation (1).
    const chance = 2 ** -bits
    const p = jaccard + (1 - jaccard) * chance
    const standardError = Math.sqrt((p * (1 - p)) / 128 / trials) / (1 - chance)
    assert.ok(Math.abs(sum / trials - jaccard) < 4.5 * standardError, `${sum / trials}`)
  })
}
