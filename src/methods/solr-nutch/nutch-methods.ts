import { decidedBySignature, type Method } from '../contract/method.ts'

/** Nutch's TextProfileSignature of the text. */
export const nutchTextProfileMethod = Object.freeze<Method<'nutch-text-profile'>>({
  name: 'nutch-text-profile',
  summary: 'pages with the same frequent words, as TextProfileSignature of Nutch',
  stages: {
    text: 'as solr-text-profile',
    sketch: 'MD5 of the tokens with their quantised counts, equal counts in the order of the tokens',
    ...decidedBySignature,
  },
  options: ['shingle'],
  sources: ['Apache Nutch 1.22, package org.apache.nutch.crawl'],
  signature: async params => {
    const { nutchTextProfile } = await import('./nutch-signatures.ts')
    return text => nutchTextProfile(text, params)
  },
  kernel: ({ secSortLex, ...rule }) => ({
    name: 'profile',
    rule: { ...rule, order: secSortLex ? 'lexicographic' : 'java' },
  }),
})
