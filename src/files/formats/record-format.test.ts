import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { invalidUtf8At } from './record-format.ts'

test('finds the place of each ill-formed sequence of the Unicode Standard, table 3-8 included', () => {
  const cases: [string, number][] = [
    ['61', -1],
    ['c3a9e282acf09f9880f48fbfbf', -1],
    ['61c0af', 1],
    ['c1bf', 0],
    ['e09fbf', 0],
    ['eda080', 0],
    ['edbfbf', 0],
    ['f08fbfbf', 0],
    ['f4908080', 0],
    ['f5', 0],
    ['6180', 1],
    ['61e282', 1],
    ['61e28261', 1],
    ['f09f98', 0],
  ]
  for (const [hex, at] of cases) assert.equal(invalidUtf8At(Buffer.from(hex, 'hex')), at, hex)
})

test('agrees with the decoder of the runtime on what is UTF-8', () => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 3 }),
    fc.string({ unit: 'grapheme', maxLength: 3 }).map(text => Buffer.from(text)),
  )
  fc.assert(
    fc.property(fc.array(piece), pieces => {
      const bytes = Buffer.concat(pieces)
      let isValid = true
      try {
        decoder.decode(bytes)
      } catch {
        isValid = false
      }
      assert.equal(invalidUtf8At(bytes) === -1, isValid)
    }),
    { numRuns: runs(500) },
  )
})
