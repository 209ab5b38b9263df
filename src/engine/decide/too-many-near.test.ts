/** The consent that removals by records need. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveResultOptions } from '../../methods/options/result-options.ts'
import type { Ports } from './measuring.ts'
import { refuseTooManyNear } from './too-many-near.ts'

const outcome = {
  kind: Uint8Array.of(0, 3, 0, 0, 0, 0),
  similarity: Float64Array.of(1, 0.9, 1, 1, 1, 1),
  survivor: Int32Array.of(0, 0, 2, 3, 4, 5),
}
const refuse = (estimatedPrecision: number, params: { threshold?: number } = {}, acceptsRisk = false) => {
  const result = resolveResultOptions({ method: 'records', params })
  const ports = { acceptsRisk, result, columns: { count: 6 }, textOf: (n: number) => `row\n\n${n}` }
  refuseTooManyNear(ports as unknown as Ports, outcome, { estimatedPrecision })
}

test('few near duplicates need consent if fewer than 0.8 of them are estimated to be right', () => {
  assert.throws(() => refuse(0.79), {
    message:
      'TOO_MANY_NEAR: expected an estimated precision of 0.8 or more by the method records, got 0.79 ' +
      'for 1 near duplicates, such as "row, 0" = "row, 1" (0.90). To fix: read these pairs first, and ' +
      'set `acceptRisk` only if such rows are the same.',
  })
  refuse(0.8)
  refuse(0.79, {}, true)
  assert.throws(() => refuse(0.79, { threshold: 0.5 }), { code: 'TOO_MANY_NEAR' })
  refuse(0.8, { threshold: 0.5 })
})
