/** Encodings: bytes from Java and Hadoop, and one encoder against the other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { hexOf } from '../../ground/hash/hex.ts'
import { encodeCesu8, encodeUtf8 } from './encodings.ts'

const points = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0x10000, max: 0x10ffff }))
const texts = fc.string({ unit: points.map(point => String.fromCodePoint(point)) })

test('UTF-8 has a question mark for each lone surrogate', () => {
  assert.equal(hexOf(encodeUtf8('a\ud83d')), '613f')
  assert.equal(hexOf(encodeUtf8('\ude00\ud83d\ud83d\ude00')), '3f3ff09f9880')
  assert.equal(hexOf(encodeUtf8('\u0000\u00e4\u4f60')), '00c3a4e4bda0')
})

test('UTF-8 is the standard one for texts without lone surrogates', () => {
  const property = fc.property(texts, text => {
    const wellFormed = text.toWellFormed()
    assert.deepEqual(encodeUtf8(wellFormed), new TextEncoder().encode(wellFormed))
  })
  fc.assert(property, { numRuns: runs(300), seed: 14 })
})

test("Hadoop's old UTF8 encodes each unit by itself", () => {
  assert.equal(hexOf(encodeCesu8('\u0000\u007f\u0080\u07ff\u0800\uffff')), '007fc280dfbfe0a080efbfbf')
  assert.equal(hexOf(encodeCesu8('\ud83d\ude00\ud83d')), 'eda0bdedb880eda0bd')
  const property = fc.property(texts, text => {
    const units = text.split('').map(unit => hexOf(encodeCesu8(unit)))
    assert.equal(hexOf(encodeCesu8(text)), units.join(''))
  })
  fc.assert(property, { numRuns: runs(200), seed: 15 })
})
