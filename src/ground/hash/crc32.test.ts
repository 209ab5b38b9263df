/** CRC-32: published check values, and the CRC-32 of Node's zlib. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import zlib from 'node:zlib'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { crc32, crc32OfText } from './crc32.ts'

const hex = (text: string) => (crc32(new TextEncoder().encode(text)) >>> 0).toString(16).padStart(8, '0')

test("gives the check value of the catalogue and the values of PHP's manual", () => {
  assert.equal(hex('123456789'), 'cbf43926')
  assert.equal(hex(''), '00000000')
  assert.equal(hex('The quick brown fox jumped over the lazy dog.'), '82a34642')
  assert.equal(hex('The quick brown fox jumps over the lazy dog'), '414fa339')
  assert.equal(hex('plumless'), hex('buckeroo'))
})

test('is signed, so that it fits in a 32-bit column', () => {
  assert.equal(crc32(new TextEncoder().encode('123456789')), 0xcbf43926 - 2 ** 32)
  assert.equal(crc32(Uint8Array.of(0)), 0xd202ef8d | 0)
})

test("equals zlib's CRC-32 for any bytes", () => {
  const property = fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
    assert.equal(crc32(bytes) >>> 0, zlib.crc32(bytes))
  })
  fc.assert(property, { numRuns: runs(300), seed: 4 })
})

test('the checksum of a text is that of its UTF-8 bytes', () => {
  const property = fc.property(fc.string({ unit: 'grapheme' }), text => {
    assert.equal(crc32OfText(text), crc32(new TextEncoder().encode(text)))
  })
  fc.assert(property, { numRuns: runs(500), seed: 5 })
  for (const text of ['\u007f\u0080', '\u07ff\u0800', '\uffff\u{10000}', '\u{10ffff}']) {
    assert.equal(crc32OfText(text) >>> 0, zlib.crc32(text))
  }
})

test('a lone surrogate counts as its bytes in WTF-8', () => {
  assert.equal(crc32OfText('a\ud800b'), crc32(Uint8Array.of(0x61, 0xed, 0xa0, 0x80, 0x62)))
})
