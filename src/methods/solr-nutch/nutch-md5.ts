import { decidedBySignature, type Method } from '../contract/method.ts'

/** Nutch's MD5Signature, the text taken as the content of a page. */
export const nutchMd5Method = Object.freeze<Method<'nutch-md5'>>({
  name: 'nutch-md5',
  summary: 'equal pages, as MD5Signature of Nutch',
  stages: {
    text: 'none',
    sketch: 'MD5 of the bytes',
    ...decidedBySignature,
  },
  options: ['shingle'],
  sources: ['Apache Nutch 1.22, package org.apache.nutch.crawl', 'R. Rivest, RFC 1321 (1992)'],
  signature: async () => {
    const { nutchMd5 } = await import('./nutch-signatures.ts')
    return text => nutchMd5(text)
  },
  kernel: () => ({ name: 'md5', encoding: 'utf8' }),
})
