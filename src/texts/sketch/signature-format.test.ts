/** The format byte by byte, in both directions, and every refusal. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../../test/ground/runs.ts'
import {
  checkComparable,
  decodeSignature,
  encodeSignature,
  type Signature,
  signatureFromHex,
  signatureToHex,
} from './signature-format.ts'

const sample: Signature = {
  unit: 'chars',
  size: 8,
  steps: 0x0102,
  seed: 0xdeadbeef,
  values: new Uint32Array([1, 0xffffffff, 0x12345678]),
}
const sampleHex = '4e53696702010108030002' + '01efbeadde' + '01000000ffffffff78563412'

test('writes the documented bytes', () => {
  assert.equal(signatureToHex(sample), sampleHex)
  assert.equal(encodeSignature(sample).length, 16 + 4 * 3)
})

test('reads back what it wrote, as bytes and as hex', () => {
  const fields = {
    unit: fc.constantFrom('words' as const, 'chars' as const, 'stopword' as const),
    size: fc.integer({ min: 1, max: 64 }),
    steps: fc.nat(65535),
    seed: fc.nat(2 ** 32 - 1),
    values: fc.uint32Array({ minLength: 1, maxLength: 300 }),
  }
  const signature = fc
    .tuple(fc.record(fields, { noNullPrototype: true }), fc.integer({ min: 1, max: 64 }))
    .map(([made, sequence]) => (made.unit === 'stopword' && sequence > 1 ? { ...made, sequence } : made))
  const property = fc.property(signature, given => {
    assert.deepEqual(decodeSignature(encodeSignature(given)), given)
    assert.deepEqual(signatureFromHex(signatureToHex(given)), given)
  })
  fc.assert(property, { numRuns: runs(300), seed: 1 })
})

test('the method byte has the options of the text rule, and signatures of other rules do not compare', () => {
  const rules = [
    {},
    { fold: 'marks' },
    { symbols: 'keep' },
    { fold: 'marks', symbols: 'keep' },
    { fold: 'letters' },
    { fold: 'both', symbols: 'keep' },
  ] as const
  const signatures = rules.map(rule => ({ ...sample, ...rule }))
  assert.deepEqual(
    signatures.map(each => encodeSignature(each)[5]),
    [1, 65, 129, 193, 33, 225],
  )
  for (const given of signatures) {
    assert.deepEqual(decodeSignature(encodeSignature(given)), given)
    const others = signatures.filter(other => other !== given)
    for (const other of others)
      assert.throws(() => checkComparable(given, other), { code: 'SIGNATURE_MISMATCH' })
  }
})

test('reads from a part of a larger buffer, and upper-case digits', () => {
  const padded = new Uint8Array([0, ...encodeSignature(sample), 0])
  assert.deepEqual(decodeSignature(padded.subarray(1, -1)), sample)
  assert.deepEqual(signatureFromHex(sampleHex.toUpperCase()), sample)
})

const damaged: [string, number, number, string][] = [
  ['another magic', 0, 0x4f, 'expected the bytes 4e536967, got 4f536967, at byte 0'],
  ['an earlier version', 4, 1, 'expected format version 2, got 1, at byte 4'],
  ['a later version', 4, 3, 'expected format version 2, got 3, at byte 4'],
  ['another method', 5, 9, 'expected method 1, got 9, at byte 5'],
  ['an unknown unit', 6, 3, 'expected a shingle unit of 0, 1 or 2, got 3, at byte 6'],
  ['a sequence of words', 6, 4, 'expected a shingle unit of 0, 1 or 2, got 4, at byte 6'],
  ['size 0', 7, 0, 'expected a shingle size in [1, 64], got 0, at byte 7'],
  ['size 65', 7, 65, 'expected a shingle size in [1, 64], got 65, at byte 7'],
  ['length 0', 8, 0, 'expected 1 to 4096 values, got 0, at byte 8'],
  ['length 4097 and more', 9, 0x11, 'expected 1 to 4096 values, got 4355, at byte 8'],
  ['a length that is not there', 8, 4, 'expected 32 bytes for 4 values, got 28, at the end'],
]
for (const [what, at, byte, message] of damaged) {
  test(`refuses ${what}`, () => {
    const bytes = encodeSignature(sample)
    bytes[at] = byte
    assert.throws(() => decodeSignature(bytes), {
      code: 'SIGNATURE_FORMAT',
      message: `SIGNATURE_FORMAT: ${message}. To fix: sign the text again with this version of nearsame.`,
    })
  })
}

test('refuses every truncation', () => {
  const bytes = encodeSignature(sample)
  for (let end = 0; end < bytes.length; end++) {
    assert.throws(() => decodeSignature(bytes.subarray(0, end)), { code: 'SIGNATURE_FORMAT' })
  }
})

test('refuses text that is not hex', () => {
  assert.throws(() => signatureFromHex('4e5'), /expected pairs of hex digits, got 3 digits, at the end/)
  assert.throws(() => signatureFromHex('4e5x'), /expected pairs of hex digits, got "x", at character 3/)
})

test('refuses to compare signatures with different options, and shows both', () => {
  const others: Partial<Signature>[] = [
    { unit: 'words' },
    { size: 9 },
    { steps: 0 },
    { seed: 1 },
    { values: new Uint32Array(4) },
  ]
  for (const other of others) {
    assert.throws(() => checkComparable(sample, { ...sample, ...other }), { code: 'SIGNATURE_MISMATCH' })
  }
  assert.throws(() => checkComparable(sample, { ...sample, seed: 7 }), {
    message:
      'SIGNATURE_MISMATCH: expected two signatures made alike, the first by minhash chars:8, 3 values, ' +
      'seed 3735928559, steps 258, got the second by minhash chars:8, 3 values, seed 7, steps 258. ' +
      'To fix: sign both texts with the same options.',
  })
  checkComparable(sample, { ...sample, values: new Uint32Array(3) })
})
