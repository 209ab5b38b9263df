import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../../test/ground/runs.ts'
import { bodyEncoding, documentSum, keptBody, readBody } from './bodies.ts'

const noise = (size: number) =>
  Uint8Array.from({ length: size }, (_, i) => Math.imul(i + 1, 2654435761) >>> 13)

test('a body of any size is read back unchanged', async () => {
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.string({ minLength: 50, maxLength: 3000 }).map(text => new TextEncoder().encode(text)),
  )
  await fc.assert(
    fc.asyncProperty(body, async body => {
      const read = await readBody(keptBody(body))
      assert.deepEqual(new Uint8Array(read ?? [1]), body)
    }),
    { seed: 1, numRuns: runs(300) },
  )
  for (const size of [65_535, 262_143, 262_144, 1_000_000]) {
    for (const body of [new Uint8Array(size).fill(97), noise(size)]) {
      assert(Buffer.from((await readBody(keptBody(body))) ?? []).equals(body))
    }
  }
})

test('a body is deflated only if that makes it smaller', () => {
  assert.equal(keptBody(new Uint8Array(3000).fill(97)).encoding, bodyEncoding.deflate)
  const random = crypto.getRandomValues(new Uint8Array(3000))
  const { encoding, bytes } = keptBody(random)
  assert.equal(encoding, bodyEncoding.raw)
  assert.equal(bytes, random)
  assert.equal(keptBody(new Uint8Array(63)).encoding, bodyEncoding.raw)
})

test('damage in any part of a body is detected', async () => {
  for (const body of [new Uint8Array(500).fill(97), new Uint8Array(300_000).fill(98), noise(40)]) {
    const kept = keptBody(body)
    const flipped = Uint8Array.from(kept.bytes)
    flipped[flipped.length >> 1] ^= 4
    const damaged = [
      { ...kept, bytes: flipped },
      { ...kept, bytes: kept.bytes.subarray(1) },
      { ...kept, size: kept.size + 1 },
      { ...kept, sum: kept.sum ^ 1 },
      { ...kept, encoding: 2 },
      { ...kept, encoding: 1 - kept.encoding },
    ]
    for (const one of damaged) assert.equal(await readBody(one), undefined)
  }
})

test('the checksum of a document depends on all of it', () => {
  const document = { name: '"a"', added: 12, expires: null, sketch: Uint8Array.of(1, 2) }
  const others = [
    { ...document, name: '"b"' },
    { ...document, added: 13 },
    { ...document, expires: 1 },
    { ...document, sketch: Uint8Array.of(1, 3) },
  ]
  const sums = [document, ...others].map(documentSum)
  assert.equal(new Set(sums).size, sums.length)
})
