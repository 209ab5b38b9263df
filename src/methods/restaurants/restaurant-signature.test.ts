/** Signatures: the constants of the source's unit tests, its table, and rows recorded from Scala's library. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import {
  extremeHash,
  ngramHashes,
  restaurantSignature,
  signatureMasks,
  signaturesOf,
} from './restaurant-signature.ts'
import { normalizeRestaurant, splitNormal, wordNgrams } from './restaurant-text.ts'

const clearwater = '21 Clearwater Cafe 168 W. Colorado Blvd. Los Angeles'

test("has the constants of the source's unit tests", () => {
  const hashes = ngramHashes(wordNgrams(clearwater, 3), 42)
  assert.equal(hashes.length, 7)
  assert.equal(hashes[0], 420835737)
  assert.equal(extremeHash(hashes, 'max'), 1829846867)
  const signature = restaurantSignature(clearwater, { signatures: 200 })
  assert.equal(signature.length, 200)
  assert.equal(signature[0], 2047409978)
})

test("has the source's table of similarities", () => {
  const s1 = "Art's Deli 12224 Ventura Blvd. Studio City"
  const s2 = "Art's Delicatessen 12224 Ventura Blvd. Studio City"
  const s3 = 'Hotel Bel-Air 701 Stone Canyon Rd. Bel Air'
  const jaccard = (a: Iterable<unknown>, b: Iterable<unknown>) => {
    const [x, y] = [new Set(a), new Set(b)]
    return (x.intersection(y).size / x.union(y).size).toFixed(3)
  }
  const row = (termsOf: (text: string) => Iterable<unknown>) =>
    [s1, s2, s3].map(text => jaccard(termsOf(s1), termsOf(text)))
  assert.deepEqual(
    row(text => splitNormal(normalizeRestaurant(text))),
    ['1.000', '0.778', '0.000'],
  )
  assert.deepEqual(
    row(text => wordNgrams(text, 3)),
    ['1.000', '0.333', '0.000'],
  )
  assert.deepEqual(
    row(text => ngramHashes(wordNgrams(text, 3), 42)),
    ['1.000', '0.333', '0.000'],
  )
  assert.deepEqual(row(restaurantSignature), ['1.000', '0.290', '0.000'])
})

test('hashes and signatures of all rows are those of Scala', () => {
  const file = resolve(import.meta.dirname, '../../../test/golden/restaurant-search/text.jsonl')
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const { text, size, hashes, signatures } = JSON.parse(line)
    assert.deepEqual([...ngramHashes(wordNgrams(text, size), 42)], hashes)
    assert.deepEqual([...restaurantSignature(text, { size })], signatures, line)
  }
})

test('is the signed extremum of hashes XOR mask, for both extrema', () => {
  const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
  const property = fc.property(fc.array(int32, { minLength: 1, maxLength: 9 }), int32, (list, mask) => {
    const hashes = Int32Array.from(list)
    const masked = list.map(hash => hash ^ mask)
    assert.equal(extremeHash(hashes, 'max', mask), Math.max(...masked))
    assert.equal(extremeHash(hashes, 'min', mask), Math.min(...masked))
  })
  fc.assert(property, { numRuns: runs(500), seed: 4 })
})

test('another seed gives other masks; without n-grams there is no signature', () => {
  assert.notDeepEqual(signatureMasks(20, 43), signatureMasks(20, 42))
  assert.deepEqual(signatureMasks(200, 42).subarray(0, 20), signatureMasks(20, 42))
  assert.deepEqual(
    signaturesOf([], signatureMasks(20, 42), { hashSeed: 42, extremum: 'max' }),
    new Int32Array(0),
  )
})
