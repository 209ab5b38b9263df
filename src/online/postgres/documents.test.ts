import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  deflatedBody,
  inflatedBody,
  nameHash,
  packSketch,
  postingColumns,
  sketchIn,
  storedDocumentOf,
} from './documents.ts'

const words = (size: { minLength: number; maxLength: number }) =>
  fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), size).map(list => Uint32Array.from(list))

test('unpacking returns the packed document', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.boolean(),
      words({ minLength: 8, maxLength: 8 }),
      words({ minLength: 0, maxLength: 40 }),
      (bytes, isRepeated, hashes, postings) => {
        const body = isRepeated
          ? Uint8Array.from({ length: 9 * bytes.length }, (_, i) => bytes[i % bytes.length])
          : bytes
        assert.deepEqual(inflatedBody(deflatedBody(body)), body)
        assert(deflatedBody(body).length <= body.length + 5)
        assert.deepEqual(sketchIn(packSketch({ hashes, postings })), { hashes, postings })
      },
    ),
  )
})

test('a packed text takes at most half of its bytes', () => {
  const text = Buffer.from('Two documents whose match holds their cluster together. '.repeat(40))
  assert(deflatedBody(text).length * 2 < text.length)
})

test('the hash of a name is the first 16 bytes of its SHA-256', () => {
  assert.equal(nameHash('abc').toString('hex'), 'ba7816bf8f01cfea414140de5dae2223')
})

test('postings come once per document, ordered by posting', () => {
  const sketch = (...postings: number[]) => ({
    hashes: new Uint32Array(8),
    postings: Uint32Array.from(postings),
  })
  const [terms, documents] = postingColumns([
    { number: 4, sketch: sketch(9, 2 ** 32 - 1, 9) },
    { number: 2 ** 32 - 1, sketch: sketch(9, 0) },
  ])
  assert.deepEqual(terms.values, [0, 9, 9, 2 ** 32 - 1])
  assert.deepEqual(documents.values, [2 ** 32 - 1, 4, 2 ** 32 - 1, 4])
})

/** Flips one bit of the last byte. */
function changed(bytes: Uint8Array): Uint8Array {
  bytes[bytes.length - 1] ^= 4
  return bytes
}

test('damaged bytes are STORE_CORRUPT, and the error names the document', () => {
  const whole = packSketch({ hashes: new Uint32Array(8), postings: new Uint32Array(2) })
  const row = (sketch: Uint8Array) => [17, Buffer.from('a'), 1, 0, null, sketch, nameHash('a')]
  const corrupt = { code: 'STORE_CORRUPT', message: /document 17/ }
  const body = deflatedBody(Buffer.from('some text'))
  assert.equal(storedDocumentOf(row(whole), body).body.length, 9)
  for (const sketch of [new Uint8Array(31), new Uint8Array(34), changed(Buffer.from(whole))]) {
    assert.throws(() => storedDocumentOf(row(sketch), body), corrupt)
  }
  for (const damaged of [
    Uint8Array.of(),
    Uint8Array.of(7, 1),
    Uint8Array.of(1, 255, 255),
    changed(deflatedBody(Buffer.from('some text'))),
    changed(deflatedBody(Buffer.from('some text '.repeat(20)))),
  ]) {
    assert.throws(() => storedDocumentOf(row(whole), damaged), corrupt)
  }
})
