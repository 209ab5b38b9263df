/** Signatures by Lucene's MinHash: every implementation against the tokens of `luceneMinHash`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { murmur3Hash128 } from '../../src/ground/hash/murmur3.ts'
import { luceneMinHash } from '../../src/methods/lucene/lucene-min-hash.ts'
import { luceneShingles } from '../../src/methods/lucene/lucene-shingles.ts'
import { whitespaceTokens } from '../../src/methods/lucene/lucene-tokens.ts'
import type { Kernels } from '../../src/texts/kernels/layout/kernels.ts'
import { luceneScratchBytes } from '../../src/texts/kernels/layout/signature-layout.ts'
import type { LuceneBucketRule } from '../../src/texts/kernels/reference/signatures/lucene-buckets.ts'
import { encodeText } from '../../src/texts/text/text-bytes.ts'
import { runs } from '../ground/runs.ts'
import { all } from './implementations.ts'
import { sign } from './sign-texts.ts'
import { hardText, lone, prose, word } from './signed-samples.ts'

/** Null for a text without tokens. */
function buckets(kernels: Kernels, texts: readonly string[], rule: LuceneBucketRule): (string | null)[] {
  const longest = Math.max(0, ...texts.map(text => encodeText(text).length))
  const { shingleSize, hashCount, bucketCount } = rule
  const hashes = sign(kernels, texts, luceneScratchBytes(longest, rule), (table, scratch, out) => {
    kernels.luceneSignatures(table, texts.length, shingleSize, hashCount, bucketCount, scratch, out)
  })
  return hashes.map(hash => (/^0*$/.test(hash) ? null : hash))
}

/** The hash of the buckets of a text, computed from the unrotated tokens of Lucene's MinHash. */
function hashOfBuckets(
  text: string,
  { shingleSize, hashCount, bucketCount }: LuceneBucketRule,
): string | null {
  const tokens = whitespaceTokens(text)
  const runs = {
    min: shingleSize,
    max: shingleSize,
    outputUnigrams: false,
    outputUnigramsIfNoShingles: true,
  }
  const { texts } = shingleSize === 1 ? tokens : luceneShingles(tokens, runs)
  const params = { hashCount, bucketCount, hashSetSize: 1, withRotation: false }
  const words = luceneMinHash(texts, params)
  if (words.length === 0) return null
  const held = new Uint32Array(4 * hashCount * bucketCount).fill(0xffffffff)
  for (let bucket = 2; hashCount > 1 && bucket < held.length; bucket += 4) held[bucket] = 0
  const width = Math.ceil(2 ** 32 / bucketCount)
  for (let at = 0; at < words.length; at += 4) {
    // v2 and v1; or the number of the function, v2 and the upper half of v1. Here the lower words come first.
    const [number, high2, low2, high1, low1] =
      hashCount === 1 ? [0, ...words.slice(at, at + 4)] : [...words.slice(at, at + 4), 0]
    held.set([low2, high2, low1, high1], 4 * (number * bucketCount + Math.floor(high2 / width)))
  }
  return Buffer.from(murmur3Hash128(new Uint8Array(held.buffer)).buffer).toString('hex')
}

const blank = fc.constantFrom(
  ' ',
  '\n',
  '\t ',
  '\r\n',
  '\u001c',
  '\u00a0',
  '\u2003',
  '\u2007',
  '\u2028',
  '\u205f\u3000',
  '',
)
const longToken = fc.tuple(
  fc.integer({ min: 252, max: 258 }),
  fc.constantFrom('', '\u{1f600}', '\ud83d', 'é'),
  fc.nat(40),
)
const blankedText = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: word },
      { weight: 4, arbitrary: blank },
      { weight: 2, arbitrary: lone },
      longToken.map(([length, end, after]) => `${'x'.repeat(length)}${end}${'y'.repeat(after)}`),
    ),
    { maxLength: 40, size: 'max' },
  )
  .chain(parts =>
    fc
      .array(blank, { minLength: parts.length, maxLength: parts.length })
      .map(blanks => parts.flatMap((part, i) => [part, blanks[i]]).join('')),
  )

const bucketRule: fc.Arbitrary<LuceneBucketRule> = fc.record({
  shingleSize: fc.integer({ min: 1, max: 7 }),
  hashCount: fc.integer({ min: 1, max: 3 }),
  bucketCount: fc.constantFrom(1, 2, 3, 7, 64, 512, 1000),
})

test("buckets of Lucene's MinHash hold what its tokens say, and agree everywhere, in batches", () => {
  const texts = fc.array(fc.oneof(blankedText, prose, hardText), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(texts, bucketRule, (texts, rule) => {
      const expected = texts.map(text => hashOfBuckets(text, rule))
      for (const kernels of all) assert.deepEqual(buckets(kernels, texts, rule), expected, kernels.name)
    }),
    { numRuns: runs(300) },
  )
})

test('tokens of all lengths around the blocks and the maximum are cut where Lucene cuts them', () => {
  const rule = { shingleSize: 1, hashCount: 1, bucketCount: 16 }
  const texts = [
    ...Array(70).keys(),
    ...Array.from({ length: 20 }, (_, i) => 245 + i),
    509,
    510,
    511,
    1021,
  ].flatMap(length =>
    ['', 'é', '\u{1f600}', '\ud83d', '\u2003'].map(
      end => `${'q'.repeat(length)}${end}${'z'.repeat(length % 33)}`,
    ),
  )
  const expected = texts.map(text => hashOfBuckets(text, rule))
  for (const kernels of all) assert.deepEqual(buckets(kernels, texts, rule), expected, kernels.name)
})

test('no texts give no signatures, and texts without tokens have none', () => {
  const rule = { shingleSize: 5, hashCount: 1, bucketCount: 512 }
  for (const kernels of all) {
    assert.deepEqual(buckets(kernels, [], rule), [])
    assert.deepEqual(buckets(kernels, ['', ' ', '\u2003\n\u3000'], rule), [null, null, null])
  }
})
