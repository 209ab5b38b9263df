/** Scala's hash of a string: values of Scala 2.11, the words by their definition, and its difference from relatives. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { murmur3Hash32 } from './murmur3.ts'
import { scalaStringHash } from './scala-string-hash.ts'

test("gives the hash of the restaurant search's own unit test", () => {
  assert.equal(scalaStringHash('21 clearwater cafe', 42), 420835737)
})

test("gives Scala's hashes for even and odd lengths, beyond the BMP, with any seed", () => {
  const hashes: readonly [string, readonly number[]][] = [
    ['', [0, 142593372, -1820376754]],
    ['a', [1009084850, -1293573533, 437050520]],
    ['ab', [-1953672475, 1144373339, 119508279]],
    ['abc', [-838179561, 292716463, 1151328554]],
    ['é😀', [-37986269, 505166773, -1625071184]],
    ['\uffff\uffff\uffff', [1687341231, 1882498275, -1487250630]],
  ]
  for (const [text, expected] of hashes) {
    assert.deepEqual(
      [0, 42, -5].map(seed => scalaStringHash(text, seed)),
      expected,
      text,
    )
  }
})

test('differs from MurmurHash3 of the bytes', () => {
  const bytes = new TextEncoder().encode('21 clearwater cafe')
  assert.notEqual(murmur3Hash32(bytes, 42) | 0, scalaStringHash('21 clearwater cafe', 42))
})

test('a seed counts modulo 2^32', () => {
  const property = fc.property(fc.string(), fc.integer(), (text, seed) => {
    assert.equal(scalaStringHash(text, seed + 2 ** 32), scalaStringHash(text, seed))
  })
  fc.assert(property, { numRuns: runs(200), seed: 12 })
})
