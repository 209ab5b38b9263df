import { decidedBySignature, type Method } from '../contract/method.ts'

/** Lucene's FingerprintFilter over blank-separated tokens. */
export const luceneFingerprintMethod = Object.freeze<Method<'lucene-fingerprint'>>({
  name: 'lucene-fingerprint',
  summary: 'texts of the same set of tokens, as FingerprintFilter of Lucene',
  stages: {
    text: 'tokens between blanks',
    sketch: 'the distinct tokens, sorted and joined; none when they are too long',
    ...decidedBySignature,
  },
  options: ['shingle'],
  sources: ['Apache Lucene 9.12, class FingerprintFilter'],
  signature: async params => {
    const { luceneFingerprint } = await import('./lucene-fingerprint.ts')
    const { whitespaceTokens } = await import('./lucene-tokens.ts')
    return text => luceneFingerprint(whitespaceTokens(text).texts, params) ?? null
  },
})
