import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeText, encodeText } from './text-bytes.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

test('encodes the examples of the WTF-8 specification', () => {
  assert.equal(hex(encodeText('aé€😀')), '61c3a9e282acf09f9880')
  assert.equal(hex(encodeText('\ud800')), 'eda080')
  assert.equal(hex(encodeText('\udfff')), 'edbfbf')
  assert.equal(hex(encodeText('\ud83d\ude00\ud83d')), 'f09f9880eda0bd')
})

test('encodes pairs as four bytes and lone surrogates as three, side by side', () => {
  assert.equal(
    hex(encodeText('\udc00a😀\ud83d\ud83d\ude00\udbff')),
    'edb080' + '61' + 'f09f9880' + 'eda0bd' + 'f09f9880' + 'edafbf',
  )
})

test('keeps a lone surrogate apart from the replacement character', () => {
  assert.notEqual(hex(encodeText('a\ud800')), hex(encodeText('a\ufffd')))
})

test('round-trips every string, well formed or not', () => {
  const unit = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd000, max: 0xe000 }))
  fc.assert(
    fc.property(fc.array(unit), units => {
      const text = String.fromCharCode(...units)
      assert.equal(decodeText(encodeText(text)), text)
    }),
  )
})
