import { decidedBySignature, type Method } from '../contract/method.ts'

/** Buckets that the kernel goes through for each text; with more, a range of texts would take it seconds. */
const mostBuckets = 4096

/** Lucene's MinHashFilter over shingles of blank-separated tokens. */
export const luceneMinHashMethod = Object.freeze<Method<'lucene-min-hash'>>({
  name: 'lucene-min-hash',
  summary: 'texts of equal MinHash tokens, as MinHashFilter of Lucene',
  stages: {
    text: 'tokens between blanks, shingles of them',
    sketch: 'the smallest hashes of every bucket',
    ...decidedBySignature,
  },
  options: ['shingle'],
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
    // Sets of several values are not the smallest ones (see `luceneMinHash`): these are left to it.
    if (hashSetSize > 1 || hashCount * bucketCount > mostBuckets) return undefined
    return { name: 'lucene', rule: { shingleSize, hashCount, bucketCount } }
  },
})
