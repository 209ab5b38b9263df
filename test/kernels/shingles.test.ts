/** Shingles of characters and of stop words: every implementation against equation (1) of their definition. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { stopTableBits, writeStopTable } from '../../src/texts/kernels/layout/memory-layout.ts'
import { fmix64 } from '../../src/texts/kernels/reference/mix.ts'
import { shingleHash } from '../../src/texts/kernels/reference/shingles.ts'
import { encodeText } from '../../src/texts/text/text-bytes.ts'
import { charShingles, stopwordShingles } from './guarded-calls.ts'
import { all } from './implementations.ts'

const size = fc.integer({ min: 1, max: 9 })

/** One shingle per run of `size` parts; fewer parts form one. */
function runs(parts: readonly bigint[], size: number): bigint[] {
  if (parts.length > 0 && parts.length < size) return [shingleHash(parts)]
  return parts.flatMap((_, i) => (i + size <= parts.length ? [shingleHash(parts.slice(i, i + size))] : []))
}

test('character shingles are runs of code points, including blanks but not the marks 0x01', () => {
  const character = fc.constantFrom('a', 'z', '7', ' ', '\u0001', 'é', '中', '\u{20000}', '\ud800')
  const texts = fc.array(character, { maxLength: 90, size: 'max' })
  fc.assert(
    fc.property(texts, size, (characters, size) => {
      const text = characters.join('')
      const points = Array.from(text, one => BigInt(one.codePointAt(0) ?? 0)).filter(point => point !== 1n)
      const expected = runs(
        points.map(point => fmix64(point + 1n)),
        size,
      )
      for (const kernels of all)
        assert.deepEqual(charShingles(kernels, encodeText(text), size), expected, kernels.name)
    }),
  )
})

test('stop-word shingles are the runs that begin with a stop word; without any, the whole sequence', () => {
  const hash = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n })
  const stopWords = fc.uniqueArray(hash, { minLength: 1, maxLength: 12 })
  const sequences = fc.array(fc.oneof(fc.nat(11), hash), { maxLength: 80, size: 'max' })
  fc.assert(
    fc.property(stopWords, sequences, size, (stopWords, sequence, size) => {
      const bits = stopTableBits(stopWords.length)
      const stops = new BigUint64Array(2 ** bits)
      writeStopTable(stops.buffer, 0, bits, stopWords)
      const tokens = sequence.map(one =>
        typeof one === 'bigint' ? one : stopWords[one % stopWords.length],
      )
      const begins = new Set(stopWords)
      const found = tokens.flatMap((token, i) =>
        begins.has(token) && i + size <= tokens.length ? [shingleHash(tokens.slice(i, i + size))] : [],
      )
      const expected = found.length > 0 ? found : runs(tokens, tokens.length)
      for (const kernels of all)
        assert.deepEqual(stopwordShingles(kernels, tokens, size, stops), expected, kernels.name)
    }),
  )
})
