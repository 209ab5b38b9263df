import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nameHash, packBody, packSketch, postingColumns, unpackBody, unpackSketch } from './documents.ts'

const words = (size: { minLength: number; maxLength: number }) =>
  fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), size).map(list => Uint32Array.from(list))

test('what is packed is unpacked', () => {
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
        assert.deepEqual(unpackBody(packBody(body), 1), body)
        assert(packBody(body).length <= body.length + 5)
        assert.deepEqual(unpackSketch(packSketch({ hashes, postings }), 1), { hashes, postings })
      },
    ),
  )
})

test('a text takes half of its bytes or less', () => {
  const text = Buffer.from('Two documents whose match holds their cluster together. '.repeat(40))
  assert(packBody(text).length * 2 < text.length)
})

test('a name is found by the first 16 bytes of its SHA-256', () => {
  assert.equal(nameHash('abc').toString('hex'), 'ba7816bf8f01cfea414140de5dae2223')
})

test('postings come once for each document, by posting', () => {
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

/** One bit of the last byte. */
function changed(bytes: Uint8Array): Uint8Array {
  bytes[bytes.length - 1] ^= 4
  return bytes
}

test('bytes that nobody wrote are STORE_CORRUPT, with the document', () => {
  for (const damaged of [
    () => unpackSketch(new Uint8Array(31), 17),
    () => unpackSketch(new Uint8Array(34), 17),
    () =>
      unpackSketch(changed(packSketch({ hashes: new Uint32Array(8), postings: new Uint32Array(2) })), 17),
    () => unpackBody(Uint8Array.of(), 17),
    () => unpackBody(Uint8Array.of(7, 1), 17),
    () => unpackBody(Uint8Array.of(1, 255, 255), 17),
    () => unpackBody(changed(packBody(Buffer.from('some text'))), 17),
    () => unpackBody(changed(packBody(Buffer.from('some text '.repeat(20)))), 17),
  ]) {
    assert.throws(damaged, { code: 'STORE_CORRUPT', message: /document 17/ })
  }
})
