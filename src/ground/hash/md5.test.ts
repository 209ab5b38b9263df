/** MD5: the vectors of RFC 1321, and portions of any size against Node's MD5. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import { hexOf } from './hex.ts'
import { Md5, md5 } from './md5.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const alphabet = 'abcdefghijklmnopqrstuvwxyz'

test('gives the hashes of RFC 1321', () => {
  const vectors = {
    '': 'd41d8cd98f00b204e9800998ecf8427e',
    a: '0cc175b9c0f1b6a831c399e269772661',
    abc: '900150983cd24fb0d6963f7d28e17f72',
    'message digest': 'f96b697d7cb7938d525a2f31aaf161d0',
    [alphabet]: 'c3fcd3d76192e4007dfb496cca67e13b',
    [`${alphabet.toUpperCase()}${alphabet}0123456789`]: 'd174ab98d277d9f5a5611c2c9f419d9f',
    ['1234567890'.repeat(8)]: '57edf4a22be3c955ac49da2e2107b67a',
  }
  for (const [text, hash] of Object.entries(vectors)) assert.equal(hexOf(md5(bytesOf(text))), hash)
})

test("equals Node's MD5 for every length up to five blocks, at any address", () => {
  const bytes = Uint8Array.from({ length: 400 }, (_, i) => (i * 131) >> 3)
  for (let length = 0; length <= 330; length++) {
    const part = bytes.subarray(length % 7, (length % 7) + length)
    assert.equal(hexOf(md5(part)), createHash('md5').update(part).digest('hex'), `${length} bytes`)
  }
})

test('does not depend on how the bytes are divided', () => {
  const portions = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 })
  const property = fc.property(portions, parts => {
    const hash = new Md5()
    for (const part of parts) hash.update(part)
    assert.deepEqual(hash.digest(), md5(Uint8Array.from(parts.flatMap(part => [...part]))))
  })
  fc.assert(property, { numRuns: runs(300), seed: 16 })
})

test('does not keep a reference to its input', () => {
  const bytes = bytesOf('abc')
  const hash = new Md5().update(bytes)
  bytes.fill(0)
  assert.equal(hexOf(hash.digest()), '900150983cd24fb0d6963f7d28e17f72')
})
