/** The estimate from signatures against the exact similarity. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fmix64 } from '../kernels/reference/mix.ts'
import { minHashValues } from '../kernels/reference/signature.ts'
import { estimateJaccard } from './min-hash.ts'
import type { Signature } from './signature-format.ts'

const hashes = Array.from({ length: 400 }, (_, i) => fmix64(BigInt(i)))

function signed(set: readonly bigint[], length: number, seed = 1): Signature {
  return { unit: 'words', size: 1, steps: 0, seed, values: minHashValues(new Set(set), length, seed) }
}

test('estimates the similarity of two sets', () => {
  const [a, b] = [signed(hashes, 4096), signed(hashes.slice(100), 4096)]
  // Exact 0.75; 4.5 standard errors of 4096 values are 0.03.
  assert.ok(Math.abs(estimateJaccard(a, b) - 0.75) < 0.03)
  assert.equal(estimateJaccard(a, a), 1)
})

test('refuses to compare signatures of different options', () => {
  assert.throws(() => estimateJaccard(signed(hashes, 4, 1), signed(hashes, 4, 2)), {
    code: 'SIGNATURE_MISMATCH',
  })
})
