import { decidedBySignature, type Method } from '../contract/method.ts'

/** Nutch's TextMD5Signature of the text. */
export const nutchTextMd5Method = Object.freeze<Method<'nutch-text-md5'>>({
  name: 'nutch-text-md5',
  summary: 'pages of equal text, as TextMD5Signature of Nutch',
  stages: {
    text: 'none',
    sketch: 'MD5 of the text, each UTF-16 unit encoded on its own',
    ...decidedBySignature,
  },
  options: ['shingle'],
  sources: ['Apache Nutch 1.22, package org.apache.nutch.crawl'],
  signature: async () => {
    const { nutchTextMd5 } = await import('./nutch-signatures.ts')
    return text => nutchTextMd5(text)
  },
  kernel: () => ({ name: 'md5', encoding: 'cesu8' }),
})
