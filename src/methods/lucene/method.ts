/**
 * lucene: texts are duplicates if a filter of Lucene would put the same tokens into an index for them. Two methods:
 *
 *     lucene-min-hash      text ─▶ tokens ─▶ shingles ─▶ the least hashes of each of 512 buckets, as tokens
 *     lucene-fingerprint   text ─▶ tokens ─▶ the distinct ones, sorted and joined: one token
 *
 * Blanks separate tokens. The output tokens are those of the filters, bit for bit, even if these differ from their
 * documentation, because indexes hold them.
 *
 * Decides: equal tokens. Each pair is reported with its exact Jaccard. In an index: lookup by 128 bits of the tokens.
 *
 * Source: Apache Lucene 9.12, classes MinHashFilter, ShingleFilter and FingerprintFilter; observed.
 * Files, in reading order: `params.ts`; `lucene-tokens.ts`; `lucene-shingles.ts`; `lucene-min-hash.ts` over
 * `lucene-buckets.ts`; `lucene-fingerprint.ts`. The kernel of `lucene-min-hash` keeps one value a bucket.
 */
import { defineSignatureMethod } from '../contract/method.ts'
import { checkBuckets, luceneFingerprintParams, luceneMinHashParams } from './params.ts'

/** Maximum number of buckets for the kernel, which visits each for every text; more could take seconds for a range. */
const mostBuckets = 4096

/** Lucene's MinHashFilter over shingles of blank-separated tokens. */
export const luceneMinHashMethod = defineSignatureMethod({
  name: 'lucene-min-hash',
  summary: 'texts of equal MinHash tokens, as MinHashFilter of Lucene',
  text: 'tokens between blanks, shingles of them',
  sketch: 'the smallest hashes of every bucket',
  params: luceneMinHashParams,
  checkParams: checkBuckets,
  sources: [
    'Apache Lucene 9.12, package org.apache.lucene.analysis.minhash',
    'A. Appleby, MurmurHash3 (2011)',
  ],
  signature: async ({ shingleSize, ...params }) => {
    const { luceneMinHash, minHashTokenHex } = await import('./lucene-min-hash.ts')
    const { luceneShingles } = await import('./lucene-shingles.ts')
    const { whitespaceTokens } = await import('./lucene-tokens.ts')
    const runs = {
      min: shingleSize,
      max: shingleSize,
      outputUnigrams: false,
      outputUnigramsIfNoShingles: true,
    }
    return text => {
      const tokens = whitespaceTokens(text)
      const { texts } = shingleSize === 1 ? tokens : luceneShingles(tokens, runs)
      return texts.length === 0 ? null : minHashTokenHex(luceneMinHash(texts, params))
    }
  },
  kernel: ({ hashSetSize, shingleSize, hashCount, bucketCount }) => {
    // Sets of several values are not always the smallest ones, so `luceneMinHash` computes them.
    if (hashSetSize > 1 || hashCount * bucketCount > mostBuckets) return undefined
    return { name: 'lucene', rule: { shingleSize, hashCount, bucketCount } }
  },
})

/** Lucene's FingerprintFilter over blank-separated tokens. */
export const luceneFingerprintMethod = defineSignatureMethod({
  name: 'lucene-fingerprint',
  summary: 'texts of the same set of tokens, as FingerprintFilter of Lucene',
  text: 'tokens between blanks',
  sketch: 'the distinct tokens, sorted and joined; none when they are too long',
  params: luceneFingerprintParams,
  sources: ['Apache Lucene 9.12, class FingerprintFilter'],
  signature: async params => {
    const { luceneFingerprint } = await import('./lucene-fingerprint.ts')
    const { whitespaceTokens } = await import('./lucene-tokens.ts')
    return text => luceneFingerprint(whitespaceTokens(text).texts, params) ?? null
  },
})
