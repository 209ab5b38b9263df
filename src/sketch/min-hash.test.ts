/** Signatures of texts and of sets through the kernels that run here, against the exact similarity. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fmix64 } from '../kernels/reference/mix.ts'
import { signatureOf } from '../kernels/reference/signature.ts'
import { fastestKernels, kernelsNamed } from '../kernels/select.ts'
import { encodeText } from '../text/text-bytes.ts'
import { estimateJaccard, type MinHashOptions, minHash } from './min-hash.ts'
import { signatureToHex } from './signature-format.ts'

const kernels = await kernelsNamed(await fastestKernels())
const reference = await kernelsNamed('reference')

const fox = 'The quick brown fox jumps over the lazy dog'

test('a text and its shingle hashes have one signature', () => {
  const hashes = BigUint64Array.from({ length: 50 }, (_, i) => fmix64(BigInt(i)))
  const signed = minHash(hashes, { length: 40, seed: 3 }, kernels)
  assert.deepEqual(signed?.values, signatureOf(new Set(hashes), 40, 3))
  assert.deepEqual(signed && { ...signed, values: 0 }, {
    unit: 'words',
    size: 5,
    steps: 0,
    seed: 3,
    values: 0,
  })
})

test('signs texts as the reference does, words and characters', () => {
  const texts = [
    fox,
    'a',
    'Straße STRASSE 東京都',
    `lone \ud800 surrogate`,
    'x '.repeat(5000),
    'é'.repeat(300),
  ]
  for (const text of texts) {
    for (const unit of ['words', 'chars'] as const) {
      const options = { unit, size: 3, length: 32 }
      assert.deepEqual(
        minHash(text, options, kernels),
        minHash(text, options, reference),
        text.slice(0, 20),
      )
    }
  }
})

test('has the vectors of docs/formats/signature.md', () => {
  const page = readFileSync(new URL('../../docs/formats/signature.md', import.meta.url), 'utf8')
  const vectors = page.match(/(?<=^ {4})4e536967[0-9a-f]+$/gm)
  const inputs = [new BigUint64Array([0x385b2e1728c29ec1n]), fox]
  const signed = inputs.map(input => minHash(input, { length: 4 }, kernels))
  assert.deepEqual(
    signed.map(signature => signature && signatureToHex(signature)),
    vectors,
  )
})

test('what the text rule drops does not count', () => {
  const one = minHash(fox, {}, kernels)
  assert.deepEqual(minHash('  the QUICK, brown -- fox jumps over... the lazy dog!', {}, kernels), one)
})

test('estimates the similarity of two texts', () => {
  const words = Array.from({ length: 400 }, (_, i) => `w${i}`)
  const a = minHash(words.join(' '), { length: 4096, size: 1 }, kernels)
  const b = minHash(words.slice(100).join(' '), { length: 4096, size: 1 }, kernels)
  assert.ok(a && b)
  // Exact 0.75; 4.5 standard errors of 4096 values are 0.03.
  assert.ok(Math.abs(estimateJaccard(a, b) - 0.75) < 0.03)
  assert.equal(estimateJaccard(a, a), 1)
})

test('a text without tokens has no signature', () => {
  for (const text of ['', ' ', '… — !', '\n\t']) assert.equal(minHash(text, {}, kernels), undefined)
  assert.equal(minHash(new BigUint64Array(0), {}, kernels), undefined)
})

test('refuses to compare signatures of different options', () => {
  const a = minHash(fox, { seed: 1 }, kernels)
  const b = minHash(fox, { seed: 2 }, kernels)
  assert.ok(a && b)
  assert.throws(() => estimateJaccard(a, b), { code: 'SIGNATURE_MISMATCH' })
})

const refused: [Partial<MinHashOptions>, string][] = [
  [{ length: 0 }, 'length to be a whole number in [1, 4096], got 0'],
  [{ length: 4097 }, 'length to be a whole number in [1, 4096], got 4097'],
  [{ size: 65 }, 'size to be a whole number in [1, 64], got 65'],
  [{ seed: -1 }, 'seed to be a whole number in [0, 4294967295], got -1'],
  [{ steps: 65536 }, 'steps to be a whole number in [0, 65535], got 65536'],
  [{ length: 1.5 }, 'length to be a whole number in [1, 4096], got 1.5'],
  [{ unit: 'stopword' }, 'unit to be one of words, chars for a text, got stopword'],
]
for (const [options, message] of refused) {
  test(`refuses ${JSON.stringify(options)}`, () => {
    assert.throws(
      () => minHash(fox, options, kernels),
      (error: Error) => error.message.startsWith(`OPTION_VALUE: expected ${message}.`),
    )
  })
}

test('says when the memory does not suffice', () => {
  const small = { ...kernels, reserve: () => false }
  assert.throws(() => minHash(fox, {}, small), { code: 'MEMORY_EXHAUSTED' })
})

test('encodes any string: pairs as four bytes, lone surrogates as three', () => {
  assert.deepEqual(encodeText('aé東😀'), new Uint8Array(Buffer.from('aé東😀')))
  const mixed = `\udc00a😀\ud83d\ud83d\ude00\udbff`
  assert.equal(
    Buffer.from(encodeText(mixed)).toString('hex'),
    'edb080' + '61' + 'f09f9880' + 'eda0bd' + 'f09f9880' + 'edafbf',
  )
})
